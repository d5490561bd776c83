// The parts list for people used to spreadsheets, and for people with gloves.
import { expectAccessible } from './axe.ts'
import { lineNames, oneLine, pasteText, startBuild, totalOf, waitForWorker } from './builder.ts'
import { expect, networkFailure, said, test } from './harness.ts'
import { heldMessage, stillBox } from './still.ts'
import type { Locator, Page } from '@playwright/test'

const CART = [
  'Qty\tBrand\tItem\tSKU\tPrice\tTotal',
  '2\tDemo Lubricants\tEngine oil 5W-40, 5 L\tDL-0540\t$45.99\t$91.98',
  '1\tDemo Filters\tOil filter\tDF-719\t$11.49\t$11.49',
  '1\tDemo Fasteners\tDrain plug\tDX-14\tabc\t',
].join('\n')
const NAMES = ['Engine oil 5W-40, 5 L', 'Oil filter', 'Drain plug']

const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true })
const focused = (page: Page) =>
  page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? '')
const cardNames = (page: Page) => page.locator('[data-line] [aria-expanded] b').allTextContents()

/** Waits until the spreadsheet tools listen to the list. */
async function toolsAreThere(page: Page): Promise<void> {
  await expect(page.getByRole('button', { name: 'Undo', exact: true })).toBeVisible()
  await expect(page.locator('[data-tools]')).toBeAttached()
}

/** Box of an element above the dock, which covers the end of the page. */
async function boxInSight(what: Locator) {
  await what.evaluate((element) => element.scrollIntoView({ block: 'center' }))
  return stillBox(what)
}

/** A new build with the cart pasted in, once the list's tools are there. */
async function pastedBuild(page: Page, blank: Locator): Promise<string> {
  const buildId = await startBuild(page)
  await toolsAreThere(page)
  // A mouse would stay over the message that comes, and hold it open.
  await blank.focus()
  await pasteText(page, CART)
  await expect(page.getByText('3 lines added', { exact: true })).toBeVisible()
  return buildId
}

test('a cart is pasted, undone and done again, and a price that is none stays with a word', async ({
  openBrowser,
}) => {
  const { page } = await openBrowser('desk')
  await pastedBuild(page, field(page, 'Part name, new line'))
  await expect.poll(() => lineNames(page)).toEqual(NAMES)
  await expect(totalOf(page)).toHaveText('$103.47 + 1 without a price')
  await expect(field(page, 'Unit price in dollars, line 3')).toHaveValue('abc')
  await expect(page.getByText(/^A price is a number, for example 12\.50/)).toBeVisible()
  await expectAccessible(page)

  await page.keyboard.press('Control+z')
  await expect.poll(() => lineNames(page)).toEqual([])
  await page.keyboard.press('Control+Shift+z')
  await expect.poll(() => lineNames(page)).toEqual(NAMES)
  await page.reload()
  await expect.poll(() => lineNames(page)).toEqual(NAMES)
  await expect(field(page, 'Unit price in dollars, line 3')).toHaveValue('abc')
})

test.extend({ hasWorker: true })(
  'the keys of a spreadsheet lead through the table, without a signal too',
  async ({ openBrowser, allowErrors }) => {
    allowErrors(networkFailure)
    const device = await openBrowser('desk')
    const { page } = device
    await pastedBuild(page, field(page, 'Part name, new line'))
    await waitForWorker(page)
    await device.goOffline()
    await page.reload()
    await toolsAreThere(page)

    await field(page, 'Part name, line 1').focus()
    const ways: [key: string, to: string][] = [
      ['Enter', 'Part name, line 2'],
      ['Shift+Enter', 'Part name, line 1'],
      ['Tab', 'Manufacturer, line 1'],
      ['ArrowDown', 'Manufacturer, line 2'],
      ['ArrowRight', 'Part number, line 2'],
      ['Tab', 'Unit price in dollars, line 2'],
      ['Tab', 'Quantity, line 2'],
      ['Control+End', 'Quantity, new line'],
      ['Control+Home', 'Quantity, line 1'],
      ['PageDown', 'Quantity, new line'],
      ['ArrowUp', 'Quantity, line 3'],
      ['Home', 'Part name, line 3'],
    ]
    for (const [key, to] of ways) {
      await page.keyboard.press(key)
      await page.keyboard.press('Shift')
      expect(await focused(page), key).toMatch(said(to))
    }

    await page.keyboard.type('Something else')
    await page.keyboard.press('Escape')
    await expect(field(page, 'Part name, line 3')).toHaveValue('Drain plug')

    await page.keyboard.press('Alt+ArrowUp')
    await expect.poll(() => lineNames(page)).toEqual([NAMES[0], NAMES[2], NAMES[1]])
    await expect.poll(() => focused(page)).toMatch(said('Part name, line 2'))
    await page.keyboard.press('Control+d')
    await expect.poll(() => lineNames(page)).toEqual([NAMES[0], NAMES[2], NAMES[2], NAMES[1]])
    await expect.poll(() => focused(page)).toMatch(said('Part name, line 3'))
    await page.keyboard.press('Control+Shift+Backspace')
    await expect.poll(() => lineNames(page)).toEqual([NAMES[0], NAMES[2], NAMES[1]])
    for (let step = 0; step < 3; step++) await page.keyboard.press('Control+z')
    await expect.poll(() => lineNames(page)).toEqual(NAMES)
  },
)

