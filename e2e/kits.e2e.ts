import { createAccount, PASSWORD } from './account.ts'
import { loseSignal } from './builder.ts'
import { expect, networkFailure, test } from './harness.ts'
import type { TestServer } from './server.ts'

test.use({ hasOwnServer: true, hasWorker: true })

/** One page of the server's answers, and several screens high. */
const KITS = 50

test('a stranger finds a kit among many, comes back to where the list stood, and has both without signal', async ({
  openBrowser,
  server,
  allowErrors,
}) => {
  allowErrors(networkFailure)
  await saveKits(server)
  const phone = await openBrowser('phone')
  const { page } = phone
  await page.goto('/create-kits')
  const search = page.getByRole('searchbox')
  await expect(page.getByText(`${KITS} kits, 0 saved for offline use`)).toBeVisible()
  const rows = page.getByRole('main').getByRole('listitem')
  expect(await rows.count()).toBeLessThan(40)

  await search.fill('AUDI job')
  await expect(page.getByText(`25 of ${KITS} kits match “AUDI job”`)).toBeVisible()
  await expect(page).toHaveURL(/\?q=AUDI\+job&show=all$/)
  const link = page.getByRole('link', { name: /Job no20\b/ })
  await expect(async () => {
    await page.mouse.wheel(0, 400)
    await expect(link).toBeInViewport({ timeout: 500 })
  }).toPass()
  // The press itself scrolls where a link lies under the bar at the bottom.
  await page.evaluate(() => {
    addEventListener('click', () => Object.assign(window, { leftAt: scrollY }), {
      capture: true,
      once: true,
    })
  })
  await link.click()
  await expect(page.getByRole('heading', { level: 1, name: 'Job no20' })).toBeVisible()
  await page.goBack()
  await expect(search).toHaveValue('AUDI job')
  await expect(link).toBeInViewport()
  await expect.poll(() => page.evaluate<number>('Math.abs(scrollY - leftAt)')).toBeLessThan(200)

  await loseSignal(phone, server)
  // The opened kit is on the device, and comes first.
  await page.goto('/create-kits')
  await expect(rows).toHaveCount(1)
  await expect(rows).toContainText('Opened')
  await page.getByRole('radio', { name: 'Everybody’s' }).check()
  await expect(page.getByText(/^Refreshed today at/)).toBeVisible()
  await page.getByRole('link', { name: /Job no49/ }).click()
  await expect(page.getByText('Not on this device yet', { exact: true })).toBeVisible()
  await expect(page).toHaveURL(/\/create-kits\?show=all$/)
  // The opened kit is on the device.
  await search.fill('no20')
  await expect(rows).toHaveCount(1)
  await link.click()
  await expect(page.getByRole('heading', { level: 1, name: 'Job no20' })).toBeVisible()
})

async function saveKits(server: TestServer): Promise<void> {
  await createAccount(server, 'maria')
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
  const { token } = await post('/api/auth/login', { username: 'maria', password: PASSWORD })
  for (let at = 0; at < KITS; at++) {
    const vehicleMake = at % 2 === 0 ? 'Audi' : 'Volvo'
    const about = { vehicleYear: 2008, vehicleMake, vehicleModel: 'S4', task: 'Oil Change' }
    const parts = [{ name: 'Oil filter', unitPrice: 11.49, quantity: 1 }]
    const buildId = `K${String(at).padStart(5, '0')}`
    await post('/api/kits', { buildId, kitName: `Job no${at}`, ...about, parts }, token)
  }
}
