// A visitor compares prices: of one part, and of all parts of a kit, with and without signal. The
// prices are the demonstration catalogue's.
import { join } from 'node:path'

import type { Page } from '@playwright/test'

import { expectAccessible } from './axe.ts'
import { addLine, chip, loseSignal, startBuild, waitForWorker } from './builder.ts'
import { expect, networkFailure, saidIn, test, typedPrice } from './harness.ts'
import { WATCH_SHIFTS } from './watchShifts.ts'
import { wantLook } from './look.ts'

test.use({ hasOwnLine: true, hasWorker: true })

const PART = '/product/SF%20719%2F45'
const LINES = [
  { name: 'Oil filter', manufacturer: 'Samplefilter', partNumber: 'sf 719-45', quantity: '1' },
  { name: 'Coilpacks', manufacturer: 'Fictiva', partNumber: 'FC905115', quantity: '8' },
  { name: 'Air filter', manufacturer: '', partNumber: 'DX 1006/1D', quantity: '1' },
  { name: 'Sealing wax', manufacturer: '', partNumber: 'NOBODY-HAS-1', quantity: '2' },
] as const

/** PRICE_PICTURES=folder keeps a picture of each step. */
async function picture(page: Page, name: string): Promise<void> {
  const folder = process.env['PRICE_PICTURES']
  if (folder) await page.screenshot({ path: join(folder, `${name}.png`) })
}

/** No overflow of the window, and no WCAG violation that a machine can find. */
async function expectSound(page: Page): Promise<void> {
  const widths = await page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement
    return [scrollWidth, clientWidth]
  })
  expect(widths[0], 'wider than the window').toBe(widths[1])
  await expectAccessible(page)
}

for (const [device, width, height] of [
  ['phone', 360, 740],
  ['desk', 1280, 800],
] as const) {
  test(`a visitor compares the prices of a part, ${device}${device === 'phone' ? '' : ' @all'}`, async ({
    openBrowser,
    server,
    allowErrors,
  }) => {
    allowErrors(networkFailure)
    allowErrors(/status of 404/)
    const phone = await openBrowser(device)
    const { page } = phone
    await page.setViewportSize({ width, height })
    await page.goto(PART)
    await waitForWorker(page)

    await test.step('the cheapest total stands out, and every price says how old it is', async () => {
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Oil filter, spin-on')
      await expect(page).toHaveTitle('Oil filter, spin-on, Samplefilter SF 719/45 · Wrenchlist')
      await expect(page.getByText('(1,284 Ratings, 4.7 Average)')).toBeVisible()
      await expect(page.getByText('Demonstration data.')).toBeVisible()
      const rows =
        device === 'desk'
          ? page.getByRole('row').filter({ has: page.getByRole('button') })
          : page.getByRole('listitem').filter({ has: page.getByRole('button', { name: /^Buy/ }) })
      await expect(rows.first()).toContainText('Lowest total')
      const texts = await rows.evaluateAll((all) =>
        all.map((row) => row.querySelector('b.num')?.textContent ?? ''),
      )
      const amount = saidIn(/\$\d+\.\d\d/)
      const totals = texts.map((text) => Number(amount.exec(text)?.[0].replaceAll(/\D/g, '')))
      expect(totals.length).toBeGreaterThan(2)
      expect(totals).toEqual(totals.toSorted((a, b) => a - b))
      for (const row of await rows.all()) await expect(row).toContainText(/just now|ago/)
      await expect(
        page.getByRole('img', { name: /^Lowest total price over 90 days/ }),
      ).toBeVisible()
      // Made-up merchants lead nowhere.
      await expect(page.locator('main a[target=_blank]')).toHaveCount(0)
    })

    for (const colorScheme of ['light', 'dark'] as const) {
      await test.step(`it is readable in ${colorScheme}`, async () => {
        await wantLook(page, { colorScheme })
        await picture(page, `part-${device}-${colorScheme}`)
        await expectSound(page)
      })
    }

    await test.step('the reviews are told as they are', async () => {
      await page.getByRole('tab', { name: 'Details' }).press('ArrowRight')
      await expect(page.getByRole('tab', { name: 'Reviews' })).toBeFocused()
      await expect(page.getByText('No reviews here')).toBeVisible()
      await page.getByRole('tab', { name: 'Details' }).click()
    })

    await test.step('a price to wait for is kept, and the app says when it is there', async () => {
      await page.getByRole('button', { name: 'Watch this price' }).click()
      await page.getByLabel(/^Tell me at this total/).fill('500')
      await page.getByRole('button', { name: 'Watch', exact: true }).click()
      await expect(page.getByText('Under your target', { exact: true })).toBeVisible()
      await page.goto('/about')
      const card = page.getByRole('region', { name: 'Watched prices' })
      await expect(card).toContainText('A watched price is under your target.')
      await expectSound(page)
      await card.getByRole('link', { name: /Oil filter/ }).click()
      await expect(page).toHaveURL(/\/product\/SF%20719%2F45\?brand=Samplefilter$/)
    })

    await test.step('a number of two brands lets choose, an unknown one says so', async () => {
      await page.goto('/product/2332')
      await page.getByRole('link', { name: /Spark plug, iridium/ }).click()
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Spark plug, iridium')
      await page.goto('/product/NOBODY-HAS-1')
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Product Not Found')
      await expectSound(page)
      await page.getByRole('link', { name: 'Back to Home' }).click()
      await expect(page).toHaveURL(/\/$/)
    })

    await test.step('without signal the last known prices stand there with their age', async () => {
      await page.goto(PART)
      await expect(page.getByText(/^Updated/)).toBeVisible()
      await loseSignal(phone, server)
      await page.reload()
      await expect(
        page.getByText(/These are the prices this device last got, today at/),
      ).toBeVisible()
      await expect(page.getByText(/^Saved today at/)).toBeVisible()
      await picture(page, `part-${device}-offline`)
      await expectSound(page)
      await page.goto('/product/DW%205W40-1L')
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Not on this device yet')
    })
  })
}

