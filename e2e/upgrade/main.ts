// The story of `npm run upgrade`: see README.md. Started by scripts/upgrade.mjs.
import { rmSync } from 'node:fs'
import { chmod, mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import type { Filled } from './fill.ts'

import { createServer, rootFolder, type TestServer } from '../server.ts'
import { readRows, readScreens, type Person } from './api.ts'
import { openChecks, type Checks } from './checks.ts'
import { valuesOf, type Reading } from './compare.ts'
import { fill } from './fill.ts'
import { buildVersion } from './oldVersion.ts'
import { plantInDatabase } from './plant.ts'
import { readTables } from './tables.ts'

const say = (line: string) => void process.stdout.write(`${line}\n`)
const [from = '', plant = ''] = process.argv.slice(2)

const folder = await mkdtemp(join(tmpdir(), 'wrenchlist-upgrade-'))
// Root gives its database to somebody who has to get there.
await chmod(folder, 0o755)
process.once('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 10 }))

const checks = openChecks(say)
const oldDist = await buildVersion(from, join(folder, 'old'))
say(`Built ${from}.`)
const server = await createServer(join(folder, 'data'))
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.once(signal, () => void server.stop().finally(() => process.exit(1)))
try {
  await upgrade(server, checks)
} finally {
  if (server.pid() !== undefined) await server.stop()
}
process.exit(checks.end() > 0 ? 1 : 0)

async function upgrade(running: TestServer, { same }: Checks): Promise<void> {
  const { url, dataDir } = running
  const old = { E2E_DIST: oldDist }
  await running.start(old)
  const filled = await fill(url)
  say('Filled the old server.')
  const before = await readAll(url, filled)
  const tables = await readTables(dataDir)
  await plantInDatabase(plant, dataDir)
  await running.stop()
  await running.start({ E2E_DIST: join(rootFolder, 'dist') })
  same('database: every row and column', tables, await readTables(dataDir), 'rows')
  const after = await readAll(url, filled)
  for (const [what, reading] of before)
    same(what, reading, after.get(what) ?? new Map(), what.endsWith('rows') ? 'rows' : 'answers')
}

/** What each person can read, by rows and by screens. */
async function readAll(url: string, { people, stranger }: Filled): Promise<Map<string, Reading>> {
  const all = new Map<string, Reading>()
  const persons: [string, Person][] = [...Object.entries(people), ['the stranger', stranger]]
  for (const [name, person] of persons) {
    all.set(`${name}: rows`, valuesOf(await readRows(url, person)))
    all.set(`${name}: screens`, await readScreens(url, person))
  }
  return all
}
