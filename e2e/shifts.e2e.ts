// Layout shifts while a screen is used: at most 0.02 (CLS) per press, on phone and desk.
import type { Locator, Page } from '@playwright/test'

import { createAccount, createAdministrator, signIn } from './account.ts'
import { oneLine, startBuild, waitForWorker } from './builder.ts'
import { expect, test } from './harness.ts'

test.use({ actionTimeout: 60_000, hasOwnServer: true, hasOwnProfile: true, hasWorker: true })

const MOST = 0.02
/** Time in which effects of a press may still arrive. */
const REST_MS = 700
/** Time in which the screen that a press leads to is drawn, from its heading on. */
const DRAWN_MS = 150

interface Shift {
  value: number
  /** Tops of the moved elements before the shift, px from the top of the window. */
  tops: number[]
  /** Moved elements, with their places before and after. */
  what: string[]
}

// Shifts within 500 ms of a press count too, though browsers exclude them: fingers meet those.
const WATCH = `
  window.moved = []
  new PerformanceObserver((list) => {
    for (const { value, sources } of list.getEntries()) {
      // Elements that enter or leave the window were under no finger; those they push may be.
      // Elements that grow with their own words, like the chip in the header, move only sideways.
      const stayed = sources.filter(({ previousRect, currentRect }) =>
        previousRect.height > 0 && currentRect.height > 0 &&
        Math.abs(previousRect.top - currentRect.top) >= 1)
      window.moved.push({
        value,
        tops: stayed.map((source) => source.previousRect.top),
        what: stayed.map(({ node, previousRect: from, currentRect: to }) =>
          [node?.nodeName, node?.textContent?.slice(0, 20), from.top, from.height, '->', to.top, to.height]
            .join(' ')),
      })
    }
  }).observe({ type: 'layout-shift', buffered: true })
`

/** Waits for idle time, but not for long: a page that is always busy never gets there. */
const IDLE = `new Promise((then) => requestIdleCallback(() => requestAnimationFrame(() => setTimeout(then)), { timeout: 2_000 }))`

/**
 * Measures one press after another. Content that a press opens, adds or removes on purpose may move
 * everything below it: `at` says where that is. Shifts above it count all the same.
 */
function measure(page: Page) {
  const over: string[] = []
  let count = 0
  async function step(name: string, act: () => Promise<unknown>, at?: Locator): Promise<void> {
    const top = at ? ((await at.boundingBox())?.y ?? 0) : Infinity
    await page.evaluate('window.moved = []')
    const scrolled = await page.evaluate<number>('scrollY')
    await act()
    await page.waitForTimeout(REST_MS)
    // A busy machine may still be drawing then.
    await page.evaluate(IDLE)
    // Tops are reported as if the page had been scrolled before.
    const above = top - ((await page.evaluate<number>('scrollY')) - scrolled)
    const moved = await page.evaluate<Shift[]>('window.moved')
    const counted = moved.filter(({ tops }) => tops.some((one) => one < above - 1))
    const sum = counted.reduce((all, { value }) => all + value, 0)
    count++
    const what = counted.flatMap((shift) => shift.what).join('; ')
    if (sum > MOST) over.push(`${name}: ${sum.toFixed(3)} ${what}`)
  }
  /** A press that leads to another screen: shifts count once that has been drawn. */
  const leave = (name: string, act: () => Promise<unknown>, arrived: Locator) =>
    step(name, async () => {
      await act()
      await expect(arrived).toBeVisible()
      await page.waitForTimeout(DRAWN_MS)
      await page.evaluate('window.moved = []')
    })
  return { step, leave, over, count: () => count }
}

