// The main navigation, and the way to screens that are seldom needed.
import { expectAccessible } from './axe.ts'
import { addLine, startBuild } from './builder.ts'
import { attachPicture, expect, test } from './harness.ts'
import { stillBox } from './still.ts'

const PLACES = [
  ['Builder', 'Kit Builder'],
  ['Kits', 'Kits'],
  ['Log', 'Maintenance log'],
  ['Prices', 'Prices'],
  ['Me', 'My Account'],
] as const

test('five places are one tap away, on the phone below and at the desk above @all', async ({
  openBrowser,
}) => {
  const { page } = await openBrowser('phone')
  await page.goto('/about')
  for (const width of [360, 390, 1280]) {
    await page.setViewportSize({ width, height: 800 })
    for (const [name, heading] of PLACES) {
      const link = page
        .getByRole('navigation', { name: 'Main' })
        .getByRole('link', { name, exact: true })
      // The navigation on top or at the bottom follows the width with the next frame.
      const box = await stillBox(link)
      expect(box.height).toBeGreaterThanOrEqual(40)
      if (width < 900) expect(Math.min(box.height, box.width)).toBeGreaterThanOrEqual(48)
      await link.click()
      await expect(
        page.getByRole('heading', { level: 1, name: heading, exact: true }),
      ).toBeVisible()
      await expect(link).toHaveAttribute('aria-current', 'page')
      await expectAccessible(page)
    }
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
    await attachPicture(page, `places, ${width}`)
  }
  // The account links beside the places are the two ways in, without duplicates.
  const account = page.getByRole('banner').getByRole('navigation', { name: 'Account' })
  await expect(account.getByRole('link')).toHaveText(['Login', 'Register'])
  // Screens that belong to a place mark it too.
  const belonging = [
    ['/product/SF%20719%2F45', 'Prices'],
    ['/login', 'Me'],
    ['/forgot-password', 'Me'],
    ['/verify-email?token=none', 'Me'],
  ] as const
  for (const [address, name] of belonging) {
    await page.goto(address)
    await expect(
      page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name }),
    ).toHaveAttribute('aria-current', 'true')
  }
})

test('what is seldom needed is two taps away @all', async ({ openBrowser }) => {
  const { page } = await openBrowser('desk')
  await startBuild(page)
  await addLine(page, { name: 'Oil filter', partNumber: 'SF 719/45' })
  await page.setViewportSize({ width: 360, height: 740 })
  const ways = [
    ['Kits', 'Receive a kit', 'Receive a kit'],
    ['Log', /0 of 1 fitted/, 'Oil filter'],
    ['Prices', /1 part with a number/, 'Cheapest basket'],
  ] as const
  for (const [place, link, heading] of ways) {
    // Garage mode has no bar below it but its own.
    await page.goto('/about')
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: place }).click()
    await page.getByRole('main').getByRole('link', { name: link }).click()
    await expect(page.getByRole('heading', { level: 1 })).toContainText(heading)
  }
  await page.goto('/about')
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Me' }).click()
  await expect(page.getByRole('button', { name: 'Save a backup' })).toBeVisible()
})

test('a price is found by words, and stands among those looked at @all', async ({
  openBrowser,
}) => {
  const { page } = await openBrowser('phone')
  await page.goto('/prices')
  await expect(page.getByText('No prices on this device yet')).toBeVisible()
  await page.getByRole('searchbox', { name: 'Search parts' }).fill('oil filter')
  await page.keyboard.press('Enter')
  await page.getByRole('list', { name: 'Parts found' }).getByRole('link').first().tap()
  await expect(page.getByRole('heading', { level: 1, name: 'Oil filter, spin-on' })).toBeVisible()
  await page.goBack()
  await expect(page.getByRole('list', { name: 'Parts found' })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Prices' }).tap()
  await expect(page.getByRole('list', { name: 'Looked at lately' })).toContainText('Oil filter')
  await expectAccessible(page)
})
