// Tables and logs of the outside world on the page as served: each table is pasted with the browser's
// own clipboard, each log chosen as a file.
import type { Page } from '@playwright/test'

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
  for (const { says, text, entries = [], asks } of LOG_CASES) {
    await test.step(says, async () => {
      await chooseLog(page, text)
      const planned = page.getByRole('list', { name: 'As it would be stored' })
      await expect(planned, says).toBeVisible()
      if (asks) await expect(page.getByText(asks), says).toBeVisible()
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
  for (const name of ['Ölfilter', 'Lemförder Gelenk', 'Öldruckschalter', 'Filtre à huile'])
    await addLine(page, { name })
  for (const [typed, name] of [
    ['olfilter', 'Ölfilter'],
    ['lemforder', 'Lemförder'],
    ['o\u0308ldruck', 'Öldruckschalter'],
    ['filtre a huile', 'Filtre à huile'],
  ] as const) {
    await page.keyboard.press('Control+K')
    const dialog = page.getByRole('dialog', { name: 'Search' })
    await dialog.getByRole('combobox').fill(typed)
    await expect(dialog.getByRole('option', { name }).first(), typed).toBeVisible()
    await page.keyboard.press('Escape')
  }
})
