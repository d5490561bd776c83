/** What people do in the app, of whichever version; screens change little, and what does is here. */
import type { Page } from '@playwright/test'

import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

import { addLine, pasteText, startBuild } from '../builder.ts'
import { expect } from '../expect.ts'

export const PASTED = 200

// The builds before the entry kept its own name called it core.
const ENTRY = /\/assets\/(?:core|index)-[\w-]+\.js/

/** The name of the code that a page runs: another one for each version. '' while there is none. */
export async function codeOf(page: Page): Promise<string> {
  const addresses = await page.evaluate(() => [...document.scripts].map(({ src }) => src).join(' '))
  return ENTRY.exec(addresses)?.[0] ?? ''
}

/** The same of a build. */
export async function codeIn(dist: string): Promise<string> {
  return ENTRY.exec(await readFile(join(dist, 'app', 'index.html'), 'utf8'))?.[0] ?? ''
}

/** A new kit with a pasted list of so many parts. @returns its build id */
export async function pasteKit(page: Page, name: string, count = PASTED): Promise<string> {
  const buildId = await startBuild(page)
  // What takes a pasted table comes a moment after the table.
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

/** Types another price into every line of a kit. @returns how many lines it has */
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

/** A torque and a step of the job sheet, other notes, a line more and one less. */
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

/** Saves a kit, comments it, and writes a message and a log entry. */
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
  // Versions since offer one's own vehicles here, and a job may be without one.
  const year = page.getByRole('textbox', { name: /^Year/ })
  if ((await year.count()) > 0) {
    await year.fill('2008')
    await page.getByRole('textbox', { name: /^Make/ }).fill('Audi')
    await page.getByRole('textbox', { name: /^Model/ }).fill('S4')
  }
  await page.getByRole('button', { name: 'Save job' }).click()
  await expect(page.getByText('Brakes, by the road').first()).toBeVisible()
}

/** The price of a line that is none yet. */
export function firstPrice(page: Page) {
  return page.getByRole('textbox', { name: 'Unit price in dollars, line 1', exact: true })
}

/** Goes over to the version that the page offers, and waits until its code runs. */
export async function takeUpdate(page: Page): Promise<void> {
  const before = await codeOf(page)
  await page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.update())
  await expect(page.getByText('Update ready.')).toBeVisible()
  await page.getByRole('button', { name: 'Restart' }).click()
  await expect.poll(() => codeOf(page).catch(() => before)).not.toBe(before)
}
