// A part is one line: typed, parsed, corrected with a press, and added with Enter.
import type { Page } from '@playwright/test'

import { expectAccessible } from './axe.ts'
import {
  addLine,
  chooseVehicle,
  lineNames,
  oneLine as lineOf,
  pasteText,
  startBuild,
  totalOf,
  waitForWorker,
} from './builder.ts'
import { expect, networkFailure, said, test } from './harness.ts'
import { stillBox } from './still.ts'

test.use({ hasWorker: true })

const chipOf = (page: Page, name: RegExp) => page.getByRole('button', { name })

test('at the desk a kit is typed line by line, and what was had before is suggested @all', async ({
  openBrowser,
}) => {
  const { page } = await openBrowser('desk')
  await startBuild(page)
  await chooseVehicle(page, '2008', 'Audi', 'S4')
  await addLine(page, {
    name: 'Oil filter',
    manufacturer: 'Ostro',
    partNumber: 'OS 719',
    price: '12.98',
  })
  await page.goto('/builder')
  const line = lineOf(page)
  await line.click()
  await page.keyboard.type('Drain plug M14x1.5 $6.25 x2')
  await expect(chipOf(page, /^Price \$6\.25/)).toBeVisible()
  await expectAccessible(page)
  await page.keyboard.press('Enter')
  await page.keyboard.type('oil fi x2')
  await expect(page.getByRole('option', { name: /Oil filter.*Ostro/ })).toBeVisible()
  await page.keyboard.press('ArrowDown')
  await expectAccessible(page)
  await page.keyboard.press('Enter')
  await expect(line).toHaveValue(said('Oil filter Ostro OS 719 $12.98 x2'))
  await page.keyboard.press('Enter')
  await expect.poll(() => lineNames(page)).toEqual(['Drain plug M14x1.5', 'Oil filter'])
  await expect(totalOf(page)).toHaveText('$38.46')
  await expect(line).toBeFocused()
  await expect(line).toHaveValue('')
  // In an empty field Undo applies to the build.
  await page.keyboard.press('Control+z')
  await expect.poll(() => lineNames(page)).toEqual(['Drain plug M14x1.5'])
})

test('on the phone, without a signal, half a line outlives a reload and its pieces are put right', async ({
  openBrowser,
  allowErrors,
}) => {
  allowErrors(networkFailure)
  const device = await openBrowser('phone')
  const { page } = device
  await startBuild(page)
  await waitForWorker(page)
  await device.goOffline()
  await lineOf(page).tap()
  await page.keyboard.type('Brake disc 312 mm 89')
  await page.reload()
  const line = lineOf(page)
  await expect(line).toHaveValue('Brake disc 312 mm 89')
  await line.tap()
  await chipOf(page, /^Price or qty 89/).tap()
  await expect(page.getByRole('textbox', { name: 'Name', exact: true })).toBeFocused()
  await page.getByRole('radio', { name: 'Price' }).check()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Done' }).tap()
  await expect(line).toBeFocused()
  await expect(chipOf(page, /^Price \$89\.00/)).toBeVisible()
  await page.getByRole('button', { name: 'Add this part' }).tap()
  await expect(page.getByText('Line 1 added: Brake disc 312 mm, $89.00.')).toBeVisible()
  await expect(totalOf(page)).toHaveText('$89.00')
  await expect(line).toBeFocused()

  await pasteText(page, 'Oil filter\tOstro\tOS 719\t12.98\t1\nDrain plug\tOstro\tOS 14\t6.25\t2')
  await expect(page.getByText('2 lines added', { exact: true })).toBeVisible()
  await expect(totalOf(page)).toHaveText('$114.48')
})

test('on the phone it is the only way in, below the parts, and stays under the thumb as they come @all', async ({
  openBrowser,
}) => {
  const { page } = await openBrowser('phone')
  await page.setViewportSize({ width: 360, height: 740 })
  await startBuild(page)
  const line = lineOf(page)
  const parts = page.getByRole('region', { name: 'Parts' })
  await expect(parts.getByRole('textbox')).toHaveCount(0)
  await line.tap()
  for (const name of ['Oil filter', 'Drain plug', 'Sealing ring']) {
    await page.keyboard.type(name)
    await expect(chipOf(page, new RegExp(`^Name ${name}`))).toBeVisible()
    const before = await stillBox(line)
    await page.keyboard.press('Enter')
    const card = parts.getByRole('button', { name: `Edit ${name}` })
    await expect(card).toBeVisible()
    // The button beside the line gets its width with the font.
    await expect.poll(async () => (await line.boundingBox())?.y).toBeCloseTo(before.y, 0)
    const box = await stillBox(card)
    expect(box.y + box.height).toBeLessThan(before.y)
    // The added part is in view, not above the upper edge.
    const header = await page.getByRole('banner').boundingBox()
    expect(box.y).toBeGreaterThanOrEqual((header?.y ?? 0) + (header?.height ?? 0))
  }
  await expect(parts.getByRole('textbox', { name: /^Part name/ })).toHaveCount(0)
  // Enter in the last part moves on to the line, and so does the focus after a removal.
  await parts.getByRole('button', { name: 'Edit Sealing ring' }).tap()
  await page.getByRole('textbox', { name: 'Part name, line 3' }).press('Enter')
  await expect(line).toBeFocused()
  for (const left of [2, 1, 0]) {
    const card = parts.getByRole('listitem').first()
    if ((await card.getByRole('button', { name: 'Remove' }).count()) === 0)
      await card.getByRole('button', { name: /^Edit / }).tap()
    await card.getByRole('button', { name: 'Remove' }).tap()
    await expect(parts.getByRole('listitem')).toHaveCount(left)
  }
  await expect(line).toBeFocused()
  // At the top the dock covers no button's edge.
  await page.evaluate('scrollTo(0, 0)')
  await expectAccessible(page)
})
