// The server's data goes back in time; the devices bring back what it lost.
import { cp, rm } from 'node:fs/promises'

import { addLine, chip, namesOnServer, startSyncedBuild } from './builder.ts'
import { expect, networkFailure, test } from './harness.ts'

test('what a backup does not have comes back from the device, and nothing twice', async ({
  server,
  openBrowser,
  allowErrors,
}) => {
  test.setTimeout(120_000)
  allowErrors(networkFailure)
  const { page } = await openBrowser('desk')
  const buildId = await startSyncedBuild(page, { name: 'Oil filter' })
  const names = () => namesOnServer(server, buildId)
  await server.stop()
  const backup = `${server.dataDir}-backup`
  await cp(server.dataDir, backup, { recursive: true })
  await server.start()

  await addLine(page, { name: 'Drain plug' })
  await addLine(page, { name: 'Crush washer' })
  await expect.poll(names).toEqual(['Oil filter', 'Drain plug', 'Crush washer'])

  await server.stop()
  await rm(server.dataDir, { recursive: true })
  await cp(backup, server.dataDir, { recursive: true })
  await server.start()
  expect(await names()).toEqual(['Oil filter'])
  await page.reload()
  await expect
    .poll(names, { timeout: 30_000 })
    .toEqual(['Oil filter', 'Drain plug', 'Crush washer'])
  await expect(chip(page)).toHaveAccessibleName(/synced/i)
})
