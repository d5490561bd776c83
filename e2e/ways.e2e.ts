// Every way in for parts, on the page as served, with data as other programs hand it over: the
// clipboard is the browser's own, and an uncaught error fails the test.
import type { Page } from '@playwright/test'

import { chip, lineNames, oneLine, startBuild } from './builder.ts'
import { BAD_FILES, CARTS, CLIPBOARDS, HOSTILE, NAMES, paste, TEXT } from './clipboards.ts'
import { expect, test } from './harness.ts'

/** Drops text and HTML from another window onto an element. */
async function drop(page: Page, onto: string, text: string, html: string): Promise<void> {
  const box = await page.getByRole('combobox', { name: onto }).boundingBox()
  const [x, y] = [(box?.x ?? 0) + 20, (box?.y ?? 0) + 10]
  const items = [
    { mimeType: 'text/plain', data: text },
    { mimeType: 'text/html', data: html },
  ]
  const session = await page.context().newCDPSession(page)
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const) {
    const data = { items, dragOperationsMask: 1 }
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
  await drop(page, 'Add a part in one line', TEXT, CLIPBOARDS['Excel'] ?? '')
  await expect.poll(() => lineNames(page)).toEqual(NAMES)
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