for (const screen of ['phone', 'desk'] as const) {
  test(`nothing moves under a finger from the first part to the log: ${screen} @all`, async ({
    openBrowser,
  }) => {
    const { page } = await openBrowser(screen)
    await page.addInitScript(WATCH)
    await startBuild(page)
    await waitForWorker(page)
    const { step, leave, over, count } = measure(page)
    const press = (what: Locator) => (screen === 'phone' ? what.tap() : what.click())
    const dialog = page.getByRole('dialog')
    const button = (name: string | RegExp) =>
      page.getByRole('button', { name, exact: typeof name === 'string' }).first()

    const vehicle = button('Choose A Vehicle')
    await step('open the vehicles', () => press(vehicle))
    for (const name of ['2008', 'Audi'])
      await step(name, () => press(dialog.getByRole('button', { name, exact: true })))
    const card = page.getByRole('textbox', { name: 'Kit Name' })
    const model = dialog.getByRole('button', { name: 'S4', exact: true })
    // The choice fills in the card, which takes more room without a vehicle.
    await step('S4', () => press(model), page.locator('main h1'))
    await step('open the tasks', () => press(button('Choose A Task')))
    await step('use a task', () => press(dialog.getByRole('button', { name: 'Use' }).first()))
    const line = oneLine(page)
    await step('into the line', () => press(line))
    for (const part of [
      'Oil filter HU719/7x 12.98 x2',
      'Rotor, front left $89',
      'Rotor, front right $89',
    ]) {
      await step(`type ${part}`, () => page.keyboard.type(part, { delay: 20 }))
      await step(`add ${part}`, () => page.keyboard.press('Enter'), line)
    }
    await step('one more', () => press(button(/^One more/)))
    await step('undo', () => press(button(/^Undo/)))
    await step('redo', () => press(button(/^Redo/)))
    await step('name it', async () => {
      await press(card)
      await page.keyboard.type('S4 brakes')
    })
    await step('notes', async () => {
      await press(page.getByRole('textbox', { name: /^Notes/ }))
      await page.keyboard.type('**30 Nm**')
    })
    await step('preview', () => press(button('Preview')), button('Preview'))
    await step('search', () => press(button('Search')), page.locator('header'))
    // The dock is back, with everything that floats above it.
    await step('close the search', () => page.keyboard.press('Escape'), page.locator('header'))
    await leave(
      'garage mode',
      () => press(page.getByRole('link', { name: 'Garage mode' }).first()),
      button('Where on the car'),
    )
    await step('fitted', () =>
      press(page.getByRole('listitem').filter({ hasText: 'Oil filter' }).first()),
    )
    await step('have', () => press(page.getByText('Have', { exact: true })))
    await step('undo in the garage', () => press(button(/^Undo/)))
    await step(
      'where on the car',
      () => press(button('Where on the car')),
      button('Where on the car'),
    )
    await leave(
      'leave',
      () => press(page.getByRole('link', { name: 'Leave garage mode' })),
      page.getByRole('heading', { name: 'Parts List' }),
    )
    await leave(
      'kits',
      () => press(page.getByRole('link', { name: 'Kits', exact: true }).first()),
      page.getByRole('heading', { level: 1, name: 'Kits', exact: true }),
    )
    await step('mine', () => page.getByText('Mine', { exact: true }).click())
    await step('search kits', () => page.getByRole('searchbox').fill('s4'))
    expect(over).toEqual([])
    expect(count()).toBeGreaterThan(25)
  })
}

test('what comes later moves nothing on the screens of accounts and operators @all', async ({
  openBrowser,
  server,
}) => {
  await createAdministrator(server, 'boss')
  await createAccount(server, 'maria')
  const { page } = await openBrowser('desk')
  await page.addInitScript(WATCH)
  await signIn(page, 'boss')
  const over: string[] = []
  for (const path of ['/my-account', '/admin', '/admin/accounts', '/admin/catalogue']) {
    await page.goto(path)
    await expect(page.locator('main h1')).toBeVisible()
    await expect(page.locator('[data-loading]')).toHaveCount(0)
    await page.waitForTimeout(REST_MS)
    const moved = await page.evaluate<Shift[]>('window.moved')
    const counted = moved.filter(({ tops }) => tops.length > 0)
    const sum = counted.reduce((all, { value }) => all + value, 0)
    const what = counted.flatMap((shift) => shift.what).join('; ')
    if (sum > MOST) over.push(`${path}: ${sum.toFixed(3)} ${what}`)
  }
  expect(over).toEqual([])
})
