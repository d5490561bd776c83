// The outermost layer: answers of the server before any screen is involved.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import { expect, test } from './harness.ts'
import { rootFolder } from './server.ts'

test('the health page says that the server and its database are well', async ({ request }) => {
  const answer = await request.get('/api/health')
  expect(answer.status()).toBe(200)
  expect(answer.headers()['content-type']).toContain('application/json')
  expect(await answer.json()).toMatchObject({ status: 'ok' })
})

test('the first page comes with a policy that lets only our own scripts run', async ({
  openBrowser,
}) => {
  const { page } = await openBrowser()
  const answer = await page.goto('/')
  expect(answer?.status()).toBe(200)
  const headers = answer?.headers() ?? {}
  const policy = headers['content-security-policy'] ?? ''
  expect(policy).toMatch(/script-src 'self'/)
  expect(policy).not.toMatch(/script-src[^;]*'unsafe-(inline|eval)'/)
  expect(policy).toContain("require-trusted-types-for 'script'")
  expect(policy).toContain("frame-ancestors 'none'")
  expect(headers['x-content-type-options']).toBe('nosniff')
  await expect(page).toHaveTitle(/Wrenchlist/)
})

test('every file the build has named by its content may be kept for a year, the page may not @all', async ({
  request,
}) => {
  const list = readFileSync(join(rootFolder, 'dist/assets.json'), 'utf8')
  const { own } = JSON.parse(list) as { own: string[] }
  expect(own.length).toBeGreaterThan(9)
  for (const name of own) {
    const { 'cache-control': kept } = (await request.head(`/assets/${name}`)).headers()
    expect([name, kept]).toEqual([
      expect.stringMatching(/-[\w-]{8}\.\w+$/),
      'public, max-age=31536000, immutable',
    ])
  }
  for (const path of ['/', '/sw.js', '/manifest.webmanifest'])
    expect([path, (await request.head(path)).headers()['cache-control']]).toEqual([
      path,
      'no-cache',
    ])
})

test('an unknown API path is a 404 in JSON, never the app page', async ({ request }) => {
  for (const path of ['/api/nope', '/API/nope', '/api/kits/by-build-id/no/such/path']) {
    const answer = await request.get(path)
    expect(answer.status(), path).toBe(404)
    expect(answer.headers()['content-type'], path).toContain('application/json')
  }
})

test('a missing asset is a 404, so that no browser stores a page in its place', async ({
  request,
}) => {
  const answer = await request.get('/assets/gone-12345678.js')
  expect(answer.status()).toBe(404)
  expect(answer.headers()['content-type'] ?? '').not.toContain('html')
})

test('a store that another window holds is said instead of a blank page, and waited for', async ({
  openBrowser,
}) => {
  const { page, context } = await openBrowser('phone')
  await page.goto('/about')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  // A transaction stays open as long as one request follows another.
  await page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        const hold = window as unknown as { isHolding: boolean }
        hold.isHolding = true
        const opening = indexedDB.open('wrenchlist')
        opening.addEventListener('success', () => {
          const store = opening.result.transaction('meta', 'readwrite').objectStore('meta')
          const next = () => {
            if (!hold.isHolding) return
            const request = store.count()
            request.addEventListener('success', next)
            // The lock holds from the first success on.
            request.addEventListener('success', () => resolve())
          }
          next()
        })
      }),
  )
  const other = await context.newPage()
  await other.goto('/builder')
  const notice = other.getByRole('heading', { name: 'This browser does not open your kits' })
  await expect(notice).toBeVisible()
  await page.evaluate(() => {
    ;(window as unknown as { isHolding: boolean }).isHolding = false
  })
  await expect(other.getByRole('heading', { name: 'Parts' })).toBeVisible()
  await expect(notice).toHaveCount(0)
})

for (const [path, file] of [
  ['/', 'LandingScreen'],
  ['/Builder/', 'BuilderScreen'],
  ['/create-kits/', 'KitsScreen'],
] as const) {
  test(`${path} asks for its own files without waiting for those of all screens @all`, async ({
    openBrowser,
  }) => {
    const { page } = await openBrowser('phone')
    let release = () => {}
    const isReleased = new Promise<void>((resolve) => (release = resolve))
    // No code of the app runs before the release.
    await page.route('**/assets/index-*.js', async (route) => {
      await isReleased
      await route.continue()
    })
    const asked = page.waitForRequest(new RegExp(`/assets/${file}-[^/]+\\.js$`))
    await page.goto(path, { waitUntil: 'commit' })
    await asked
    release()
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  })
}
