// Two phones without any signal: a kit goes from one to the other as a picture and as a link.
import { readFile } from 'node:fs/promises'

import type { Page } from '@playwright/test'

import {
  addLine,
  chooseTask,
  chooseVehicle,
  copiedBy,
  lineNames,
  startBuild,
  totalOf,
  waitForWorker,
} from './builder.ts'
import { expectAccessible } from './axe.ts'
import { attachPicture, expect, networkFailure, test } from './harness.ts'
import { heldMessage } from './still.ts'

test.use({ hasOwnLine: true, hasWorker: true })

test('a kit is passed on by picture and by link, both browsers without signal @all', async ({
  server,
  openBrowser,
  ownFolder,
  allowErrors,
}) => {
  allowErrors(networkFailure)
  const giver = await openBrowser('desk')
  const taker = await openBrowser('desk')
  for (const { page } of [giver, taker]) {
    // Any screen but the scanner: its decoder is cached with the app.
    await page.goto('/about')
    await waitForWorker(page)
    await expect
      .poll(() =>
        page.evaluate(async () => {
          const cache = await caches.open('vehicle-data')
          return (await cache.keys()).some(({ url }) => url.endsWith('.wasm'))
        }),
      )
      .toBe(true)
  }
  await giver.goOffline()
  await taker.goOffline()
  await server.stop()

  await startBuild(giver.page)
  await chooseVehicle(giver.page, '2008', 'Audi', 'S4')
  await chooseTask(giver.page, 'Oil Change')
  await addLine(giver.page, {
    name: 'Engine oil',
    price: '45.99',
    quantity: '2',
    link: 'shop.example/oil',
  })
  await addLine(giver.page, {
    name: 'Oil filter',
    manufacturer: 'Mahler',
    partNumber: 'OX 188D',
    price: '11.49',
  })
  await expect(totalOf(giver.page)).toHaveText('$103.47')
  await giver.page.getByRole('link', { name: /Pass it on without signal/ }).click()
  await expect(giver.page.getByRole('img', { name: /^QR code of/ })).toBeVisible()
  await expectAccessible(giver.page)
  await attachPicture(giver.page, 'pass')

  // Passed on by picture.
  const downloading = giver.page.waitForEvent('download')
  await giver.page.getByRole('button', { name: 'Save the code as a picture' }).click()
  const picture = `${ownFolder}/code.png`
  await (await downloading).saveAs(picture)
  await taker.page.goto('/k')
  await taker.page.getByLabel('Picture or file to read').setInputFiles(picture)
  await expect(taker.page.getByText('2008 Audi S4, Oil Change')).toBeVisible()
  await expectAccessible(taker.page)
  await attachPicture(taker.page, 'preview')
  await taker.page.getByRole('button', { name: 'Import as my copy' }).click()
  await expect(taker.page.getByRole('heading', { name: 'Kit Builder' })).toBeVisible()
  await expect.poll(() => lineNames(taker.page)).toEqual(['Engine oil', 'Oil filter'])
  await expect(totalOf(taker.page)).toHaveText('$103.47')

  // Passed on by link.
  const copy = giver.page
    .getByRole('button')
    .filter({ hasText: /^Copy link/ })
    .first()
  const link = await copy.evaluate(copiedBy)
  expect(link).toMatch(/\/k#1[\w-]+$/)
  await taker.page.goto(link)
  await taker.page.getByRole('button', { name: 'Import as my copy' }).click()
  await expect(taker.page.getByRole('heading', { name: 'Kit Builder' })).toBeVisible()
  await expect(totalOf(taker.page)).toHaveText('$103.47')
})

test('a page of a shop and a kit’s file, shared from other apps, land without signal @all', async ({
  server,
  openBrowser,
  allowErrors,
}) => {
  allowErrors(networkFailure)
  const phone = await openBrowser('desk')
  const { page } = phone
  await startBuild(page)
  await addLine(page, { name: 'Rags', price: '8' })
  await waitForWorker(page)
  await phone.goOffline()
  await server.stop()

  await share(page, { title: 'Oil filter OX 188D', text: 'https://shop.example/ox188d' })
  await page.getByRole('button', { name: /^Add to/ }).click()
  // The toast's Undo, which may come after the screen: the builder has an Undo as well.
  const undo = await heldMessage(page, 'Undo')
  await expect.poll(() => lineNames(page)).toEqual(['Rags', 'Oil filter OX 188D'])
  await undo.click()
  await expect.poll(() => lineNames(page)).toEqual(['Rags'])

  const parts = { name: 'parts.csv', content: 'Part,Price\nDrain plug,6.25\nSeal,1.10\n' }
  await share(page, {}, parts)
  await expect(page.getByRole('heading', { name: '2 parts, $7.35' })).toBeVisible()
  await page.getByRole('button', { name: 'Import 2 parts' }).click()
  await expect.poll(() => lineNames(page)).toEqual(['Drain plug', 'Seal'])

  const content = [
    ...(await readFile(new URL('../shared/tables/testOpenpyxl.xlsx', import.meta.url))),
  ]
  await share(page, {}, { name: 'parts.xlsx', content })
  await page.getByRole('button', { name: /^Import 4 parts/ }).click()
  await expect.poll(async () => (await lineNames(page))[1]).toBe('Ölfilter')
})

test('a kit goes out as a workbook, and comes in again', async ({ openBrowser }) => {
  const { page } = await openBrowser('desk')
  const buildId = await startBuild(page)
  await addLine(page, { name: '=1+1', price: '11.49' })
  await addLine(page, { name: '12-MAR', price: 'EUR 3.20' })
  await page.goto(`/pass/${buildId}`)
  await page.getByRole('radio', { name: 'CSV' }).check({ force: true })
  const saving = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Save Excel file' }).click()
  const saved = await saving
  expect(saved.suggestedFilename()).toMatch(/\.xlsx$/)
  const buffer = await readFile(await saved.path())
  await page.goto('/k')
  await page
    .getByLabel('Picture or file to read')
    .setInputFiles({ name: 'kit.xlsx', mimeType: '', buffer })
  await expect(page.getByRole('heading', { name: '2 parts, $11.49 + €3.20' })).toBeVisible()
  await page.getByRole('button', { name: 'Import 2 parts' }).click()
  await expect.poll(() => lineNames(page)).toEqual(['=1+1', '12-MAR'])
})

/** Posts to the share target, as the system does for the installed app. */
async function share(
  page: Page,
  texts: Record<string, string>,
  file?: { name: string; content: string | number[] },
): Promise<void> {
  const arrived = page.waitForURL(/\/(k\?shared|share$)/, { waitUntil: 'commit' })
  await page.evaluate(
    ([fields, given]) => {
      const form = document.createElement('form')
      form.method = 'POST'
      form.action = '/share'
      form.enctype = 'multipart/form-data'
      for (const [name, value] of Object.entries(fields)) {
        const input = document.createElement('input')
        input.name = name
        input.value = value
        form.append(input)
      }
      if (given) {
        const input = document.createElement('input')
        const files = new DataTransfer()
        const { content } = given
        const bytes = typeof content === 'string' ? content : new Uint8Array(content)
        files.items.add(new File([bytes], given.name, { type: 'text/csv' }))
        input.type = 'file'
        input.name = 'files'
        input.files = files.files
        form.append(input)
      }
      document.body.append(form)
      form.submit()
    },
    [texts, file] as const,
  )
  await arrived
}

test.describe('where there is no service worker', () => {
  test.use({ serverEnv: { KILL_SW: '1' } })
  test('what other apps share arrives all the same @all', async ({ openBrowser }) => {
    const { page } = await openBrowser('desk')
    await startBuild(page)
    await addLine(page, { name: 'Rags', price: '8' })
    await share(page, { title: 'Oil filter OX 188D', text: 'https://shop.example/ox188d' })
    await page.getByRole('button', { name: /^Add to/ }).click()
    await expect.poll(() => lineNames(page)).toEqual(['Rags', 'Oil filter OX 188D'])
    const parts = { name: 'parts.csv', content: 'Part,Price\nDrain plug,6.25\nSeal,1.10\n' }
    await share(page, {}, parts)
    await expect(page.getByRole('heading', { name: '2 parts, $7.35' })).toBeVisible()
  })
})
