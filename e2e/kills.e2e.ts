// The server is killed in the middle of pushes, again and again.
import type { Page } from '@playwright/test'
import { setTimeout as wait } from 'node:timers/promises'

import type { FaultProxy } from './faultProxy.ts'
import type { TestServer } from './server.ts'

import { expect, networkFailure, test } from './badLine.ts'
import { addLine, chip, lineNames, namesOnServer, startSyncedBuild } from './builder.ts'
import { watchWords } from './watchWords.ts'

test.use({ hasWorker: true })

/** E2E_KILLS=200 for a long run. */
const KILLS = Number(process.env['E2E_KILLS'] ?? 8)
/** Shares of a push's duration: from its arrival to just before the answer is sent. */
const MOMENTS = [0, 0.7, 0.3, 0.9, 0.5, 1.2, 0.8, 1]

interface Told {
  page: Page
  proxy: FaultProxy
  server: TestServer
}

async function surviveKills({ page, proxy, server }: Told): Promise<void> {
  test.setTimeout(60_000 + KILLS * 60_000)
  const buildId = await startSyncedBuild(page, { name: 'Oil filter' })
  const names = () => namesOnServer(server, buildId)
  const words = watchWords(page, server, buildId)
  const typed = ['Oil filter']
  let committed = 0
  for (let kill = 0; kill < KILLS; kill++) {
    const killed = killAtNextPush(proxy, server, MOMENTS[kill % MOMENTS.length] ?? 0)
    const name = `Typed before kill ${kill + 1}`
    await addLine(page, { name, price: '1.50', quantity: '2' })
    typed.push(name)
    words.expectOnServer(name)
    await killed
    // Checked before the device can send again: was it committed or not?
    proxy.setFault('gone')
    await server.start()
    if ((await names()).includes(name)) committed += 1
    proxy.setFault('none')
    await expect.poll(names).toEqual(typed)
  }
  await expect(chip(page)).toHaveAccessibleName('Sync: synced')
  expect(await words.end()).toEqual([])
  await page.reload()
  await expect.poll(() => lineNames(page)).toEqual(typed)
  expect(await names()).toEqual(typed)
  const description = `${KILLS}, of which ${committed} after the commit`
  test.info().annotations.push({ type: 'kills', description })
}

async function killAtNextPush(proxy: FaultProxy, server: TestServer, moment: number) {
  const delayMs = moment * proxy.lastMs()
  await new Promise<void>((resolve) => {
    proxy.onForwarded = resolve
  })
  proxy.onForwarded = undefined
  await wait(delayMs)
  await server.kill()
}

test.describe('on the PostgreSQL that comes with it', () => {
  test.use({ hasOwnPostgres: true })
  // T104
  test('kills in the middle of pushes lose and double nothing @all', async ({
    openBrowser,
    server,
    faultProxy: proxy,
    allowErrors,
  }) => {
    allowErrors(networkFailure)
    const { page } = await openBrowser('desk')
    await surviveKills({ page, proxy, server })
  })
})
