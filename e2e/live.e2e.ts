// Two devices of one account see each other's changes at once, and a reader sees comments.
import type { Device } from './device.ts'
import type { TestServer } from './server.ts'

import { addLine, chip, startBuild } from './builder.ts'
import { expect, networkFailure, test } from './harness.ts'

const PASSWORD = 'Torque 30 Nm, dry!'
/** Well below the minute after which a device asks by itself. */
const AT_ONCE = { timeout: 8_000 }

async function register(server: TestServer, username: string): Promise<void> {
  const answer = await fetch(`${server.url}/api/auth/register`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ username, email: `${username}@example.com`, password: PASSWORD }),
  })
  expect(answer.status).toBe(201)
}

async function signIn({ page }: Device, username: string): Promise<void> {
  await page.goto('/login')
  await page.getByLabel('Username or email').fill(username)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Sign In' }).click()
  await expect(page.getByText('Welcome back!', { exact: true }).first()).toBeVisible()
}

test('what is typed on one device stands on the other at once, also after the server was away', async ({
  openBrowser,
  server,
  allowErrors,
}) => {
  test.setTimeout(120_000)
  allowErrors(networkFailure)
  await register(server, 'maria')
  const [desk, phone] = [await openBrowser('desk'), await openBrowser('desk')]
  await signIn(desk, 'maria')
  await signIn(phone, 'maria')
  const buildId = await startBuild(desk.page)
  await addLine(desk.page, { name: 'Oil filter' })
  await expect(chip(desk.page)).toHaveAccessibleName(/synced/i)
  await phone.page.goto(`/builder?build=${buildId}`)
  const lineOf = (device: Device, nth: number) =>
    device.page.getByRole('textbox', { name: `Part name, line ${nth}` })
  await expect(lineOf(phone, 1)).toHaveValue('Oil filter')

  await addLine(desk.page, { name: 'Drain plug' })
  await expect(lineOf(phone, 2)).toHaveValue('Drain plug', AT_ONCE)
  await addLine(phone.page, { name: 'Crush washer' })
  await expect(lineOf(desk, 3)).toHaveValue('Crush washer', AT_ONCE)

  // The stream is gone with the server, and comes back with it.
  await server.restart()
  await addLine(desk.page, { name: 'Funnel' })
  await expect(lineOf(phone, 4)).toHaveValue('Funnel', { timeout: 20_000 })
})
