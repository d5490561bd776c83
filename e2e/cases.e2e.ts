// Tables and logs of the outside world on the page as served: each table is pasted with the browser's
// own clipboard, each log chosen as a file.
import type { Page } from '@playwright/test'
import { readFile } from 'node:fs/promises'

import { addLine, lineNames, startBuild, startSyncedBuild } from './builder.ts'
import { DUE_CASES, LOG_CASES, PARTS_CASES } from './cases.ts'
import { paste } from './clipboards.ts'
import { expect, test } from './harness.ts'

const cells = (page: Page, label: RegExp) =>
  page
    .getByRole('textbox', { name: label })
    .evaluateAll((fields) => fields.map((field) => (field as HTMLInputElement).value))

test('tables of other programs are pasted as what they say @all', async ({ page }) => {
  for (const { says, text, lines, said = [] } of PARTS_CASES) {
    await test.step(says, async () => {
      await startBuild(page)
      await expect(page.getByRole('button', { name: 'Undo', exact: true })).toBeVisible()
      await page.getByRole('textbox', { name: 'Part name, new line' }).click()
      await paste(page, text)
      await expect.poll(() => lineNames(page), says).toEqual(lines.map(([name]) => name))
      const [numbers, pieces, prices] = await Promise.all([
        cells(page, /^Part number, line \d+$/),
        cells(page, /^Quantity, line \d+$/),
        cells(page, /^Unit price in dollars, line \d+$/),
      ])
      const read = lines.map(([name], at) => [name, numbers[at], pieces[at], prices[at]])
      expect(read, says).toEqual(lines)
      const message = page.locator('li[data-state=open]')
      for (const what of said) await expect(message.filter({ hasText: what }), says).toBeVisible()
    })
  }
})

async function chooseLog(page: Page, text: string): Promise<void> {
  await page.goto('/maintenance')
  const file = { name: 'export.csv', mimeType: 'text/csv', buffer: Buffer.from(text) }
  await page.getByLabel('File to import').setInputFiles(file)
}

test('logs of other apps are imported as what they say @all', async ({ page }) => {
  for (const { says, text, entries = [], asks, said = [] } of LOG_CASES) {
    await test.step(says, async () => {
      await chooseLog(page, text)
      const planned = page.getByRole('list', { name: 'As it would be stored' })
      await expect(planned, says).toBeVisible()
      if (asks) await expect(page.getByText(asks), says).toBeVisible()
      for (const what of said) await expect(page.getByText(what), says).toBeVisible()
      if (entries.length > 0)
        await expect(planned.getByRole('listitem'), says).toHaveText([...entries])
    })
  }
})

for (const { says, text, due } of DUE_CASES) {
  test(`what is due after ${says} is due when its interval says @all`, async ({ page }) => {
    await chooseLog(page, text)
    await page.getByRole('button', { name: /^Import \d entries$/ }).click()
    await expect(page.getByRole('main')).toContainText(due)
  })
}

test('a link that was passed on with the marks of its sentence opens all the same @all', async ({
  page,
}) => {
  const buildId = await startSyncedBuild(page, { name: 'Brake pad' })
  for (const marks of ['.', ')', ').', ',', '"', ' ', '\u200B']) {
    await page.goto(`/list/${buildId}${encodeURIComponent(marks)}`)
    await expect(page.getByText('Brake pad', { exact: true }).first(), marks).toBeVisible()
  }
})

test('parts are found without their accents, ligatures and composed letters @all', async ({
  page,
}) => {
  await startBuild(page)
  for (const name of [
    'Ölfilter',
    'Lemförder Gelenk',
    'Öldruckschalter',
    'Filtre à huile',
    'İç lastik',
  ])
    await addLine(page, { name })
  for (const [typed, name] of [
    ['olfilter', 'Ölfilter'],
    ['lemforder', 'Lemförder'],
    ['o\u0308ldruck', 'Öldruckschalter'],
    ['filtre a huile', 'Filtre à huile'],
    ['ic lastik', 'İç lastik'],
  ] as const) {
    await page.keyboard.press('Control+K')
    const dialog = page.getByRole('dialog', { name: 'Search' })
    await dialog.getByRole('combobox').fill(typed)
    await expect(dialog.getByRole('option', { name }).first(), typed).toBeVisible()
    await page.keyboard.press('Escape')
  }
})

/** Makes it the browser of a region, in whose currency its kits begin, in English. */
async function liveIn(page: Page, region: string): Promise<void> {
  await page.addInitScript(() => localStorage.setItem('language', 'en'))
  const cdp = await page.context().newCDPSession(page)
  const userAgent = await page.evaluate(() => navigator.userAgent)
  await cdp.send('Emulation.setUserAgentOverride', { userAgent, acceptLanguage: region })
}

test('rupees are typed as in India @all', async ({ page }) => {
  await liveIn(page, 'en-IN')
  await startBuild(page)
  const total = page.getByRole('region', { name: 'Total and saving' })
  await expect(total.getByRole('button', { name: 'Currency of this kit: INR' })).toBeVisible()
  for (const price of ['Rs. 1,250', '₹1250/-', '1,250/-', 'Rs 1250'])
    await addLine(page, { name: 'Clutch plate', price })
  await expect(total).toContainText('₹5,000.00')
  await expect(page.getByText(/is no price|Write the price/)).toBeHidden()
})

test('an Arabic name is set from right to left behind a link and where it is typed @all', async ({
  page,
}) => {
  const name = 'فلتر زيت (2.0 TDI)'
  const buildId = await startSyncedBuild(page, { name })
  const directionOf = (text: Element) => getComputedStyle(text).direction
  const field = page.getByRole('textbox', { name: 'Part name, line 1' })
  expect(await field.evaluate(directionOf)).toBe('rtl')
  await page.goto(`/list/${buildId}`)
  const shown = page.getByText(name, { exact: true }).first()
  await expect(shown).toBeVisible()
  expect(await shown.evaluate(directionOf)).toBe('rtl')
})

test('a kit is saved as CSV that a German spreadsheet adds up @all', async ({ page }) => {
  await liveIn(page, 'de-DE')
  const buildId = await startBuild(page)
  await addLine(page, {
    name: 'Ölfilter; kurz',
    price: '1,10',
    quantity: '2',
    partNumber: '0986424815',
  })
  await page.goto(`/pass/${buildId}`)
  await page.getByRole('radio', { name: 'CSV' }).check()
  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Save CSV file' }).click()
  const [heads = '', row] = (await readFile(await (await downloading).path(), 'utf8')).split('\r\n')
  expect(heads.split(';')).toEqual(expect.arrayContaining(['Unit price', 'Currency']))
  expect(row).toMatch(/^"Ölfilter; kurz";;0986424815;1,10;2;2,20;EUR;/)
})
