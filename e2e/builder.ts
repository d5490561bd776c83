// User actions in the builder, by the names a user sees.
import type { Page } from '@playwright/test'

import type { Device } from './device.ts'
import type { TestServer } from './server.ts'

import { expect } from './expect.ts'

export interface TypedLine {
  readonly name: string
  readonly manufacturer?: string
  readonly partNumber?: string
  readonly price?: string
  readonly quantity?: string
  readonly link?: string
}

/** Resolves when the service worker controls the page: from now on the app opens offline. */
export async function waitForWorker(page: Page): Promise<void> {
  await expect
    .poll(
      () =>
        page.evaluate(async () => {
          const registration = await navigator.serviceWorker.getRegistration()
          const isActive = registration?.active?.state === 'activated'
          return isActive && navigator.serviceWorker.controller !== null
        }),
      // It caches every file of the app: only the test's own timeout limits that on a slow machine.
      { timeout: 0 },
    )
    .toBe(true)
}

/**
 * Takes the signal away, and the server too: the worker's own requests ignore the page's offline
 * state. Waits for the worker first, so that the app opens without either.
 */
export async function loseSignal(device: Device, server: TestServer): Promise<void> {
  await waitForWorker(device.page)
  await device.goOffline()
  await server.stop()
}

/** Opens a new build and returns its id. */
export async function startBuild(page: Page): Promise<string> {
  await page.goto('/builder')
  await expect(page.getByRole('heading', { name: 'Kit Builder' })).toBeVisible()
  await expect(page).toHaveURL(/build=[A-Za-z0-9]{6}$/)
  return new URL(page.url()).searchParams.get('build') ?? ''
}

/** Opens a new build with a first line that has reached the server, and returns its id. */
export async function startSyncedBuild(page: Page, first: TypedLine): Promise<string> {
  const buildId = await startBuild(page)
  await addLine(page, first)
  await expect(chip(page)).toHaveAccessibleName('Sync: synced')
  return buildId
}

/** Names of a build's lines behind its link; none while there is no such link. */
export async function namesOnServer(server: TestServer, buildId: string): Promise<string[]> {
  const answer = await fetch(`${server.url}/api/lists/${buildId}`)
  if (!answer.ok) return []
  return ((await answer.json()) as { parts: { name: string }[] }).parts.map(({ name }) => name)
}

export async function chooseVehicle(
  page: Page,
  year: string,
  make: string,
  model: string,
  opener = 'Choose A Vehicle',
): Promise<void> {
  await page.getByRole('button', { name: opener }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('heading', { name: 'Select Year' })).toBeVisible()
  await dialog.getByRole('button', { name: year, exact: true }).click()
  await expect(dialog.getByRole('heading', { name: 'Select Make' })).toBeVisible()
  await dialog.getByRole('button', { name: make, exact: true }).click()
  await expect(dialog.getByRole('heading', { name: 'Select Model' })).toBeVisible()
  await dialog.getByRole('button', { name: model, exact: true }).click()
  await expect(dialog).toBeHidden()
}

export async function chooseTask(page: Page, task: string): Promise<void> {
  await page.getByRole('button', { name: 'Choose A Task' }).click()
  const dialog = page.getByRole('dialog', { name: 'Select a Task' })
  await dialog.getByRole('row', { name: task }).getByRole('button', { name: 'Use' }).click()
  await expect(dialog).toBeHidden()
}

/** Types a line into the blank row of the desk's table. */
export async function addLine(page: Page, line: TypedLine): Promise<void> {
  await page.getByRole('textbox', { name: 'Part name, new line' }).click()
  await page.keyboard.type(line.name)
  // Another tab may add a line below this row meanwhile.
  const row = page.getByRole('row').filter({ has: page.locator(':focus') })
  const fields: [string, string | undefined][] = [
    ['Manufacturer', line.manufacturer],
    ['Part number', line.partNumber],
    ['Unit price in .*', line.price],
    ['Quantity', line.quantity],
    ['Link', line.link],
  ]
  for (const [label, text] of fields) {
    if (text !== undefined)
      await row.getByRole('textbox', { name: new RegExp(`^${label}, `) }).fill(text)
  }
  await page.keyboard.press('Tab')
}

/** The one line that a part is typed or pasted into. */
export function oneLine(page: Page) {
  return page.getByRole('combobox', { name: 'Add a part in one line' })
}

/** The names of the lines in the desk's table. */
export async function lineNames(page: Page): Promise<string[]> {
  return page
    .getByRole('textbox', { name: /^Part name, line \d+$/ })
    .evaluateAll((inputs) => inputs.map((input) => (input as HTMLInputElement).value))
}

/**
 * Resolves when this device has stored a text that is pending. Its stamp is given by then: anything
 * typed later, on another device too, wins.
 */
export async function waitUntilStored(page: Page, text: string): Promise<void> {
  await expect.poll(async () => JSON.stringify(await rowsIn(page, 'pending'))).toContain(text)
}

/** Rows of one of the device's tables. */
export function rowsIn(page: Page, table: 'pending' | 'calls'): Promise<unknown[]> {
  return page.evaluate(
    (name) =>
      new Promise<unknown[]>((resolve) => {
        const opening = indexedDB.open('wrenchlist')
        opening.addEventListener('success', () => {
          const db = opening.result
          const reading = db.transaction(name).objectStore(name).getAll()
          reading.addEventListener('success', () => {
            db.close()
            resolve(reading.result)
          })
        })
      }),
    table,
  )
}

/**
 * Waits in steps until the page has really run for `ms`: a machine that stalls gives it no time, so
 * a whole stall counts as one step.
 */
export async function letRun(page: Page, ms: number): Promise<void> {
  await page.evaluate(async (steps) => {
    for (let step = 0; step < steps; step++) {
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
  }, ms / 20)
}

/** The chip, whose name tells the state of sync. */
export function chip(page: Page) {
  return page.getByRole('button', { name: /^Sync: / })
}

/** The total in the builder's bar, such as "$122.40 + 1 without a price". */
export function totalOf(page: Page) {
  return page.getByRole('region', { name: 'Total and saving' }).locator('b')
}

/** Pastes into the field that has the focus, as the clipboard would. */
export async function pasteText(page: Page, text: string, html = ''): Promise<void> {
  await page.evaluate(
    ([plain, rich]) => {
      const clipboardData = new DataTransfer()
      clipboardData.setData('text/plain', plain)
      if (rich) clipboardData.setData('text/html', rich)
      const paste = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true })
      document.activeElement?.dispatchEvent(paste)
    },
    [text, html] as const,
  )
}

/** Runs in a page: text that a button copies. Pages without focus may not read the clipboard. */
export async function copiedBy(button: HTMLElement | SVGElement): Promise<string> {
  const copied = new Promise<string>((resolve) => {
    navigator.clipboard.writeText = (text) => Promise.resolve(resolve(text))
  })
  button.dispatchEvent(new MouseEvent('click', { bubbles: true }))
  return copied
}
