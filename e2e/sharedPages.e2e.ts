// A shared link: the HTML served before any script, and the app that replaces it.
import type { Page } from '@playwright/test'

import { createAccount, signIn } from './account.ts'
import { expectAccessible } from './axe.ts'
import { addLine, chip, chooseTask, chooseVehicle, startBuild } from './builder.ts'
import { lineNames, startSyncedBuild, waitForWorker } from './builder.ts'
import { WATCH_SHIFTS } from './watchShifts.ts'
import { attachPicture, expect, test } from './harness.ts'

test('a shared link is read without any script; with it the app takes over and nothing moves', async ({
  openBrowser,
}) => {
  const owner = await openBrowser('desk')
  const first = { name: 'Oil filter', partNumber: 'OX 188D', price: '11.49', quantity: '2' }
  const buildId = await startSyncedBuild(owner.page, first)
  await addLine(owner.page, { name: 'Drain plug', price: '6.25' })
  await expect(chip(owner.page)).toHaveAccessibleName('Sync: synced')

  const { page, newPage } = await openBrowser('phone')
  const session = await page.context().newCDPSession(page)
  await session.send('Emulation.setScriptExecutionDisabled', { value: true })
  // Pasted links end with marks and blanks of the sentence around them.
  for (const path of [`/list/${buildId}.`, `/link/${buildId}%E2%80%8B`, `/kit/${buildId}).`]) {
    await page.goto(path)
    await expect(page.getByRole('heading', { name: /^Parts List/ })).toBeVisible()
    await expect(page.getByRole('cell', { name: 'Oil filter', exact: true })).toBeVisible()
    await expect(page.getByText('$22.98').first()).toBeVisible()
  }
  await page.goto(`/list/${buildId}`)
  const edit = page.getByRole('link', { name: 'Edit this parts list' })
  await expect(edit).toHaveAttribute('href', `/builder?build=${buildId}`)

  const second = await newPage()
  await second.addInitScript(WATCH_SHIFTS)
  await second.goto(`/kit/${buildId}`)
  await expect(second.getByRole('button', { name: 'Copy link' })).toBeVisible()
  await expect(second.getByRole('contentinfo')).toBeAttached()
  await expect(second.getByRole('heading', { name: /^Parts List/ })).toHaveCount(1)
  expect(await second.evaluate('window.shifted')).toBeLessThanOrEqual(0.02)
  // On another screen none of the served tags of the first are left.
  await expect(second.locator('link[rel=canonical]')).toHaveCount(1)
  await second.getByRole('link', { name: 'All kits' }).click()
  await expect(second).toHaveTitle(/^Kits/)
  await expect(second.locator('[data-of-page]')).toHaveCount(0)

  // New elements in other places are no shift to a browser.
  await page.goto(`/list/${buildId}`)
  await second.goto(`/list/${buildId}`)
  await expect(second.getByRole('button', { name: 'Copy link' })).toBeVisible()
  const [served, own] = [await rowsOf(page), await rowsOf(second)]
  expect(served).toHaveLength(2)
  for (const [at, { y, height }] of served.entries()) {
    expect(Math.abs(y - (own[at]?.y ?? NaN)), `line ${at + 1}`).toBeLessThanOrEqual(3)
    expect(Math.abs(height - (own[at]?.height ?? NaN)), `line ${at + 1}`).toBeLessThanOrEqual(3)
  }
})

/** Boxes of the lines, whatever draws them. */
async function rowsOf(page: Page) {
  const rows = page.locator('main :is(li, tbody tr)').filter({ hasText: /Oil filter|Drain plug/ })
  const boxes = await Promise.all((await rows.all()).map((row) => row.boundingBox()))
  return boxes.map((box) => box ?? { y: NaN, height: NaN })
}

/** Number of parts fully in the first viewport, above the bar fixed at its bottom. */
function partsInView(page: Page): Promise<number> {
  const dock = page.getByRole('region', { name: /^Total and/ })
  return dock.evaluate((element) => {
    const bottom = element.getBoundingClientRect().top
    const rows = document.querySelectorAll('main :is(li, tbody tr)')
    return Array.from(rows).filter((row) => {
      const box = row.getBoundingClientRect()
      return box.height > 0 && box.top >= 0 && box.bottom <= bottom
    }).length
  })
}

