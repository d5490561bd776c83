/** User actions in any version of the app; screens change little, and changes are handled here. */
import type { Page } from '@playwright/test'

import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

import { addLine, pasteText, startBuild } from '../../e2e/builder.ts'
import { expect } from '../../e2e/expect.ts'

export const PASTED = 200

// Older builds call the entry chunk core.
const ENTRY = /\/assets\/(?:core|index)-[\w-]+\.js/

/** Name of the code that a page runs, different in each version. '' while there is none. */
export async function codeOf(page: Page): Promise<string> {
  const addresses = await page.evaluate(() => [...document.scripts].map(({ src }) => src).join(' '))
  return ENTRY.exec(addresses)?.[0] ?? ''
}

/** The same for a build. */
export async function codeIn(dist: string): Promise<string> {
  return ENTRY.exec(await readFile(join(dist, 'app', 'index.html'), 'utf8'))?.[0] ?? ''
}

/** Makes a kit with a pasted list of `count` parts. @returns its build id */
export async function pasteKit(page: Page, name: string, count = PASTED): Promise<string> {
  const buildId = await startBuild(page)
  // The paste handler loads a moment after the table.
  await expect(page.getByRole('button', { name: 'Undo', exact: true })).toBeVisible()
  await page.getByRole('textbox', { name: 'Kit Name' }).fill(name)
  await page.getByRole('textbox', { name: 'Part name, new line' }).click()
  const lines = Array.from(
    { length: count },
    (_, at) => `${(at % 4) + 1}\tCorvane\t${name}, part ${at}\tCV-${at}\t$${at + 1}.49`,
  )
  await pasteText(page, ['Qty\tBrand\tItem\tSKU\tPrice', ...lines].join('\n'))
  await expect(page.locator('[data-line]')).toHaveCount(count + 1)
  return buildId
}

/** Types another price into every line of a kit. @returns the number of lines */
export async function changePrices(page: Page, buildId: string): Promise<number> {
  await page.goto(`/builder?build=${buildId}`)
  const prices = page.getByRole('textbox', { name: /^Unit price in dollars, line \d+$/ })
  await expect(prices.first()).toBeVisible()
  await expect(page.getByRole('button', { name: 'Undo', exact: true })).toBeVisible()
  const count = await prices.count()
  for (let at = 0; at < count; at++) await prices.nth(at).fill(`${at + 100}.25`)
  await page.keyboard.press('Tab')
  return count
}

/** Changes the notes, adds a torque and a step to the job sheet, adds a line and removes one. */
export async function changeRest(page: Page, buildId: string): Promise<void> {
  await page.goto(`/builder?build=${buildId}`)
  await expect(page.getByRole('button', { name: 'Undo', exact: true })).toBeVisible()
  await page.getByRole('textbox', { name: /^Notes/ }).fill('Typed **without a signal**.\n\n- Öl\n')
  await addLine(page, { name: 'Added under the car', price: '6.25' })
  await page
    .getByRole('button', { name: /^Remove / })
    .first()
    .click()
  await page.getByRole('button', { name: 'Torque', exact: true }).click()
  await page.keyboard.type('Filter cover, typed without a signal')
}

/** Saves a kit, comments on it, and writes a message and a log entry. */
export async function saveAndWrite(page: Page, buildId: string): Promise<void> {
  await page.goto(`/builder?build=${buildId}`)
  await page.getByRole('button', { name: 'Save Kit' }).click()
  await expect(page).toHaveURL(new RegExp(`/kit/${buildId}$`))
  await page.getByLabel('Add a comment').fill('Written under the car.')
  await page.getByRole('button', { name: 'Post Comment' }).click()
  await expect(page.getByText('Waiting to send')).toBeVisible()
  await page.goto('/contact')
  await page.getByLabel('Name').fill('Maria')
  await page.getByLabel('Email').fill('maria@example.com')
  await page.getByLabel('Message').fill('The torque of the S4 is missing.')
  await page.getByRole('button', { name: 'Send' }).click()
  await expect(page.getByText('Message saved', { exact: true }).first()).toBeVisible()
  await page.goto('/maintenance')
  await page.getByRole('button', { name: 'Log a job', exact: true }).click()
  await page.getByLabel('Job', { exact: true }).fill('Brakes, by the road')
  // Newer versions offer the user's own vehicles here, and a job may be without one.
  const year = page.getByRole('textbox', { name: /^Year/ })
  if ((await year.count()) > 0) {
    await year.fill('2008')
    await page.getByRole('textbox', { name: /^Make/ }).fill('Audi')
    await page.getByRole('textbox', { name: /^Model/ }).fill('S4')
  }
  await page.getByRole('button', { name: 'Save job' }).click()
  await expect(page.getByText('Brakes, by the road').first()).toBeVisible()
}

/** Price field of the first line, for a text that is no price yet. */
export function firstPrice(page: Page) {
  return page.getByRole('textbox', { name: 'Unit price in dollars, line 1', exact: true })
}

/** Accepts the update that the page offers, and waits until its code runs. */
export async function takeUpdate(page: Page): Promise<void> {
  const before = await codeOf(page)
  await page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.update())
  await expect(page.getByText('Update ready.')).toBeVisible()
  await page.getByRole('button', { name: 'Restart' }).click()
  await expect.poll(() => codeOf(page).catch(() => before)).not.toBe(before)
}
