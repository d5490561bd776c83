// A drawing beside each part helps the eye, takes no room from a row and moves none when it loads.
import type { Page } from '@playwright/test'

import type { TestServer } from './server.ts'

import { createAccount, PASSWORD, signIn } from './account.ts'
import { chip, waitForWorker } from './builder.ts'
import { attachPicture, expect, networkFailure, test } from './harness.ts'

test.use({ hasOwnServer: true, hasWorker: true })

const PARTS = [
  { name: 'Oil filter', manufacturer: 'Mahler', partNumber: 'OX 188D', unitPrice: 11.49 },
  { name: 'Engine oil 5W-40, 5 L', manufacturer: 'Corvane', unitPrice: 45.99, quantity: 2 },
  { name: 'Rags' },
  { name: 'Intake manifold gasket set for the 4.2 litre engine', partNumber: '725.310' },
  { name: 'Drain plug', unitPrice: 6.25, buyLink: 'https://shop.example/plugs/05089' },
]

/** Saves two kits of one account: with a short name, and with one that wraps. */
async function saveKits(server: TestServer): Promise<void> {
  await createAccount(server, 'dana')
  const post = async (path: string, body: object, token = '') => {
    const headers = { 'Content-Type': 'application/json', Authorization: `Bearer ${token}` }
    const answer = await fetch(server.url + path, {
      method: 'POST',
      headers,
      body: JSON.stringify(body),
    })
    expect(answer.status).toBe(200)
    return (await answer.json()) as { token: string }
  }
  const { token } = await post('/api/auth/login', { username: 'dana', password: PASSWORD })
  const about = { vehicleYear: 2008, vehicleMake: 'Audi', vehicleModel: 'S4', task: 'Oil Change' }
  const long = 'Everything for the oil of the grey one before winter'
  await post('/api/kits', { buildId: 'KPICT1', kitName: 'Oil', ...about, parts: PARTS }, token)
  await post('/api/kits', { buildId: 'KPICT2', kitName: long, ...about, parts: PARTS }, token)
}

const pictures = (page: Page) => page.locator('main part-picture svg')

/**
 * Top and height of each row, first as they are and then as if there were no pictures. Both in one
 * call: the rest of the screen may still load between two.
 */
async function rowsOf(page: Page) {
  const { undone, rows, without } = await pictures(page).evaluateAll((drawn) => {
    const rowsNow = () =>
      [...document.querySelectorAll('main :is(li, [role=listitem])')].map((row) => {
        const { top, height } = row.getBoundingClientRect()
        return [Math.round(top + scrollY), Math.round(height * 10) / 10]
      })
    const seen = rowsNow()
    for (const picture of drawn) {
      const room = picture.parentElement
      const root = picture.getRootNode()
      if (!room || !(root instanceof ShadowRoot) || !(root.host instanceof HTMLElement)) continue
      room.style.display = 'none'
      // The display that an undefined element around the same words would have.
      root.host.style.display = root.host.classList.contains('grow') ? 'block' : 'inline'
    }
    return { undone: drawn.length, rows: seen, without: rowsNow() }
  })
  return { undone, rows, without }
}

test('on a small phone no row is taller for its picture, nor moves when the drawings come @all', async ({
  server,
  openBrowser,
}) => {
  await saveKits(server)
  const stranger = await openBrowser('phone')
  await stranger.page.setViewportSize({ width: 360, height: 740 })
  let letCome = () => {}
  const isAsked = new Promise<void>((resolve) => (letCome = resolve))
  await stranger.page.route('**/assets/partPicture-*.js', async (route) => {
    await isAsked
    await route.continue()
  })
  await stranger.page.goto('/list/KPICT1')
  await expect(stranger.page.getByRole('button', { name: 'Copy link' })).toBeVisible()
  await expect(stranger.page.getByText('Rags', { exact: true })).toBeVisible()
  const { rows: before } = await rowsOf(stranger.page)
  await expect(pictures(stranger.page)).toHaveCount(0)
  letCome()
  await expect(pictures(stranger.page)).toHaveCount(PARTS.length)
  expect(await rowsOf(stranger.page)).toEqual({
    undone: PARTS.length,
    rows: before,
    without: before,
  })

  const { page } = await openBrowser('phone')
  await page.setViewportSize({ width: 360, height: 740 })
  await signIn(page, 'dana')
  await waitForWorker(page)
  for (const [path, count] of [
    ['/builder?build=KPICT1', PARTS.length],
    ['/kit/KPICT1', PARTS.length],
    ['/garage/KPICT1', PARTS.length],
    ['/create-kits', 2],
  ] as const) {
    await page.goto(path)
    await expect(pictures(page)).toHaveCount(count)
    await attachPicture(page, path)
    const { undone, rows, without } = await rowsOf(page)
    expect(undone).toBe(count)
    expect([path, without]).toEqual([path, rows])
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
  }
})

test('pictures need no signal once the app is there @all', async ({
  server,
  openBrowser,
  allowErrors,
}) => {
  allowErrors(networkFailure)
  await saveKits(server)
  const phone = await openBrowser('phone')
  await signIn(phone.page, 'dana')
  await waitForWorker(phone.page)
  await phone.page.goto('/about')
  // Her kits have reached the phone too.
  await expect(chip(phone.page)).toHaveAccessibleName('Sync: synced')
  await phone.goOffline()
  await phone.page.goto('/create-kits')
  await expect(pictures(phone.page)).toHaveCount(2)
})
