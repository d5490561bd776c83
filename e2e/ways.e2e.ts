// Every way in for parts, on the page as served, with data as other programs hand it over: the
// clipboard is the browser's own, and an uncaught error fails the test.
import { writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'

import type { Locator, Page } from '@playwright/test'

import { bookOf, zipOf } from '#shared/tables/testZip.ts'
import { chip, lineNames, oneLine, startBuild } from './builder.ts'
import { BAD_FILES, CARTS, CLIPBOARDS, HOSTILE, NAMES, paste, TEXT } from './clipboards.ts'
import { expect, test } from './harness.ts'

/** Drops text and HTML from another window onto the one line. */
const drop = (page: Page, text: string, html: string) =>
  dropData(page, oneLine(page), {
    items: [
      { mimeType: 'text/plain', data: text },
      { mimeType: 'text/html', data: html },
    ],
  })

async function dropData(
  page: Page,
  onto: Locator,
  { items = [], files = [] }: { items?: { mimeType: string; data: string }[]; files?: string[] },
): Promise<void> {
  const box = await onto.boundingBox()
  const [x, y] = [(box?.x ?? 0) + 20, (box?.y ?? 0) + 10]
  const session = await page.context().newCDPSession(page)
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const) {
    const data = { items, files, dragOperationsMask: 1 }
    await session.send('Input.dispatchDragEvent', { type, x, y, data })
  }
  await session.detach()
}

interface Launching {
  launch: (name: string, bytes: readonly number[]) => number
}

const isHit = (page: Page) => page.evaluate(() => 'isHit' in globalThis)
const pasteField = (page: Page) => page.getByRole('textbox', { name: 'Or paste it here' })
const fileField = (page: Page) => page.getByLabel('Picture or file to read')
/** Outcome of /k for its input. */
const answered = (page: Page) =>
  page
    .getByRole('alert')
    .or(page.getByRole('button', { name: /^Import / }))
    .first()

for (const [program, html] of Object.entries(CLIPBOARDS)) {
  test(`a table out of ${program} is pasted into the grid, the one line and /k`, async ({
    page,
    allowErrors,
  }) => {
    // The browser reports that the pasted page's own handlers do not run.
    allowErrors(/Executing inline event handler violates/)
    await startBuild(page)
    await expect(page.getByRole('button', { name: 'Undo', exact: true })).toBeVisible()
    await page.getByRole('textbox', { name: 'Part name, new line' }).click()
    await paste(page, TEXT, html)
    await expect.poll(() => lineNames(page)).toEqual(NAMES)
    await startBuild(page)
    await oneLine(page).click()
    await paste(page, TEXT, html)
    await expect.poll(() => lineNames(page)).toEqual(NAMES)
    await page.goto('/k')
    await pasteField(page).click()
    await paste(page, TEXT, html)
    await page.getByRole('button', { name: 'Import 3 parts' }).click()
    await expect.poll(() => lineNames(page)).toEqual(NAMES)
    expect(await isHit(page)).toBe(false)
  })
}

test('a cart as text becomes its parts with their own prices and pieces, and says what it left out', async ({
  page,
}) => {
  const cells = (label: RegExp) =>
    page
      .getByRole('textbox', { name: label })
      .evaluateAll((fields) => fields.map((field) => (field as HTMLInputElement).value))
  for (const { shop, text, parts, left } of CARTS) {
    await test.step(shop, async () => {
      await startBuild(page)
      await expect(page.getByRole('button', { name: 'Undo', exact: true })).toBeVisible()
      await oneLine(page).click()
      await paste(page, text)
      await expect.poll(() => lineNames(page)).toEqual(parts.map(([name]) => name))
      expect(await cells(/^Unit price in dollars, line \d+$/)).toEqual(
        parts.map(([, price]) => price),
      )
      expect(await cells(/^Quantity, line \d+$/)).toEqual(parts.map(([, , pieces]) => pieces))
      await expect(page.getByRole('group', { name: 'How the pasted table was read' })).toBeVisible()
      // The open toast alone: its text is repeated for screen readers.
      const toast = page.locator('li[data-state=open]')
      for (const what of left) await expect(toast.filter({ hasText: what })).toBeVisible()
      await page.goto('/k')
      await pasteField(page).fill(text)
      await page.getByRole('button', { name: 'Read it' }).click()
      await expect(page.getByRole('button', { name: `Import ${parts.length} parts` })).toBeVisible()
    })
  }
})

test('what is dropped on the one line from another window is read like what is pasted', async ({
  page,
}) => {
  await startBuild(page)
  await expect(page.getByRole('button', { name: 'Undo', exact: true })).toBeVisible()
  await oneLine(page).click()
  await drop(page, TEXT, CLIPBOARDS['Excel'] ?? '')
  await expect.poll(() => lineNames(page)).toEqual(NAMES)
})

