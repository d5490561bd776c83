// A first visit with an intermittent signal: no worker has cached the whole app yet.
import type { Page } from '@playwright/test'

import { addLine, chip } from './builder.ts'
import { expect, networkFailure, test } from './harness.ts'

test.use({ hasWorker: true })

test('what a press needs and cannot fetch is said, and comes with a press when there is signal @all', async ({
  openBrowser,
  allowErrors,
}) => {
  allowErrors(networkFailure)
  const { page, context } = await openBrowser()
  await startWithoutWorker(page)
  // The toast's code loads at startup, so it works without signal.
  await expect
    .poll(() => page.evaluate(() => performance.getEntriesByType('resource').map((it) => it.name)))
    .toContainEqual(expect.stringMatching(/\/assets\/Toast-[^/]*\.js$/))
  await context.setOffline(true)
  await chip(page).click()
  await expect(
    page.getByText('It needs a signal once. Press again when there is one.', { exact: true }),
  ).toBeVisible()
  await context.setOffline(false)
  await chip(page).click()
  await expect(page.getByRole('dialog', { name: 'Sync' })).toBeVisible()
})

test('a page that loads itself again for what is missing says so @all', async ({
  openBrowser,
  allowErrors,
}) => {
  allowErrors(/404/)
  const { page } = await openBrowser()
  await startWithoutWorker(page)
  let isGone = true
  await page.route('**/assets/SyncDrawer-*.js', (route) =>
    isGone ? route.fulfill({ status: 404 }) : route.continue(),
  )
  const loadedAgain = page.waitForEvent('framenavigated')
  await chip(page).click()
  await loadedAgain
  isGone = false
  await expect(page.getByText('Wrenchlist was loaded again', { exact: true })).toBeVisible()
  await chip(page).click()
  await expect(page.getByRole('dialog', { name: 'Sync' })).toBeVisible()
})

test('a worker whose files did not all come is fetched again while the page is open @all', async ({
  openBrowser,
  allowErrors,
}) => {
  allowErrors(networkFailure)
  allowErrors(/503/)
  const { page, context } = await openBrowser()
  let misses = 0
  await context.route('**/assets/*', async (route) => {
    const isWorkers = route.request().serviceWorker() !== null
    if (isWorkers && misses++ === 0) await route.abort()
    else await route.continue()
  })
  await page.goto('/builder')
  // Other files of the worker may be in flight by then.
  await expect.poll(() => misses).toBeGreaterThan(0)
  await expect
    .poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null), {
      timeout: 60_000,
    })
    .toBe(true)
})

/** Begins a kit in a browser without service workers, as a private window can be. */
async function startWithoutWorker(page: Page): Promise<void> {
  await page.addInitScript('delete Navigator.prototype.serviceWorker')
  await page.goto('/builder')
  await addLine(page, { name: 'Oil filter' })
  await expect(chip(page)).toHaveAccessibleName('Sync: synced')
}
