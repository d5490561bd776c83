// A pasted link fills in its row; the shops are local, so no request leaves this machine.
/* oxlint-disable no-empty-pattern -- Playwright reads a fixture's needs off its first parameter */
import type { Page } from '@playwright/test'
import { expectAccessible } from './axe.ts'
import { chip, letRun, oneLine, startBuild, totalOf, waitForWorker } from './builder.ts'
import { attachPicture, expect, networkFailure, test as base, typedPrice } from './harness.ts'
import { AMAZON_LINK, openShops, SHOP_LINK, type Shops } from './shops.ts'

const test = base.extend<{ readonly shops: Shops }>({
  shops: async ({}, provide) => {
    const shops = await openShops()
    await provide(shops)
    await shops.close()
  },
  serverEnv: async ({ shops }, provide) => provide(shops.env),
})

const batteryTest = test.extend({ hasOwnProfile: true, hasWorker: true })

const field = (page: Page, label: string) => page.getByRole('textbox', { name: label, exact: true })

/** A part on the phone, closed or open. */
const card = (page: Page, name: string) =>
  page.getByRole('button', { name: new RegExp(`^Edit ${name}`) })

/** Puts text into the clipboard, as if copied elsewhere, and pastes it. */
async function paste(page: Page, text: string): Promise<void> {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.evaluate((copied) => navigator.clipboard.writeText(copied), text)
  // On a busy machine the keys can arrive before the text.
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(text)
  await page.keyboard.press('ControlOrMeta+V')
}

/** The rest of the screen, including the code that handles links, loads just after the parts. */
async function startReadyBuild(page: Page): Promise<string> {
  const buildId = await startBuild(page)
  await expect(page.getByRole('textbox', { name: /^Notes/ })).toBeVisible()
  return buildId
}

test('at the desk a pasted link locks its row, fills it in, and can be undone', async ({
  page,
  shops,
}) => {
  await startReadyBuild(page)
  const letGo = shops.hold()
  await field(page, 'Part name, new line').click()
  await paste(page, AMAZON_LINK)
  await expect(page.getByText('Filling in from amazon.com…').first()).toBeVisible()
  const name = field(page, 'Part name, line 1')
  await expect(name).toBeDisabled()
  // Counted at once: the server does not wait for a held answer forever.
  const open = await page
    .locator('[data-line]:not([data-ghost])')
    .locator('input:not([readonly]), fieldset button:not([disabled])')
    .count()
  expect(open, 'fields of the row that are not locked').toBe(0)
  letGo()

  // The toast first: it is shown for 5 seconds.
  await expect(page.getByText('Filled in from amazon.com', { exact: true }).first()).toBeVisible()
  await expect(name).toHaveValue('Oil filter FTT2')
  await expect(name).toBeEnabled()
  await expect(field(page, 'Manufacturer, line 1')).toHaveValue('Corvane')
  await expect(field(page, 'Part number, line 1')).toHaveValue('CV-FTT2')
  await expect(field(page, 'Unit price in dollars, line 1')).toHaveValue(typedPrice('12.50'))
  await expect(totalOf(page)).toHaveText('$12.50')
  await expect(page.getByRole('link', { name: /^Open amazon.com, line 1/ })).toHaveAttribute(
    'href',
    'https://www.amazon.com/dp/B000C5FTT2?tag=workshop-20',
  )
  await attachPicture(page, 'filled')

  await page.getByRole('button', { name: 'Undo: Filling in from amazon.com' }).click()
  await expect(name).toHaveValue('')
  await expect(field(page, 'Unit price in dollars, line 1')).toHaveValue('')
  await expect(page.getByRole('link', { name: /^Open amazon.com, line 1/ })).toHaveAttribute(
    'href',
    AMAZON_LINK,
  )
  expect(shops.asked).toEqual(['B000C5FTT2'])
})

