// Import of a log from another app without signal, and export into calendars.
import { readFile } from 'node:fs/promises'

import type { Page } from '@playwright/test'

import { createAccount, signIn } from './account.ts'
import { expectAccessible } from './axe.ts'
import { chip, chooseVehicle, waitForWorker } from './builder.ts'
import { attachPicture, expect, networkFailure, saidIn, test } from './harness.ts'
import { wantLook } from './look.ts'

test.use({ hasWorker: true })

const CAR = '2015 Volkswagen Golf'
// Fuelly's export in kilometers and liters.
const FUELLY = `car_name,model,l/100km,odometer,km,litres,price,city_percentage,fuelup_date,date_added,tags,notes,missed_fuelup,partial_fuelup,latitude,longitude,brand
Blue one,Golf,0,120500,0,39.752,1.799,50,2026-03-01 0:00,2026-03-01,,,0,0,,,
Blue one,Golf,0,120900,400.0,20.1,1.809,50,2026-03-14 0:00,2026-03-14,,half a tank,0,1,,,
Blue one,Golf,8.02,121350,450.0,48.07,1.789,50,2026-03-30 0:00,2026-03-30,,,0,0,,,`
const SERVICES = `Vehicle,Date,Job,Mileage,Mileage unit,Due after months
${CAR},2026-04-02,Oil change,121400,km,12`

const bring = (page: Page, text: string) =>
  page
    .getByLabel('File to import')
    .setInputFiles({ name: 'export.csv', mimeType: 'text/csv', buffer: Buffer.from(text) })
const history = (page: Page) => page.getByRole('list', { name: `History of ${CAR}` })

test('a Fuelly log is looked at and imported without signal, in its units, and once', async ({
  server,
  openBrowser,
  allowErrors,
}) => {
  allowErrors(networkFailure)
  const dana = await createAccount(server, 'dana')
  const phone = await openBrowser('phone')
  const { page } = phone
  await signIn(page, dana)
  await page.goto('/maintenance')
  await waitForWorker(page)
  await phone.goOffline()

  await bring(page, FUELLY)
  await expect(page.getByRole('heading', { name: 'Fuelly: 3 entries' })).toBeFocused()
  await expect(page.getByRole('list', { name: 'As it would be stored' })).toContainText(
    'Mar 14, 2026, 120,900 km, $36.36, 20.1 L',
  )
  await chooseVehicle(page, '2015', 'Volkswagen', 'Golf')
  await expectAccessible(page)
  await attachPicture(page, 'import, phone')
  await page.getByRole('button', { name: 'Import 3 entries' }).tap()
  await expect(page.getByText('3 entries imported')).toBeVisible()
  // A partial fill-up has no consumption; the next full one counts both.
  await expect(history(page)).toContainText('121,350 km, $86.00, 48.07 L, 8.0 L/100 km')

  // A price that may be per gallon or the total is asked about, never guessed.
  await bring(page, 'date,price,liters,odometer\n2026-04-01,74.00,45.12,121900')
  await expect(page.getByText('Choose above what its amounts mean.')).toBeVisible()
  await page.getByRole('radio', { name: 'The whole fill-up' }).check({ force: true })
  await expect(page.getByRole('list', { name: 'As it would be stored' })).toContainText('$74.00')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Cancel' }).tap()

  // A second import of the same file: all its rows are in the log already.
  await bring(page, FUELLY)
  await expect(page.getByText(/^3 rows are in the log already/)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Nothing to import' })).toBeVisible()
  await page.getByRole('button', { name: 'Cancel' }).tap()

  await phone.goOnline()
  await expect(chip(page)).toHaveAccessibleName('Sync: synced')
  const desk = await openBrowser('desk')
  await signIn(desk.page, dana)
  await desk.page.goto('/maintenance')
  await expect(history(desk.page).getByRole('listitem')).toHaveCount(3)

  // The export for the next app equals the import.
  await desk.page.getByRole('button', { name: 'Other apps, calendar' }).click()
  await desk.page.getByLabel('For', { exact: true }).selectOption('Fuelly, fuel')
  const downloading = desk.page.waitForEvent('download')
  await desk.page.getByRole('button', { name: 'Save file', exact: true }).click()
  const csv = await readFile(await (await downloading).path(), 'utf8')
  expect(csv).toContain(`${CAR},120900,,20.1,1.809,2026-03-14,half a tank,0,1`)
})

test('what is due is a calendar: a file, and a private address until it is ended @all', async ({
  server,
  openBrowser,
  request,
}) => {
  const dana = await createAccount(server, 'dana')
  const { page } = await openBrowser('desk')
  await signIn(page, dana)
  await page.goto('/maintenance')
  await bring(page, SERVICES)
  await page.getByRole('button', { name: 'Import 1 entry' }).click()
  await expect(history(page)).toContainText('Oil change')
  await expect(chip(page)).toHaveAccessibleName('Sync: synced')
  await page.getByRole('button', { name: 'Other apps, calendar' }).click()

  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Save calendar file' }).click()
  const file = await readFile(await (await downloading).path(), 'utf8')
  expect(file).toContain('DTSTART;VALUE=DATE:20270402')

  await page.getByRole('button', { name: 'Make a private address' }).click()
  const address = await page.getByLabel('Your calendar’s address').inputValue()
  const path = new URL(address).pathname
  const calendar = await request.get(path)
  expect(calendar.headers()['content-type']).toBe('text/calendar; charset=utf-8')
  // Folded lines continue in the next one, behind a blank (RFC 5545, 3.1).
  const lines = (await calendar.text()).replaceAll(/\r\n /g, '')
  expect(lines).toMatch(saidIn(`SUMMARY:Oil change: ${CAR}`))
  for (const colorScheme of ['light', 'dark'] as const) {
    await wantLook(page, { colorScheme })
    await expectAccessible(page)
    await attachPicture(page, `calendar, ${colorScheme}`)
  }

  await page.getByRole('button', { name: 'End the address' }).click()
  await expect(page.getByRole('button', { name: 'Make a private address' })).toBeVisible()
  expect((await request.get(path)).status()).toBe(404)
})