test('a shared list begins with its parts, and makes itself mine by one press @all', async ({
  server,
  openBrowser,
}) => {
  const dana = await createAccount(server, 'dana')
  const owner = await openBrowser('desk')
  await signIn(owner.page, dana)
  const buildId = await startBuild(owner.page)
  await chooseVehicle(owner.page, '2008', 'Audi', 'S4')
  await chooseTask(owner.page, 'Oil Change')
  await owner.page.getByRole('textbox', { name: 'Kit Name' }).fill('S4 B7 oil change, 9 quarts')
  const names = ['Engine oil 5W-40, 5 L', 'Oil filter', 'Drain plug with seal', 'Sealing ring']
  for (const name of names)
    await addLine(owner.page, { name, price: '11.49', quantity: '2', partNumber: 'OX 188D' })
  await expect(chip(owner.page)).toHaveAccessibleName('Sync: synced')

  const { page } = await openBrowser('phone')
  await page.setViewportSize({ width: 390, height: 844 })
  const session = await page.context().newCDPSession(page)
  await session.send('Emulation.setScriptExecutionDisabled', { value: true })
  await page.goto(`/list/${buildId}`)
  expect(await partsInView(page)).toBeGreaterThanOrEqual(2)
  await attachPicture(page, 'list before any script')
  await session.send('Emulation.setScriptExecutionDisabled', { value: false })

  await page.addInitScript(WATCH_SHIFTS)
  await page.goto(`/list/${buildId}`)
  await expect(page.getByRole('button', { name: 'Copy link' })).toBeAttached()
  await expect(page.getByRole('contentinfo')).toBeAttached()
  expect(await partsInView(page)).toBeGreaterThanOrEqual(2)
  expect(await page.evaluate('window.shifted')).toBeLessThanOrEqual(0.02)
  await attachPicture(page, 'list')
  await expectAccessible(page)

  // Author and age in one line.
  const age = page.getByText(/^Updated today at .* by dana_\d+$/)
  expect((await age.boundingBox())?.height).toBeLessThanOrEqual(24)
  // Collapsed catalogue prices reserve no space below them.
  const prices = page.getByRole('region', { name: 'Catalogue prices' })
  const share = await page.getByRole('heading', { name: 'Share link' }).boundingBox()
  await expect
    .poll(async () => {
      const { y, height } = (await prices.boundingBox()) ?? { y: 0, height: 0 }
      return (share?.y ?? 0) - y - height
    })
    .toBeLessThanOrEqual(40)
  // One main action; the others are below.
  const act = page.getByRole('region', { name: 'Total and what to do with it' })
  await expect(act.getByRole('link')).toHaveText(['Make it mine'])
  await expect(act).toContainText('$91.92')
  await expect(page.getByRole('link', { name: 'Edit this parts list' })).toHaveAttribute(
    'href',
    `/builder?build=${buildId}`,
  )
  await expect(page.getByRole('link', { name: 'Back to Home' })).toBeAttached()

  await act.getByRole('link', { name: 'Make it mine' }).tap()
  await expect(page.getByRole('heading', { name: 'Kit Builder' })).toBeVisible()
  await expect(page).toHaveURL(/build=\w{6}$/)
  await page.setViewportSize({ width: 1280, height: 800 })
  expect(new URL(page.url()).searchParams.get('build')).not.toBe(buildId)
  await expect.poll(() => lineNames(page)).toEqual(names)
  // The copy is among one's own kits, though unchanged, and the opened original below it.
  await page.goto('/create-kits')
  const kits = page.getByRole('row', { name: /S4 B7 oil change, 9 quarts/ })
  await expect(kits).toHaveCount(2)
  await expect(kits.first()).not.toContainText('Opened')
  await expect(kits.last()).toContainText('Opened')

  // The owner is offered no copy.
  await owner.page.goto(`/list/${buildId}`)
  const own = owner.page.getByRole('region', { name: 'Total and what to do with it' })
  await expect(own.getByRole('link')).toHaveText(['Edit this parts list'])
  await expectAccessible(owner.page)
  await attachPicture(owner.page, 'own list, desk')
})

test.extend({ hasWorker: true })(
  'the server calls every page what the app calls it @all',
  async ({ openBrowser, request }) => {
    const { page } = await openBrowser('desk')
    await page.goto('/')
    // Pages come from the device from here on, without the tags the server puts into each.
    await waitForWorker(page)
    const paths = [
      '/',
      '/create-kits',
      '/about',
      '/contact',
      '/terms-of-service',
      '/privacy-policy',
    ]
    const others = ['/affiliate-disclosure', '/builder', '/login', '/register', '/my-account']
    for (const path of [...paths, ...others]) {
      const served = /<title>([^<]*)</.exec(await (await request.get(path)).text())?.[1] ?? ''
      await page.goto(path)
      await expect(page, path).toHaveTitle(served)
    }
  },
)
