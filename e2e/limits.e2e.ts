// More is typed than may be stored in a day: it stays on the device, which says why and until when.
import type { TestServer } from './server.ts'

import { addLine, chip, namesOnServer, startSyncedBuild } from './builder.ts'
import { attachPicture, expect, networkFailure, test } from './harness.ts'

test.use({ serverEnv: { STORE_MB_PER_DAY: '10' } })

/** Somebody else behind the same address stores all that it may. */
async function fillTheDay(server: TestServer): Promise<void> {
  let parts = 300
  for (let nth = 10; nth < 100; nth++) {
    const list = Array.from({ length: parts }, (_, n) => ({ name: `Part ${n}`, quantity: 1 }))
    const body = JSON.stringify({ buildId: `FULL${nth}`, notes: 'n'.repeat(2_000), parts: list })
    const headers = { 'Content-Type': 'application/json' }
    const answer = await fetch(`${server.url}/api/auto-save`, { method: 'POST', headers, body })
    if (answer.status !== 429) continue
    if (parts === 0) return
    parts = Math.floor(parts / 8)
  }
  throw new Error('The day has no end')
}

test('what is over the day’s limit waits, says why and until when, and arrives later', async ({
  openBrowser,
  server,
  allowErrors,
}) => {
  // While the server starts anew.
  allowErrors(networkFailure)
  const { page } = await openBrowser('desk')
  const buildId = await startSyncedBuild(page, { name: 'Oil filter' })
  await fillTheDay(server)
  await page.getByRole('textbox', { name: /^Notes/ }).fill('Torque to 30 Nm. '.repeat(900))
  await addLine(page, { name: 'Drain plug', price: '6.25' })

  await chip(page).click()
  const drawer = page.getByRole('dialog', { name: 'Sync' })
  const note = drawer.getByRole('region', { name: '2 changes wait' })
  await expect(note).toContainText(
    /Your network has stored as much as it may in a day\. They are safe here and go on (today|tomorrow) at \d\d:\d\d\./,
  )
  await expect(drawer).toContainText('2 changes are safe on this device.')
  await expect(drawer).not.toContainText('Sending')
  for (const width of [360, 1280]) {
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.setViewportSize({ width, height: 800 })
      await page.emulateMedia({ colorScheme })
      await attachPicture(page, `limit-${width}-${colorScheme}`)
    }
  }
  expect(await namesOnServer(server, buildId)).toEqual(['Oil filter'])

  // Nobody waits for what no longer holds: by hand it is tried at once.
  await page.reload()
  await chip(page).click()
  await expect(note).toBeVisible()
  await server.restart({ STORE_MB_PER_DAY: '0' })
  await drawer.getByRole('button', { name: 'Try now' }).click()
  await expect(note).toBeHidden()
  await expect(drawer.getByRole('heading', { name: 'Synced' })).toBeVisible()
  expect(await namesOnServer(server, buildId)).toEqual(['Oil filter', 'Drain plug'])
})
