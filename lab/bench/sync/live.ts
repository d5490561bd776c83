/** How long until a value that was typed on one device stands on another: one account, two browsers. */
import type { Device } from '../../../e2e/device.ts'

import { addLine, chip, startBuild } from '../../../e2e/builder.ts'
import { inLab, summary } from '../lab.ts'
import { report } from '../report.ts'

const EDITS = Number(process.env['EDITS'] ?? 20)
const LOGIN = { username: 'garage', password: 'Torque-30-Nm!' }
/** A change waits for a second in which nothing more is typed, sync/send/sync.ts. */
const DEBOUNCE_MS = 1_000

async function signIn({ page }: Device, origin: string): Promise<void> {
  await page.goto(`${origin}/login`)
  await page.getByLabel('Username or email').fill(LOGIN.username)
  await page.getByLabel('Password', { exact: true }).fill(LOGIN.password)
  await page.getByRole('button', { name: 'Sign In' }).click()
  await page.getByText('Welcome back!', { exact: true }).first().waitFor()
}

await inLab(async ({ openBrowser, server }) => {
  await fetch(`${server.url}/api/auth/register`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ ...LOGIN, email: 'garage@example.com' }),
  })
  const [here, there] = [await openBrowser('desk'), await openBrowser('desk')]
  await signIn(here, server.url)
  await signIn(there, server.url)
  const buildId = await startBuild(here.page)
  await addLine(here.page, { name: 'Oil filter' })
  await chip(here.page).filter({ hasText: 'Synced' }).waitFor()
  await there.page.goto(`${server.url}/builder?build=${buildId}`)
  const field = { name: 'Part name, line 1' }
  await there.page.getByRole('textbox', field).waitFor()
  // The stream opens once the screen stands.
  await there.page.waitForTimeout(5_000)
  const times: number[] = []
  for (let n = 0; n < EDITS; n++) {
    const text = `Oil filter ${n}`
    const seen = there.page.waitForFunction(
      ([label, value]) =>
        document.querySelector<HTMLInputElement>(`[aria-label="${label}"]`)?.value === value,
      [field.name, text],
      { polling: 'raf', timeout: 70_000 },
    )
    await here.page.getByRole('textbox', field).fill(text)
    const typedAt = performance.now()
    await seen
    times.push(performance.now() - typedAt)
  }
  const { median, p95 } = summary(times)
  const ms = Math.round
  report('An edit on the other device', [
    {
      what: `${EDITS} edits, from the key to the other screen: median`,
      figure: ms(median),
      unit: 'ms',
    },
    { what: 'p95, with the second in which it waits for more', figure: ms(p95), unit: 'ms' },
    { what: 'p95, after it was sent', figure: ms(p95 - DEBOUNCE_MS), unit: 'ms' },
  ])
})
