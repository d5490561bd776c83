// Under the car, one-handed and without signal: parts are marked on the phone.
import { expectAccessible } from './axe.ts'
import { createAccount, signIn } from './account.ts'
import { addLine, chip, letRun, startBuild, waitForWorker } from './builder.ts'
import { attachPicture, batteryTest, expect, networkFailure, test } from './harness.ts'

import type { Page } from '@playwright/test'

// Heights need a window and a worker: without a worker a notice stands above the parts.
test.use({ hasOwnProfile: true, hasWorker: true })

const PARTS = [
  { name: 'Engine oil 5W-40, 5 L', manufacturer: 'Corvane', partNumber: 'CV-540', quantity: '2' },
  { name: 'Oil filter', manufacturer: 'Ostro', partNumber: 'W 719/45' },
  { name: 'Drain plug with seal', partNumber: 'N 908 132 02' },
]

const part = (page: Page, name: string) =>
  page.getByRole('listitem').filter({ hasText: name }).getByRole('checkbox')

/** Selects the mark that a tap sets, and taps a part. */
async function mark(page: Page, name: string, word: string): Promise<void> {
  await page.getByRole('radio', { name: word }).check({ force: true })
  await part(page, name).tap()
  await expect(page.getByRole('listitem').filter({ hasText: name })).toContainText(word)
}

batteryTest(
  'a kit goes from need to fitted without signal, and so it stands on the other device @all',
  async ({ server, openBrowser, allowErrors }) => {
    allowErrors(networkFailure)
    const dana = await createAccount(server, 'dana')
    const desk = await openBrowser('desk')
    await signIn(desk.page, dana)
    const buildId = await startBuild(desk.page)
    for (const line of PARTS) await addLine(desk.page, line)
    await desk.page
      .getByRole('textbox', { name: /^Notes/ })
      .fill('**Drain plug 30 Nm**, new seal every time.')
    await expect(chip(desk.page)).toHaveAccessibleName('Sync: synced')

    // The phone in the garage: the kit was opened once, then the signal is gone.
    const phone = await openBrowser('phone')
    const { page } = phone
    await page.setViewportSize({ width: 360, height: 740 })
    await signIn(page, dana)
    await page.goto(`/kit/${buildId}`)
    await expect(page.getByRole('link', { name: 'Garage mode' })).toBeVisible()
    await waitForWorker(page)
    await phone.goOffline()
    await page.getByRole('link', { name: 'Garage mode' }).click()
    await expect(page.getByText('0 of 3 fitted', { exact: true })).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Drain plug 30 Nm' })).toBeVisible()
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')

    for (const row of await page
      .getByRole('listitem')
      .filter({ has: part(page, '') })
      .all()) {
      const rowBox = await row.boundingBox()
      expect(rowBox?.height).toBeGreaterThanOrEqual(84)
      expect(rowBox?.width).toBeLessThanOrEqual(360)
      const { width, height } = (await row.getByRole('checkbox').locator('..').boundingBox()) ?? {}
      expect([width, height]).toEqual([56, 56])
    }
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
    await expectAccessible(page)
    await attachPicture(page, 'garage, dark')

    // One part goes through all marks, from need to fitted.
    await mark(page, 'Oil filter', 'Have')
    await mark(page, 'Oil filter', 'Ordered')
    await mark(page, 'Engine oil', 'Have')
    await page.getByRole('button', { name: 'Still to buy (1)' }).tap()
    await expect(part(page, 'Drain plug with seal')).toBeVisible()
    await expect(part(page, 'Oil filter')).toBeHidden()
    await page.getByRole('button', { name: 'Still to buy (1)' }).tap()
    await mark(page, 'Oil filter', 'Fitted')
    await mark(page, 'Drain plug with seal', 'Fitted')
    await page.getByRole('button', { name: 'Undo: Drain plug with seal fitted' }).tap()
    await expect(page.getByRole('listitem').filter({ hasText: 'Drain plug' })).toContainText('Need')
    await expect(page.getByText('1 of 3 fitted', { exact: true })).toBeVisible()
    await expect(chip(page)).toHaveAccessibleName(/waiting/)

    // The light theme, with everything fitted, and after a flat battery.
    await mark(page, 'Drain plug with seal', 'Fitted')
    await mark(page, 'Engine oil', 'Fitted')
    await expect(page.getByText('All parts are fitted.')).toBeVisible()
    await page.getByRole('checkbox', { name: 'Dark in garage mode' }).uncheck()
    await page.emulateMedia({ colorScheme: 'light' })
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'light')
    await expectAccessible(page)
    await attachPicture(page, 'garage, light')
    await letRun(page, 200)
    await phone.kill()
    const again = await phone.reopen()
    await again.goto(`/garage/${buildId}`)
    await expect(again.getByText('3 of 3 fitted', { exact: true })).toBeVisible()

    // Back online the desk shows the marks, and a guest sees none of them.
    await phone.goOnline()
    await expect(chip(again)).toHaveAccessibleName('Sync: synced')
    await desk.page.getByRole('link', { name: 'Garage mode' }).click()
    await expect(desk.page.getByText('3 of 3 fitted', { exact: true })).toBeVisible()
    await expect(part(desk.page, 'Oil filter')).toBeChecked()
    await expectAccessible(desk.page)

    const guest = await openBrowser('phone')
    await guest.page.goto(`/kit/${buildId}`)
    await expect(guest.page.getByText('Oil filter').first()).toBeVisible()
    await expect(guest.page.getByText('Fitted')).toHaveCount(0)
    await expect(guest.page.getByRole('link', { name: 'Garage mode' })).toHaveCount(0)
  },
)

