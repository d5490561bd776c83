// Two devices of one account see each other's changes at once, and a reader sees comments.
import type { Page } from '@playwright/test'

import type { Device } from './device.ts'

import { createAccount, signIn } from './account.ts'
import { addLine, chip, startSyncedBuild } from './builder.ts'
import { expect, networkFailure, test } from './harness.ts'

test.use({ hasOwnServer: true })

/** Well below the minute after which a device polls by itself. */
const AT_ONCE = { timeout: 20_000 }

/** Resolves when the builder, which is opened after this call, is subscribed to changes. */
const hearing = (page: Page) =>
  page.waitForResponse(
    (response) =>
      response.url().includes('/api/sync/live') && response.frame().url().includes('/builder'),
  )

test('what is typed on one device stands on the other at once, also after the server was away @all', async ({
  openBrowser,
  server,
  allowErrors,
}) => {
  allowErrors(networkFailure)
  await createAccount(server, 'maria')
  const [desk, phone] = [await openBrowser('desk'), await openBrowser('desk')]
  await signIn(desk.page, 'maria')
  await signIn(phone.page, 'maria')
  const deskHears = hearing(desk.page)
  const buildId = await startSyncedBuild(desk.page, { name: 'Oil filter' })
  const phoneHears = hearing(phone.page)
  await phone.page.goto(`/builder?build=${buildId}`)
  const lineOf = (device: Device, nth: number) =>
    device.page.getByRole('textbox', { name: `Part name, line ${nth}` })
  await expect(lineOf(phone, 1)).toHaveValue('Oil filter')
  await Promise.all([deskHears, phoneHears])

  await addLine(desk.page, { name: 'Drain plug' })
  await expect(lineOf(phone, 2)).toHaveValue('Drain plug', AT_ONCE)
  await addLine(phone.page, { name: 'Crush washer' })
  await expect(lineOf(desk, 3)).toHaveValue('Crush washer', AT_ONCE)

  // The stream breaks with the server, and reconnects with it.
  await server.restart()
  await addLine(desk.page, { name: 'Funnel' })
  await expect(lineOf(phone, 4)).toHaveValue('Funnel')
})

test('somebody who types on is sent every few seconds, not with every key (I17) @all', async ({
  openBrowser,
}) => {
  const { page } = await openBrowser('desk')
  await startSyncedBuild(page, { name: 'Rags' })
  const sent: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'POST') sent.push(new URL(request.url()).pathname)
  })
  const notes = page.getByRole('textbox', { name: /^Notes/ })
  const typedAt = Date.now()
  await notes.pressSequentially('Everything that is typed goes out in a few parcels. '.repeat(2), {
    delay: 100,
  })
  const seconds = (Date.now() - typedAt) / 1_000
  const inTyping = sent.filter((path) => path === '/api/sync').length
  expect(inTyping).toBeGreaterThanOrEqual(1)
  // On a machine that stalls now and then, a pause of a second counts as the end of typing.
  expect(inTyping).toBeLessThan(seconds / 2)
  await expect(chip(page)).toHaveAccessibleName('Sync: synced')
})
