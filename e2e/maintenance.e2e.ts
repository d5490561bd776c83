// The log of a vehicle's jobs and when they are due again, kept under the car without signal.
import { readFile } from 'node:fs/promises'

import type { Page } from '@playwright/test'

import { createAccount, signIn } from './account.ts'
import { expectAccessible } from './axe.ts'
import { addLine, chip, chooseTask, chooseVehicle, startBuild, waitForWorker } from './builder.ts'
import {
  attachPicture,
  expect,
  networkFailure,
  test,
  typedNumber,
  typedPrice,
  units,
} from './harness.ts'

test.use({ hasWorker: true })

const CAR = '2008 Audi S4'
const { distance: unit, distances } = units
/** Unit on screens: the short form of miles is for files alone. */
const written = unit === 'mi' ? distances : unit
const AGAIN = new RegExp(`^Due again after ${distances}`)
const history = (page: Page) => page.getByRole('list', { name: `History of ${CAR}` })
const save = (page: Page) => page.getByRole('button', { name: 'Save job' })

test('a job is logged when its last part is fitted, says when it is due, and comes to the other device @all', async ({
  server,
  openBrowser,
  allowErrors,
}) => {
  allowErrors(networkFailure)
  const dana = await createAccount(server, 'dana')
  const desk = await openBrowser('desk')
  await signIn(desk.page, dana)
  const buildId = await startBuild(desk.page)
  await chooseVehicle(desk.page, '2008', 'Audi', 'S4')
  await chooseTask(desk.page, 'Oil Change')
  await addLine(desk.page, { name: 'Oil filter', price: '11.49' })
  await expect(chip(desk.page)).toHaveAccessibleName('Sync: synced')

  const phone = await openBrowser('phone')
  const { page } = phone
  await signIn(page, dana)
  await page.goto('/maintenance')
  await expect(page.getByText('Nothing logged yet')).toBeVisible()
  await expectAccessible(page)
  await page.goto(`/garage/${buildId}`)
  // The kit's owner is known once the account's rows have arrived.
  await expect(page.getByRole('radio', { name: 'Fitted' })).toBeAttached()
  await waitForWorker(page)
  await phone.goOffline()

  // The last part is fitted: the log is one tap away, filled in from the kit.
  await page.getByRole('radio', { name: 'Fitted' }).check({ force: true })
  await page.getByRole('checkbox').first().tap()
  await page.getByRole('link', { name: 'Log this job' }).tap()
  await expect(page.getByRole('textbox', { name: 'Job' })).toHaveValue('Oil Change')
  await expect(page.getByLabel(/^Cost/)).toHaveValue(typedPrice('11.49'))
  await page.getByLabel(/^Mileage/).fill('a lot')
  await page.getByLabel(AGAIN).fill('0')
  await save(page).tap()
  for (const name of [/^Mileage/, AGAIN]) {
    await expect(page.getByLabel(name)).toHaveAttribute('aria-invalid', 'true')
  }
  await expect(page.getByLabel(/^Mileage/)).toBeFocused()
  await expectAccessible(page)
  await page.getByLabel(/^Mileage/).fill(typedNumber(91_200))
  await page.getByLabel('Date').fill('2020-03-01')
  await page.getByLabel(AGAIN).fill('5000')
  await page.getByLabel(/^Due again after months/).fill('12')
  await save(page).tap()
  await expect(history(page)).toContainText(`Mar 1, 2020, 91,200 ${written}, $11.49`)
  await expect(history(page).getByRole('listitem')).toBeInViewport({ ratio: 1 })
  const due = page.getByRole('list', { name: `Due on ${CAR}` })
  await expect(due).toContainText('Overdue')
  await expect(due).toContainText(`at 96,200 ${written} or on Mar 1, 2021`)
  const badge = page.getByRole('link', { name: '1 overdue, maintenance log' })
  await expect(badge).toBeVisible()

  // Logged again: due later at the same interval. A mistyped mileage is caught, a removal undone.
  await page.getByRole('button', { name: `Log a job for ${CAR}` }).tap()
  await page.getByRole('textbox', { name: 'Job' }).fill('Oil change')
  await page.getByLabel(/^Mileage/).fill('9590')
  await save(page).tap()
  await expect(page.getByRole('button', { name: 'The mileage is right' })).toBeVisible()
  await expectAccessible(page)
  await page.getByLabel(/^Mileage/).fill('95900')
  await save(page).tap()
  await expect(history(page).getByRole('listitem')).toHaveCount(2)
  await expect(badge).toBeHidden()
  await expect(due).toContainText('Later')
  // In other languages both jobs have this name: the later one comes first.
  await page
    .getByRole('button', { name: /^Remove Oil change/ })
    .first()
    .tap()
  await expect(history(page).getByRole('listitem')).toHaveCount(1)
  await page.getByRole('button', { name: 'Undo' }).tap()
  await expect(history(page).getByRole('listitem')).toHaveCount(2)
  await page
    .getByRole('button', { name: /^Edit Oil change/ })
    .first()
    .tap()
  await page.getByLabel(AGAIN).fill('400')
  await save(page).tap()
  // The toast first: it disappears after seconds.
  await expect(page.getByText('Job changed', { exact: true }).first()).toBeVisible()
  await expect(due).toContainText('Due soon')
  await expectAccessible(page)
  await attachPicture(page, 'log, phone')

  // Another car, chosen as in the builder: a job saved for it brings up its log.
  await page.getByRole('button', { name: 'Log a job', exact: true }).tap()
  await page.getByRole('textbox', { name: 'Job' }).fill('Tires')
  await chooseVehicle(page, '2015', 'Ford', 'Focus', 'Another vehicle')
  await save(page).tap()
  const other = page.getByRole('list', { name: 'History of 2015 Ford Focus' })
  await expect(other.getByRole('listitem')).toBeInViewport({ ratio: 1 })
  await expect(history(page)).toBeHidden()
  await expectAccessible(page)
  await page.getByRole('button', { name: `${CAR} 1 due soon` }).tap()
  await expect(history(page)).toBeVisible()

  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export CSV' }).tap()
  const csv = await readFile(await (await downloading).path(), 'utf8')
  expect(csv).toContain(`${CAR},,2020-03-01,Oil Change,91200,${unit},11.49,USD,5000,${unit},12`)

  // Back online the log is on the desk too, and due jobs show on every screen there.
  await phone.goOnline()
  await expect(chip(page)).toHaveAccessibleName('Sync: synced')
  await desk.page.goto(`/kit/${buildId}`)
  await expect(desk.page.getByRole('list', { name: 'Due on this vehicle' })).toContainText(
    'Oil change due soon',
  )
  // The link leads to the log of this vehicle.
  await desk.page.getByRole('link', { name: 'Oil change due soon' }).click()
  await expect(history(desk.page).getByRole('listitem')).toHaveCount(2)
  await expectAccessible(desk.page)
  await attachPicture(desk.page, 'log, desk')
})