test('marked cells are copied as a spreadsheet takes them, and emptied @all', async ({
  openBrowser,
}) => {
  const { page, context } = await openBrowser('desk')
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await pastedBuild(page, field(page, 'Part name, new line'))
  await field(page, 'Part name, line 1').click()
  for (const key of ['Shift+ArrowDown', 'Shift+ArrowRight', 'Shift+ArrowRight'])
    await page.keyboard.press(key)
  await page.keyboard.press('Control+c')
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
    'Engine oil 5W-40, 5 L\tDemo Lubricants\tDL-0540\nOil filter\tDemo Filters\tDF-719',
  )
  await page.keyboard.press('Delete')
  await expect(field(page, 'Manufacturer, line 2')).toHaveValue('')
  await page.keyboard.press('Control+z')
  await expect(field(page, 'Manufacturer, line 2')).toHaveValue('Demo Filters')
})

test('a line is dragged by its number, and moved from its menu @all', async ({ openBrowser }) => {
  const { page } = await openBrowser('desk')
  await pastedBuild(page, field(page, 'Part name, new line'))
  const handle = page.getByRole('button', { name: 'Move or duplicate, line 1' })
  const from = await stillBox(handle)
  const to = await stillBox(page.getByRole('button', { name: 'Move or duplicate, line 3' }))
  await page.mouse.move(from.x + 10, from.y + 10)
  await page.mouse.down()
  await page.mouse.move(from.x + 10, to.y, { steps: 5 })
  await page.mouse.move(from.x + 10, to.y + 30, { steps: 5 })
  await page.mouse.up()
  await expect.poll(() => lineNames(page)).toEqual([NAMES[1], NAMES[2], NAMES[0]])

  await page.getByRole('button', { name: 'Move or duplicate, line 3' }).click()
  await expect(page.getByRole('menu', { name: 'Line 3' })).toBeVisible()
  await expectAccessible(page)
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect.poll(() => lineNames(page)).toEqual([NAMES[1], NAMES[0], NAMES[2]])

  await page.keyboard.press('Control+/')
  await field(page, 'Part name, line 1').focus()
  await page.keyboard.press('Control+/')
  await expect(page.getByRole('dialog', { name: 'Keys of the parts list' })).toBeVisible()
  await expectAccessible(page)
})

test('on the phone lines are moved, duplicated and undone with buttons, and held to be dragged @all', async ({
  openBrowser,
}) => {
  const { page, context } = await openBrowser('phone')
  await pastedBuild(page, oneLine(page))
  await expect.poll(() => cardNames(page)).toEqual(NAMES)
  const finger = await context.newCDPSession(page)
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', at?: { x: number; y: number }) =>
    finger.send('Input.dispatchTouchEvent', { type, touchPoints: at ? [at] : [] })
  // A slow press, as through a glove, lifts the card and still opens it.
  const filter = page.getByRole('button', { name: /^Edit Oil filter/ })
  const place = await boxInSight(filter)
  await touch('touchStart', { x: place.x + 60, y: place.y + 20 })
  await expect(page.locator('[data-lifted]')).toBeVisible()
  await touch('touchEnd')
  await expect(filter).toHaveAttribute('aria-expanded', 'true')
  await page.getByRole('button', { name: 'Move up, line 2' }).tap()
  await expect.poll(() => cardNames(page)).toEqual([NAMES[1], NAMES[0], NAMES[2]])
  await page.getByRole('button', { name: 'Duplicate, line 1' }).tap()
  await expect.poll(() => cardNames(page)).toEqual([NAMES[1], NAMES[1], NAMES[0], NAMES[2]])
  await expectAccessible(page)
  await page.getByRole('button', { name: /^Undo: / }).tap()
  await page.getByRole('button', { name: /^Undo: / }).tap()
  await expect.poll(() => cardNames(page)).toEqual(NAMES)
  await page.getByRole('button', { name: /^Redo: / }).tap()
  await expect.poll(() => cardNames(page)).toEqual([NAMES[1], NAMES[0], NAMES[2]])

  const opened = page.locator('[data-line] [aria-expanded=true]')
  await opened.tap()
  await expect(opened).toHaveCount(0)
  const head = page.getByRole('button', { name: /^Edit Drain plug/ })
  const box = await boxInSight(head)
  const x = box.x + 60
  await touch('touchStart', { x, y: box.y + 20 })
  await expect(page.locator('[data-lifted]')).toBeVisible()
  for (let by = 0; by <= 200; by += 20) await touch('touchMove', { x, y: box.y + 20 - by })
  await touch('touchEnd')
  await expect.poll(() => cardNames(page)).toEqual([NAMES[1], NAMES[2], NAMES[0]])
  await expect(opened).toHaveCount(0)
})

test('of 2,000 pasted rows what has no room is said, kept and given back @all', async ({
  openBrowser,
}) => {
  const { page, context } = await openBrowser('desk')
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await startBuild(page)
  await toolsAreThere(page)
  await field(page, 'Part name, new line').click()
  const rows = Array.from({ length: 2_000 }, (_, at) => `Part ${at + 1}\tDP-${at + 1}\t$1.00`)
  await pasteText(page, rows.join('\n'))
  const undoPaste = page.getByRole('button', { name: 'Undo: 500 lines added' })
  await expect(undoPaste).toBeVisible({ timeout: 60_000 })
  await expect(page.getByText('1,500 rows had no room.')).toBeVisible({ timeout: 60_000 })
  await expect(page.getByText(/as many as fit/)).toBeVisible({ timeout: 60_000 })
  await page.reload()
  await page.getByRole('button', { name: 'Copy them', exact: true }).click()
  await expect
    .poll(async () => (await page.evaluate(() => navigator.clipboard.readText())).split('\n'))
    .toEqual(rows.slice(500))
  await page.getByRole('button', { name: 'Remove', exact: true }).click()
  const undo = await heldMessage(page, 'Undo')
  await expect(page.getByText('1,500 rows had no room.')).toBeHidden()
  await undo.click()
  await expect(page.getByText('1,500 rows had no room.')).toBeVisible({ timeout: 60_000 })
})
