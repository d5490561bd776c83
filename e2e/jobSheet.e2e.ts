// The job sheet beside a kit's parts, from the garage to anyone with the link.
import { expectAccessible } from './axe.ts'
import { chip, startBuild, waitForWorker } from './builder.ts'
import { expect, networkFailure, test, units } from './harness.ts'

test.use({ hasWorker: true })

const { torque: unit, otherTorque } = units
/** Torques of 30 and 25, converted to the other unit. */
const [OF_30, OF_25] = unit === 'Nm' ? ['22.1', '18.4'] : ['40.7', '33.9']

test('a job sheet typed without signal reaches a friend and the friend’s own copy @all', async ({
  openBrowser,
  allowErrors,
}) => {
  allowErrors(networkFailure)
  const garage = await openBrowser('phone')
  await garage.page.goto('/')
  await waitForWorker(garage.page)
  await garage.goOffline()
  const { page } = garage
  const buildId = await startBuild(page)

  await page.getByRole('button', { name: 'Torque', exact: true }).click()
  await expect(page.getByRole('textbox', { name: 'Torque 1', exact: true })).toBeFocused()
  await page.keyboard.type('Drain plug')
  await page.getByRole('textbox', { name: 'Torque, Torque 1' }).fill('30')
  await expect(page.getByText(`≈ ${OF_30} ${otherTorque}`)).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('textbox', { name: 'Torque 2', exact: true })).toBeFocused()
  await page.keyboard.type('Filter cover')
  await page.getByRole('textbox', { name: 'Torque, Torque 2' }).fill('25')
  await page.getByRole('button', { name: 'Move Filter cover up' }).click()
  await page.getByRole('button', { name: 'Step', exact: true }).click()
  await expect(page.getByRole('textbox', { name: 'Step 1' })).toBeFocused()
  await page.keyboard.type('Warm the engine')
  await expect(page.getByText('Entered by a user. Verify before tightening.')).toBeVisible()
  // Targets half under the header are reported as too small to press.
  await page.getByRole('heading', { name: 'Kit Builder' }).scrollIntoViewIfNeeded()
  await expectAccessible(page)
  await page.reload()
  await expect(page.getByRole('textbox', { name: 'Torque 1', exact: true })).toHaveValue(
    'Filter cover',
  )
  await garage.goOnline()
  await expect(chip(page)).toHaveAccessibleName('Sync: synced')

  const friend = await openBrowser('desk')
  await friend.page.goto(`/list/${buildId}`)
  const sheet = friend.page.getByRole('region', { name: 'Job sheet' })
  await expect(sheet.getByRole('listitem')).toHaveText([
    new RegExp(`^Filter cover25 ${unit}≈ ${OF_25} ${otherTorque}$`),
    new RegExp(`^Drain plug30 ${unit}≈ ${OF_30} ${otherTorque}$`),
    'Warm the engine',
  ])
  await expectAccessible(friend.page)
  await friend.page.getByRole('link', { name: 'Edit this parts list' }).click()
  const torque = friend.page.getByRole('textbox', { name: 'Torque, Torque 2' })
  await torque.click()
  await friend.page.keyboard.press('End')
  await friend.page.keyboard.type('-35', { delay: 20 })
  await expect(friend.page.getByText("You're editing your own copy")).toBeVisible()
  await expect(torque).toBeFocused()
  await expect(torque).toHaveValue('30-35')
  await expect(chip(friend.page)).toHaveAccessibleName('Sync: synced')
  await expect(page.getByRole('textbox', { name: 'Torque, Torque 2' })).toHaveValue('30')
})
