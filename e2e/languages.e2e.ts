// A language chosen without signal changes the texts, and the work goes on.
import { expectAccessible } from './axe.ts'
import { oneLine, startBuild, waitForWorker } from './builder.ts'
import { attachPicture, expect, networkFailure, test } from './harness.ts'

test.use({ hasWorker: true })

test('a phone speaks German and French from the next moment on, also without signal', async ({
  openBrowser,
  allowErrors,
}) => {
  allowErrors(networkFailure)
  const phone = await openBrowser('phone')
  const { page } = phone
  const buildId = await startBuild(page)
  await waitForWorker(page)
  await oneLine(page).fill('Oil filter HU719/7x 12.98 x2')
  await page.keyboard.press('Enter')
  await expect(page.getByText('$25.96').first()).toBeVisible()

  // HTML served to a browser of another language carries its `lang` before any script.
  for (const language of ['de', 'es', 'fr']) {
    const headers = { 'Accept-Language': language }
    const served = await (await page.request.get('/about', { headers })).text()
    expect(/<html[^>]*>/.exec(served)?.[0]).toContain(`lang="${language}"`)
  }
  await page.goto('/my-account')
  await page.getByText('Deutsch', { exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Dieses Gerät' })).toBeVisible()
  await expect(page.locator('html')).toHaveAttribute('lang', 'de')
  await attachPicture(page, 'german-phone')
  await expectAccessible(page)

  // The other languages' catalogues are cached with the app.
  await waitForWorker(page)
  await phone.goOffline()
  await page.getByText('Français', { exact: true }).click()
  await expect(page.locator('html')).toHaveAttribute('lang', 'fr')
  await page.goto(`/builder?build=${buildId}`)
  await expect(page.getByText('25,96 $').first()).toBeVisible()
  await expect(page.getByText('Oil filter').first()).toBeVisible()
  // The page preloads its catalogue along with its code, not one round trip later.
  expect(await page.locator('head link[rel=modulepreload]').evaluateAll(hrefsOf)).toEqual(
    expect.arrayContaining([expect.stringMatching(/\/fr\.app-/)]),
  )
  await attachPicture(page, 'french-phone')
})

const hrefsOf = (links: Element[]) => links.map((link) => link.getAttribute('href') ?? '')
