// The server's data is rolled back; the devices restore the lost part.
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'

import { addLine, chip, namesOnServer, startSyncedBuild } from './builder.ts'
import { expect, networkFailure, test } from './harness.ts'
import { rootFolder } from './server.ts'

test.use({ hasOwnServer: true, hasWorker: true })

const run = promisify(execFile)

// T116
test('what a backup does not have comes back from the device, and nothing twice @all', async ({
  server,
  ownFolder,
  openBrowser,
  allowErrors,
}) => {
  allowErrors(networkFailure)
  const device = await openBrowser('desk')
  const { page } = device
  const buildId = await startSyncedBuild(page, { name: 'Oil filter' })
  const names = () => namesOnServer(server, buildId)
  await server.stop()
  const file = join(ownFolder, 'all.backup')
  const backup = ['dist/backup.mjs', 'backup', file]
  const env = { ...process.env, DATA_DIR: server.dataDir, ...server.env }
  const said = await run(process.execPath, backup, { cwd: rootFolder, env })
  expect(said.stdout).toMatch(/all\.backup: [\d,]+ rows, [\d,]+ kB\./)
  await server.start()

  await addLine(page, { name: 'Drain plug' })
  await addLine(page, { name: 'Crush washer' })
  await expect.poll(names).toEqual(['Oil filter', 'Drain plug', 'Crush washer'])

  // Online, the device would restore the lines before they are checked.
  await device.goOffline()
  await server.stop()
  const restore = ['dist/backup.mjs', 'restore', file]
  await expect(run(process.execPath, restore, { cwd: rootFolder, env })).rejects.toThrow(
    '--replace',
  )
  await run(process.execPath, [...restore, '--replace'], { cwd: rootFolder, env })
  await server.start()
  expect(await names()).toEqual(['Oil filter'])
  await device.goOnline()
  await page.reload()
  await expect
    .poll(names, { timeout: 30_000 })
    .toEqual(['Oil filter', 'Drain plug', 'Crush washer'])
  await expect(chip(page)).toHaveAccessibleName('Sync: synced')
})