test('a workbook that is chosen or dropped is its table, and one that would fill the device is refused', async ({
  page,
}, testInfo) => {
  // Made by openpyxl: a cover sheet, texts like numbers, numbers like texts, euros and dollars.
  const workbook = fileURLToPath(new URL('../shared/tables/testOpenpyxl.xlsx', import.meta.url))
  const bomb = testInfo.outputPath('bomb.xlsx')
  const sheets = { One: `<row><c><v>${' '.repeat(60_000_000)}1</v></c></row>` }
  await writeFile(bomb, zipOf(bookOf({ sheets })))
  const toast = page.locator('li[data-state=open]')
  const names = ['Brake pad "front"', 'Ölfilter', 'Bolt', 'Seal']

  await startBuild(page)
  await expect(page.getByRole('button', { name: 'Undo', exact: true })).toBeVisible()
  await oneLine(page).fill('Rags 4')
  await dropData(page, oneLine(page), { files: [bomb] })
  await expect(toast.filter({ hasText: 'This spreadsheet is too large' })).toBeVisible()
  await dropData(page, page.getByRole('textbox', { name: 'Part name, new line' }), {
    files: [workbook],
  })
  await expect.poll(() => lineNames(page)).toEqual(names)
  await expect(toast.filter({ hasText: 'Only the sheet “Teile & mehr” was read.' })).toBeVisible()
  await expect(oneLine(page)).toHaveValue('Rags 4')
  const fields = page.getByRole('textbox', { name: /^(Part number|Unit price in dollars), line/ })
  await expect(fields.nth(0)).toHaveValue('0986424815')
  await expect(fields.nth(1)).toHaveValue('EUR 45.90')

  for (const path of ['/k', '/maintenance']) {
    await page.goto(path)
    const field = path === '/k' ? fileField(page) : page.getByLabel('File to import')
    await field.setInputFiles(bomb)
    await expect(page.getByRole('alert').first()).toContainText('This spreadsheet is too large')
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await dropData(page, page.getByRole('heading', { level: 1 }), { files: [bomb] })
    await expect(page.getByRole('alert').first()).toContainText('This spreadsheet is too large')
  }
  await page.goto('/k')
  await fileField(page).setInputFiles(workbook)
  await expect(page.getByText('Only the sheet “Teile & mehr” was read.')).toBeVisible()
  await page.getByRole('button', { name: 'Import 4 parts without 2 values' }).click()
  await expect.poll(() => lineNames(page)).toEqual(names)
})

test('nothing that is pasted stops the page, and the next line is typed as ever', async ({
  page,
}) => {
  for (const { says, text, html } of HOSTILE) {
    await test.step(says, async () => {
      await startBuild(page)
      await expect(page.getByRole('button', { name: 'Undo', exact: true })).toBeVisible()
      await oneLine(page).click()
      await paste(page, text, html)
      await oneLine(page).fill('Oil filter 11.49')
      await page.keyboard.press('Enter')
      await expect.poll(() => lineNames(page)).toContain('Oil filter')
      await page.goto('/k')
      await pasteField(page).click()
      await paste(page, text, html)
      await expect(async () => {
        const read = page.getByRole('button', { name: 'Read it' })
        if (await read.isVisible()) await read.click()
        await expect(answered(page)).toBeVisible({ timeout: 5_000 })
      }).toPass()
    })
  }
  expect(await isHit(page)).toBe(false)
})

test('a file that is no list of parts is refused in words, by the button and by the system', async ({
  page,
}) => {
  // Chromium's handover of files that the system opens with the installed app.
  await page.addInitScript(() => {
    const consumers: ((launched: unknown) => void)[] = []
    const setConsumer = (consumer: (launched: unknown) => void) => void consumers.push(consumer)
    const launch = (name: string, bytes: readonly number[]) => {
      const file = new File([new Uint8Array(bytes)], name)
      for (const consumer of consumers) consumer({ files: [{ getFile: async () => file }] })
      return consumers.length
    }
    Object.defineProperty(globalThis, 'launchQueue', { value: { setConsumer } })
    Object.assign(globalThis, { launch })
  })
  for (const file of BAD_FILES) {
    await test.step(file.name, async () => {
      await page.goto('/k')
      await fileField(page).setInputFiles(file)
      // A file that looks like a table may be one; nothing else becomes a part.
      const refused = file.name === 'log.csv' ? answered(page) : page.getByRole('alert').first()
      await expect(refused).toBeVisible()
      await page.goto('/k')
      await expect(pasteField(page)).toBeVisible()
      const consumers = await page.evaluate(
        ([name, bytes]) => (globalThis as unknown as Launching).launch(name, bytes),
        [file.name, [...file.buffer]] as const,
      )
      expect(consumers).toBeGreaterThan(0)
      await expect(refused).toBeVisible()
    })
  }
  // A good file still works afterwards.
  await page.goto('/k')
  const content = Buffer.from(`Part;Brand;Number;Price;Qty\n${TEXT.replaceAll('\t', ';')}`)
  await fileField(page).setInputFiles({ name: 'a.csv', mimeType: 'text/csv', buffer: content })
  await page.getByRole('button', { name: 'Import 3 parts' }).click()
  await expect.poll(() => lineNames(page)).toEqual(NAMES)
  await expect(chip(page)).toHaveAccessibleName('Sync: synced')
})

test('a file that is no log, and one that is no backup, are refused in words', async ({ page }) => {
  for (const file of BAD_FILES) {
    await test.step(file.name, async () => {
      await page.goto('/maintenance')
      await page.getByLabel('File to import').setInputFiles(file)
      await expect(page.getByRole('alert').first()).toBeVisible()
      await page.goto('/my-account')
      await page.getByLabel('Backup file').setInputFiles(file)
      await expect(page.getByRole('alert').first()).toBeVisible()
    })
  }
})