test('the parts of a kit are bought as cheaply as can be, also without signal @all', async ({
  openBrowser,
  server,
  allowErrors,
}) => {
  allowErrors(networkFailure)
  const desk = await openBrowser('desk')
  const { page } = desk
  const buildId = await startBuild(page)
  await waitForWorker(page)
  await page.getByRole('textbox', { name: 'Kit Name' }).fill('S4 weekend')
  for (const line of LINES) await addLine(page, line)
  await expect(chip(page)).toHaveAccessibleName('Sync: synced')

  await test.step('the builder leads to the basket, which is proven and explained', async () => {
    await page.getByRole('link', { name: 'Cheapest basket for these parts' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Cheapest basket')
    const total = page.getByRole('status', { name: 'Total' })
    await expect(total.locator('p').first()).toHaveText(/^\$\d+\.\d\d$/)
    await expect(total.locator('p').nth(1)).toHaveText(/^3 parts in \d parcels?$/)
    await expect(total).toContainText('No basket within your limits costs less.')
    await expect(total).toContainText(/saved|cheapest by itself/)
    await expect(page.getByText('No offers for 1 part')).toBeVisible()
    await expect(page.getByText('not in the catalogue')).toBeVisible()
    await expectSound(page)
    await picture(page, 'basket-desk-light')
  })

  await test.step('it keeps to what somebody wants', async () => {
    const total = page.getByRole('status', { name: 'Total' })
    await page.getByRole('radiogroup', { name: 'Parcels, at most' }).getByText('1').click()
    await expect(total).toContainText('in 1 parcel')
    const shop = (await page.locator('section[aria-labelledby^=shop-] h2').textContent()) ?? ''
    await page
      .getByRole('radiogroup', { name: `Use ${shop}` })
      .getByText('Never')
      .click()
    await expect(page.locator('section[aria-labelledby^=shop-] h2')).not.toHaveText(shop)
    await page.getByRole('radiogroup', { name: 'Parcels, at most' }).getByText('Any').click()
    await page.getByRole('checkbox', { name: 'Coilpacks' }).check()
    await expect(total).toContainText('2 parts')
    await expect(page.getByText(/Left out because you have it: Coilpacks/)).toBeVisible()
    await page.reload()
    await expect(page.getByRole('checkbox', { name: 'Coilpacks' })).toBeChecked()
  })

  await test.step('a number in the shared list leads to its prices, and back', async () => {
    await page.goto(`/list/${buildId}`)
    await page.getByRole('link', { name: 'sf 719-45' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Oil filter, spin-on')
    await page.getByRole('button', { name: /^Add to/ }).click()
    await expect(page.getByText('Added to S4 weekend', { exact: true })).toBeVisible()
    await page.getByRole('link', { name: 'Back to Parts List' }).click()
    await expect(page).toHaveURL(new RegExp(`/list/${buildId}$`))
    await expect(page.getByRole('heading', { name: 'Parts List (5 items)' })).toBeVisible()
  })

  await test.step('without signal it is reckoned with the prices that are here', async () => {
    await loseSignal(desk, server)
    await page.setViewportSize({ width: 360, height: 740 })
    await wantLook(page, { colorScheme: 'dark' })
    await page.goto(`/basket/${buildId}`)
    await expect(page.getByText(/These are the prices this device last got/)).toBeVisible()
    await expect(page.getByRole('status', { name: 'Total' })).toContainText(/3 parts in \d parcel/)
    await expect(page.getByText(/Prices are from|The oldest price is from/)).toBeVisible()
    await expectSound(page)
    await picture(page, 'basket-phone-dark')
  })
})

// A page without a window may paint frames nobody sees: shifts are counted in a window.
const inWindow = test.extend({ hasOwnProfile: true })

inWindow(
  'a kit takes the prices of the catalogue, gives them back, and knows them without signal @all',
  async ({ openBrowser, server, allowErrors }) => {
    allowErrors(networkFailure)
    const desk = await openBrowser('desk')
    const { page } = desk
    await page.addInitScript(WATCH_SHIFTS)
    const asked: string[] = []
    page.on('request', (request) => {
      if (request.url().endsWith('/api/parts/offers')) asked.push(request.postData() ?? '')
    })
    const buildId = await startBuild(page)
    await waitForWorker(page)
    await page.getByRole('textbox', { name: 'Kit Name' }).fill('S4 prices')
    for (const line of LINES) await addLine(page, line)
    await addLine(page, {
      name: 'Typed oil',
      partNumber: 'DW 5W40-1L',
      price: '12.00',
      quantity: '9',
    })
    await expect(chip(page)).toHaveAccessibleName('Sync: synced')
    const prices = page.getByRole('region', { name: 'Catalogue prices' })
    const useAll = prices.getByRole('button', { name: /^Use \d catalogue prices$/ })
    const total = page.getByRole('region', { name: 'Total and saving' })
    const lineOf = (name: string) => prices.getByRole('listitem').filter({ hasText: name })
    const open = () => prices.getByRole('button', { name: 'Show catalogue prices' }).click()

    await test.step('each line says from how much, at whom and how old; a typed price says so', async () => {
      await open()
      await expect(lineOf('Oil filter')).toContainText(
        /from \$\d+\.\d\d at .+, (just now|\d+ (min|h) ago)/,
      )
      await expect(lineOf('Typed oil')).toContainText('typed price $12.00')
      await expect(lineOf('Sealing wax')).toContainText('not in the catalogue')
      await expect(total).toContainText('$108.00 + 4 without a price')
      await picture(page, 'known-builder-desk')
    })

    await test.step('what waits for nobody was asked for in few calls, and moved nothing', async () => {
      await page.reload()
      await expect(prices).toContainText(/ of 5 parts with a number have a price/)
      // All of the screen's code is on the device by now: only requested data can shift it.
      await page.reload()
      await expect(prices).toContainText(/ of 5 parts with a number have a price/)
      await page.waitForTimeout(2_500)
      expect(asked.length).toBeLessThan(8)
      expect(await page.evaluate('window.shifted')).toBeLessThanOrEqual(0.02)
      await open()
      await expect(useAll).toHaveText('Use 3 catalogue prices')
    })

    await test.step('all are taken with one press, but for what was typed', async () => {
      await useAll.click()
      await expect(total).toContainText(/\$\d+\.\d\d \+ 1 without a price/)
      await expect(
        page.getByRole('textbox', { name: 'Unit price in dollars, line 5' }),
      ).toHaveValue(typedPrice('12.00'))
      await expect(
        page.getByRole('textbox', { name: 'Unit price in dollars, line 1' }),
      ).toHaveValue(/^\d+[.,]\d\d$/)
      await expect(lineOf('Oil filter')).toContainText(/catalogue price \$/)
    })

    await test.step('one undo gives all of them back', async () => {
      await page.getByRole('button', { name: /^Undo/ }).first().click()
      await expect(total).toContainText('$108.00 + 4 without a price')
      await expect(
        page.getByRole('textbox', { name: 'Unit price in dollars, line 1' }),
      ).toHaveValue('')
      await useAll.click()
      await expect(total).toContainText('+ 1 without a price')
      await expect(chip(page)).toHaveAccessibleName('Sync: synced')
    })

    await test.step('the list, the kit and garage mode say the same', async () => {
      for (const path of [`/list/${buildId}`, `/kit/${buildId}`, `/garage/${buildId}`]) {
        await page.goto(path)
        await expect(prices).toContainText(/ of 5 parts with a number have a price/)
        await page.waitForTimeout(2_000)
        expect(await page.evaluate('window.shifted'), path).toBeLessThanOrEqual(0.02)
        await open()
        await expect(lineOf('Oil filter')).toContainText(/catalogue price \$/)
        await expect(lineOf('Oil filter')).toContainText(/from \$\d+\.\d\d at /)
        await expectSound(page)
        await picture(page, `known-${path.split('/')[1]}-desk`)
      }
    })

    await test.step('without signal the last known prices stand there with their age', async () => {
      await loseSignal(desk, server)
      await page.setViewportSize({ width: 390, height: 844 })
      await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' })
      await page.goto(`/kit/${buildId}`)
      await expect(prices).toContainText(
        /No signal. These are the prices this device last got, today at/,
      )
      await open()
      await expect(lineOf('Oil filter')).toContainText(
        /from \$\d+\.\d\d at .+, (just now|\d+ min ago)/,
      )
      // A press may leave a link half below the dock, depending on the length of the words.
      await page.evaluate(() => scrollTo(0, 0))
      await expectSound(page)
      await prices.scrollIntoViewIfNeeded()
      await picture(page, 'known-kit-phone-offline-dark')
    })
  },
)
