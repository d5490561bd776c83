// `npm run upgrade`: see README.md. Started by scripts/upgrade.mjs.
import { rmSync } from 'node:fs'
import { chmod, cp, mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { openDevice, type Device } from '../../e2e/device.ts'
import { createServer, rootFolder } from '../../e2e/server.ts'
import { openChecks } from './checks.ts'
import { buildVersion } from './oldVersion.ts'
import { tellUpgrade } from './story.ts'

const say = (line: string) => void process.stdout.write(`${line}\n`)
const [from = '', plant = ''] = process.argv.slice(2)

const folder = await mkdtemp(join(tmpdir(), 'wrenchlist-upgrade-'))
// Under root PostgreSQL runs as another user, who needs access to the folder.
await chmod(folder, 0o755)
process.once('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 10 }))

let tidy = () => Promise.resolve()
// Before anything is built: without a listener a signal ends this process and leaves the folder.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.once(signal, () => void tidy().finally(() => process.exit(1)))

const oldDist = await buildVersion(from, join(folder, 'old'))
const newDist = join(rootFolder, 'dist')
// The app is deployed before the server is: the old server's program over today's files.
const mixedDist = join(folder, 'old', 'mixed')
await cp(oldDist, mixedDist, { recursive: true })
rmSync(join(mixedDist, 'app'), { recursive: true })
await cp(join(newDist, 'app'), join(mixedDist, 'app'), { recursive: true })
say(`Built ${from}.`)

const checks = openChecks(say)
const server = await createServer(join(folder, 'data'))
const devices: Device[] = []
async function openBrowser(name: string): Promise<Device> {
  const profile = join(folder, `browser-${name}`)
  const onProblem = () => undefined
  const device = await openDevice({ origin: server.url, profile, screen: 'desk', onProblem })
  devices.push(device)
  return device
}
tidy = async () => {
  for (const device of devices) await device.close().catch(() => undefined)
  if (server.pid() !== undefined) await server.stop()
}
try {
  await tellUpgrade({ server, checks, openBrowser, plant, say, oldDist, newDist, mixedDist })
} catch (error) {
  // Checks made before the failure are worth a table too.
  say(`\nThe story broke off: ${error instanceof Error ? (error.stack ?? error.message) : ''}`)
  checks.is('the story came to its end', 'no', 'yes')
} finally {
  await tidy()
}
process.exit(checks.end() > 0 ? 1 : 0)
