// Edits above the daily quota stay on the device, which says why and until when.
import type { TestServer } from './server.ts'

import { chip, namesOnServer, oneLine, pasteText, startSyncedBuild } from './builder.ts'
import { attachPicture, expect, networkFailure, test } from './harness.ts'

test.use({ serverEnv: { STORE_MB_PER_DAY: '10' } })

const MORE = Array.from({ length: 20 }, (_, at) => `Drain plug ${at + 1}`)

/** Another client behind the same address uses up the daily quota. */
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

// T17
test('what is over the day’s limit waits, says why and until when, and arrives later @all', async ({
  openBrowser,
  server,
  allowErrors,
}) => {
  // Errors while the server restarts.
  allowErrors(networkFailure)
  const { page } = await openBrowser('desk')
  const buildId = await startSyncedBuild(page, { name: 'Oil filter' })
  await fillTheDay(server)
  // One paste: a single line may still fit, and the quota grows with every second of the day.
  await oneLine(page).click()
  await pasteText(page, MORE.map((name) => `${name}\t\t\t6.25`).join('\n'))
  await expect(page.getByText('21 lines', { exact: true })).toBeVisible()

  await chip(page).click()
  const drawer = page.getByRole('dialog', { name: 'Sync' })
  const note = drawer.getByRole('region', { name: '20 changes wait' })
  await expect(note).toContainText(
    /Your network has stored as much as it may in a day\. They are safe here and go on (today|tomorrow) at \d\d:\d\d\./,
  )
  await expect(drawer).toContainText('20 changes are safe on this device.')
  await expect(drawer).not.toContainText('Sending')
  for (const width of [360, 1280]) {
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.setViewportSize({ width, height: 800 })
      await page.emulateMedia({ colorScheme })
      await attachPicture(page, `limit-${width}-${colorScheme}`)
    }
  }
  expect(await namesOnServer(server, buildId)).toEqual(['Oil filter'])

  // A lifted limit is not waited out: a manual retry goes at once.
  await page.reload()
  await chip(page).click()
  await expect(note).toBeVisible()
  await server.restart({ STORE_MB_PER_DAY: '0' })
  await drawer.getByRole('button', { name: 'Try now' }).click()
  await expect(note).toBeHidden()
  await expect(drawer.getByRole('heading', { name: 'Synced' })).toBeVisible()
  expect(await namesOnServer(server, buildId)).toEqual(['Oil filter', ...MORE])
})
