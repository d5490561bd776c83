// A link in a message: what stands there before any script, and what becomes of it.
import { startSyncedBuild, waitForWorker } from './builder.ts'
import { expect, test } from './harness.ts'

const WATCH_SHIFTS = `
  window.shifted = 0
  new PerformanceObserver((entries) => {
    for (const { value } of entries.getEntries()) window.shifted += value
  }).observe({ type: 'layout-shift', buffered: true })
`

test('a shared link is read without any script; with it the app takes over and nothing moves', async ({
  openBrowser,
}) => {
  const owner = await openBrowser('desk')
  const buildId = await startSyncedBuild(owner.page, { name: 'Oil filter', price: '11.49' })

  const { page, newPage } = await openBrowser('phone')
  const session = await page.context().newCDPSession(page)
  await session.send('Emulation.setScriptExecutionDisabled', { value: true })
  for (const path of [`/list/${buildId}`, `/kit/${buildId}`]) {
    await page.goto(path)
    await expect(page.getByRole('heading', { name: /^Parts List/ })).toBeVisible()
    await expect(page.getByRole('cell', { name: 'Oil filter', exact: true })).toBeVisible()
    await expect(page.getByText('$11.49').first()).toBeVisible()
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

  // On another screen nothing is left of what the server said of the first.
  await expect(second.locator('link[rel=canonical]')).toHaveCount(1)
  await second.getByRole('link', { name: 'All kits' }).click()
  await expect(second).toHaveTitle(/^Kits/)
  await expect(second.locator('[data-of-page]')).toHaveCount(0)
})

test('the server calls every page what the app calls it', async ({ openBrowser, request }) => {
  const { page } = await openBrowser('desk')
  await page.goto('/')
  // From here on pages come from the device, without what the server says of each.
  await waitForWorker(page)
  const paths = ['/', '/create-kits', '/about', '/contact', '/terms-of-service', '/privacy-policy']
  const others = ['/affiliate-disclosure', '/builder', '/login', '/register', '/my-account']
  for (const path of [...paths, ...others]) {
    const served = /<title>([^<]*)</.exec(await (await request.get(path)).text())?.[1] ?? ''
    await page.goto(path)
    await expect(page, path).toHaveTitle(served)
  }
})