test('on the phone a link of the keyboard’s own clipboard fills in its row, at any length @all', async ({
  openBrowser,
}) => {
  const { page } = await openBrowser('phone')
  await startReadyBuild(page)
  await oneLine(page).tap()
  // The parser loads with the focus.
  await page.keyboard.type('x')
  await expect(page.getByRole('button', { name: 'Name x' })).toBeVisible()
  await page.keyboard.press('Backspace')
  // Text inserted like one key: no browser fires a paste event for it.
  await page.keyboard.insertText(`${AMAZON_LINK}?psc=${'1'.repeat(300)}`)
  await expect(card(page, 'Oil filter FTT2')).toBeVisible()
})

test('cancelled by keyboard, the row stays as it was @all', async ({ page, shops }) => {
  await startReadyBuild(page)
  const letGo = shops.hold()
  await field(page, 'Part name, new line').click()
  await page.keyboard.type('My filter')
  await field(page, 'Link, line 1').click()
  await paste(page, AMAZON_LINK)
  const cancel = page.getByRole('button', { name: 'Cancel', exact: true })
  await cancel.focus()
  await page.keyboard.press('Enter')
  await expect(cancel).toBeHidden()
  await expect(field(page, 'Part name, line 1')).toBeFocused()
  await expect(field(page, 'Part name, line 1')).toBeEnabled()
  letGo()
  await expect(chip(page)).toHaveAccessibleName('Sync: synced')
  await expect(field(page, 'Manufacturer, line 1')).toHaveValue('')
  await expect(field(page, 'Part name, line 1')).toHaveValue('My filter')
})

batteryTest(
  'on the phone without signal the link waits, over a reload, and fills in later @all',
  async ({ openBrowser, shops, allowErrors }) => {
    allowErrors(networkFailure)
    const phone = await openBrowser('phone')
    let { page } = phone
    await startReadyBuild(page)
    await waitForWorker(page)
    await phone.goOffline()
    await oneLine(page).click()
    await paste(page, AMAZON_LINK)
    const waits = page.getByText('Waits for signal, then it is filled in from amazon.com.').first()
    await expect(waits).toBeVisible()
    await attachPicture(page, 'waiting')
    await expectAccessible(page)
    const address = page.url()
    await letRun(page, 300)

    // A flat battery; then the person goes on typing.
    await phone.kill()
    page = await phone.reopen()
    await page.goto(address)
    await expect(page.getByText('Waits for signal').first()).toBeVisible()
    await card(page, 'Part without a name').click()
    await field(page, 'Part name, line 1').fill('My own word')
    await attachPicture(page, 'waiting, opened')

    await phone.goOnline()
    await expect(field(page, 'Manufacturer, line 1')).toHaveValue('Corvane')
    await expect(field(page, 'Part name, line 1')).toHaveValue('My own word')
    await expect(field(page, 'Unit price in dollars, line 1')).toHaveValue(typedPrice('12.50'))
    await expect(page.getByText('Waits for signal')).toHaveCount(0)
    await attachPicture(page, 'filled on the phone')
    expect(shops.asked).toEqual(['B000C5FTT2'])
  },
)

test('on a small phone what becomes of a link is in sight, and no button stands out of its card @all', async ({
  openBrowser,
  shops,
  allowErrors,
}) => {
  allowErrors(/status of 404/)
  const { page } = await openBrowser('phone')
  await page.setViewportSize({ width: 360, height: 740 })
  await startReadyBuild(page)
  const letGo = shops.hold()
  await oneLine(page).click()
  await paste(page, AMAZON_LINK)
  await expect.poll(() => isInSight(page, 'Cancel')).toBe(true)
  letGo()
  await expect(card(page, 'Oil filter FTT2')).toBeInViewport()
  await card(page, 'Oil filter FTT2').tap()
  const first = page.locator('[data-line]').first()
  await expect
    .poll(() => first.evaluate((element) => element.scrollWidth - element.clientWidth))
    .toBe(0)

  shops.fail(404)
  await oneLine(page).click()
  await paste(page, SHOP_LINK)
  await expect.poll(() => isInSight(page, 'Try again')).toBe(true)
  await expect(card(page, 'Part without a name')).toBeInViewport()
  await attachPicture(page, 'small phone')
})