/** Touch targets and their smaller side, in px; a label counts for its field. */
const sizes = (page: Page) =>
  page.evaluate(() =>
    Array.from(document.querySelectorAll('a, button, label'), (one) => {
      const { width, height } = one.getBoundingClientRect()
      return { name: one.textContent, least: Math.min(width, height) }
    }).filter(({ least }) => least > 0),
  )

test('five parts stand between the head and the thumb, and nothing is small or in the way @all', async ({
  openBrowser,
}) => {
  const desk = await openBrowser('desk')
  await startBuild(desk.page)
  await desk.page.getByRole('textbox', { name: 'Kit Name' }).fill('S4 B7 oil change, 9 quarts')
  for (const name of ['Sealing ring', 'Brake cleaner', 'Shop towels', 'Funnel']) {
    await addLine(desk.page, { name, quantity: '2' })
  }
  for (const line of PARTS) await addLine(desk.page, line)
  await desk.page
    .getByRole('textbox', { name: /^Notes/ })
    .fill('**Drain plug 30 Nm**, new seal every time. Takes 9.0 quarts with filter.')
  await desk.page.getByRole('link', { name: 'Garage mode' }).click()
  const { page } = desk
  await page.setViewportSize({ width: 390, height: 844 })

  const head = page.getByRole('banner')
  await expect(head.getByRole('heading', { name: 'S4 B7 oil change, 9 quarts' })).toBeVisible()
  await expect(head.getByRole('link', { name: 'Leave garage mode' })).toBeVisible()
  await expect(page.getByRole('contentinfo')).toBeHidden()

  // The car, which a desk has room for, folds away a moment after the screen narrows.
  await expect(async () => {
    // The marks are in reach of the thumb, beside Undo, and the parts above them.
    const undo = await page.getByRole('button', { name: 'Undo' }).boundingBox()
    const marks = await page.getByRole('radiogroup', { name: 'A tap marks as' }).boundingBox()
    expect(marks?.y).toBeGreaterThan(844 - 100)
    expect(undo?.y).toBeGreaterThan(844 - 100)
    const bottoms = await page
      .getByRole('listitem')
      .evaluateAll((rows) => rows.map((row) => row.getBoundingClientRect().bottom))
    const seen = bottoms.filter((bottom) => bottom <= (undo?.y ?? 0) - 10)
    expect(seen.length).toBeGreaterThanOrEqual(5)
  }).toPass({ timeout: 30_000 })

  await expect(page.getByRole('checkbox', { name: 'Dark in garage mode' })).toBeAttached()
  await expect.poll(async () => (await sizes(page)).filter(({ least }) => least < 56)).toEqual([])
  // No warning that the screen turns off: it stays on here.
  await expect(page.getByText(/lets the screen turn off/)).toBeHidden()

  for (const width of [360, 390]) {
    await page.setViewportSize({ width, height: 844 })
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
    const [beside, undoAt] = await Promise.all([
      page.getByRole('radiogroup').boundingBox(),
      page.getByRole('button', { name: 'Undo' }).boundingBox(),
    ])
    expect(beside?.x).toBeGreaterThan(undoAt?.x ?? Infinity)
  }
})

test('the car is folded away on a phone, where five parts are seen, and stays as it was left @all', async ({
  openBrowser,
}) => {
  const { page } = await openBrowser('phone')
  await page.setViewportSize({ width: 1280, height: 740 })
  const buildId = await startBuild(page)
  const places = ['front left', 'front right', 'rear left', 'rear right', 'rear axle', 'engine bay']
  for (const place of places) await addLine(page, { name: `Brake part, ${place}` })
  await expect(chip(page)).toHaveAccessibleName('Sync: synced')
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto(`/garage/${buildId}`)
  const car = page.getByRole('region', { name: 'Where on the car' })
  const fold = page.getByRole('button', { name: 'Where on the car' })
  await expect(fold).toHaveAttribute('aria-expanded', 'false')
  await expect(car).toBeHidden()
  const parts = page.getByRole('list', { name: /^Parts/ }).getByRole('listitem')
  const fifth = await parts.nth(4).boundingBox()
  const undo = await page.getByRole('button', { name: 'Undo' }).boundingBox()
  expect((fifth?.y ?? 0) + (fifth?.height ?? 0)).toBeLessThan(undo?.y ?? 0)
  const button = await fold.boundingBox()
  expect([button?.width, button?.height].every((side) => (side ?? 0) >= 56)).toBe(true)

  await fold.tap()
  await page.reload()
  await car.getByRole('button', { name: /^Front left/ }).tap()
  await expect(parts).toHaveCount(1)
  await expectAccessible(page)
  // A car that is folded away filters no parts.
  await fold.tap()
  await expect(parts).toHaveCount(places.length)
  await page.reload()
  await expect(fold).toHaveAttribute('aria-expanded', 'false')
})