/** Whether a button can be tapped: on screen and not covered. */
async function isInSight(page: Page, name: string): Promise<boolean> {
  const [button] = await page.getByRole('button', { name, exact: true }).all()
  return (
    (await button?.evaluate((element) => {
      const { x, y, width, height } = element.getBoundingClientRect()
      return document.elementFromPoint(x + width / 2, y + height / 2) === element
    })) ?? false
  )
}

test('links of a listed shop and of the retailer, several at once @all', async ({
  page,
  shops,
}) => {
  await startReadyBuild(page)
  const letGo = shops.hold()
  // Server timeouts: 6 s for a shop, 8 s for the retailer. The shop comes last.
  const links = [AMAZON_LINK, AMAZON_LINK.replace('FTT2', 'FTT3'), SHOP_LINK]
  for (const link of links) {
    await field(page, 'Part name, new line').click()
    await paste(page, link)
  }
  await expect(page.getByRole('button', { name: 'Cancel', exact: true })).toHaveCount(3)
  await attachPicture(page, 'several')
  letGo()
  // The toast first: it is shown for 5 seconds.
  await expect(page.getByText('3 rows filled in').first()).toBeVisible()
  await expect(field(page, 'Part name, line 1')).toHaveValue('Oil filter FTT2')
  await expect(field(page, 'Part name, line 2')).toHaveValue('Oil filter FTT3')
  await expect(field(page, 'Part name, line 3')).toHaveValue('Valve cover gasket')
  await expect(totalOf(page)).toHaveText('$56.20')
})

test('a link of any other site is a link and nothing else @all', async ({ page, shops }) => {
  await startReadyBuild(page)
  await field(page, 'Part name, new line').click()
  await paste(page, 'https://elsewhere.test/?amazon.com/dp/B000C5FTT2')
  await expect(page.getByRole('link', { name: /^Open elsewhere.test/ })).toBeVisible()
  await expect(chip(page)).toHaveAccessibleName('Sync: synced')
  await expect(page.getByText('Filling in')).toHaveCount(0)
  expect(shops.asked).toEqual([])
})

test('a shop that fails leaves the row as it was and says so, and can be asked again @all', async ({
  page,
  shops,
  allowErrors,
}) => {
  allowErrors(/status of (404|503)/)
  await startReadyBuild(page)
  shops.fail(404)
  await field(page, 'Part name, new line').click()
  await paste(page, SHOP_LINK)
  const word = page.getByText('No product was found at shop.test behind this link.').first()
  await expect(word).toBeVisible()
  await expect(field(page, 'Part name, line 1')).toBeEnabled()
  await expect(field(page, 'Part name, line 1')).toHaveValue('')
  await attachPicture(page, 'failed')
  await expectAccessible(page)
  shops.fail(null)
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(field(page, 'Part name, line 1')).toHaveValue('Valve cover gasket')
  await expect(word).toBeHidden()

  shops.fail(500)
  await field(page, 'Part name, new line').click()
  await paste(page, AMAZON_LINK)
  const later = page.getByText('amazon.com does not answer at the moment. It is tried again')
  await expect(later.first()).toBeVisible()
  await expect(field(page, 'Part name, line 2')).toBeEnabled()
  await page.getByRole('button', { name: 'Do not fill in' }).click()
  await expect(later).toHaveCount(0)
})

base(
  'a server without credentials says that it cannot, and dismissing that is final @all',
  async ({ openBrowser, allowErrors }) => {
    allowErrors(/status of 501/)
    const { page } = await openBrowser('phone')
    await startReadyBuild(page)
    await oneLine(page).click()
    await paste(page, AMAZON_LINK)
    const word = page.getByText('This server cannot look up products of amazon.').first()
    await expect(word).toBeVisible()
    await attachPicture(page, 'cannot')
    await page.getByRole('button', { name: 'Dismiss' }).click()
    await expect(word).toBeHidden()
    await page.reload()
    await expect(page.getByRole('textbox', { name: /^Notes/ })).toBeVisible()
    await expect(page.getByText('This server cannot look up')).toHaveCount(0)
  },
)
