/**
 * `npm run hostile`: hostile clients one after another, each for 5 minutes, against the built
 * server with its own database and all limits at their defaults, while twenty honest devices work.
 * `--minutes 0.3` for less, `--only flood,sockets` for some. Addresses are those of the loopback
 * network, so that the server counts sockets too. Prints a table; exits with 1 past a limit.
 */
import type { Row } from '../report.ts'
import type { Account, Plan } from './party.ts'
import type { Seen } from './honest.ts'

import { fork } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { setPriority } from 'node:os'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import pg from 'pg'

import { textIn } from '#shared/cells/cells.ts'
import { processTree } from '../../../e2e/processes.ts'
import { reachOwnPostgres } from '../../../sync-server/postgres/ownPostgres.ts'
import { report } from '../report.ts'
import { type ServerProcess, startServerProcess } from '../serverProcess.ts'
import { Client } from './client.ts'
import { Honest } from './honest.ts'
import { openSlowHost } from './slowHost.ts'

/** Hostile clients with their descriptions in the table. */
const HOSTILES: Record<string, string> = {
  flood: 'new keys, kits, and batches of 200 rows',
  tombstones: 'batches of 200 deleted lines for one kit',
  guesser: 'ids through links, lists, comments, sync, claims, auto-saves',
  sockets: 'thousands of slow and silent sockets, and streams',
  claimer: 'claims of 500 full kits at once',
  queues: 'reports, bad rows, giant cells, deep JSON, gzip bombs',
  feeds: 'files of an operator that are hostile, or end in the middle',
  network: 'passwords, accounts and saves from all addresses of an IPv6 /48',
  hanging: 'comments for somebody whose push service never answers',
  drips: 'six shops that send their files a letter a second, beside a small import',
}
const ADDRESSES = 4
const MOST_BASELINE_S = 60
const WARM_S = 5
const SAMPLE_MS = 500
/** Grace for a hostile client's last answers after its time is over. */
const LAST_ANSWERS_MS = 60_000
const PASSWORD = 'Torque 30 Nm, dry!'
const MB = 1e6

/** Most an honest push may take, as a multiple of its undisturbed time. */
const MOST_TIMES = 4
const MOST_DISK_MB = 200
const MOST_MEMORY_MB = 800

const { values: options } = parseArgs({
  options: {
    minutes: { type: 'string', default: '5' },
    only: { type: 'string', default: Object.keys(HOSTILES).join(',') },
  },
})
const seconds = Number(options.minutes) * 60
const names = options.only.split(',')
const unknown = names.filter((name) => !(name in HOSTILES))
if (!(seconds > 0) || unknown.length > 0) {
  console.error(`There are: ${Object.keys(HOSTILES).join(', ')}. --minutes is above 0.`)
  process.exit(2)
}
if (process.platform !== 'linux') {
  console.error('Only Linux gives one machine all addresses of 127.0.0.0/8.')
  process.exit(2)
}

function percentile(times: readonly number[], share: number): number {
  return times.toSorted((a, b) => a - b)[Math.floor(times.length * share)] ?? 0
}
const ms = (value: number): number => Math.round(value * 10) / 10
const spread = ({ ms: times }: Seen): string =>
  `p50 ${ms(percentile(times, 0.5))} ms, p99 ${ms(percentile(times, 0.99))} ms, longest ${ms(Math.max(...times))} ms`

/** Resident memory of a process, MB; 0 once it is gone. */
function memoryMb(pid: number): number {
  try {
    const text = readFileSync(`/proc/${pid}/status`, 'utf8')
    return Math.round((Number(/^VmRSS:\s+(\d+) kB/m.exec(text)?.[1] ?? 0) * 1024) / MB)
  } catch {
    return 0
  }
}

async function watchMemory(pid: number, isOver: () => boolean) {
  let [server, all] = [0, 0]
  while (!isOver()) {
    server = Math.max(server, memoryMb(pid))
    all = Math.max(
      all,
      processTree(pid).reduce((sum, each) => sum + memoryMb(each), 0),
    )
    await wait(SAMPLE_MS)
  }
  return { server, all }
}

async function databaseMb(url: string): Promise<number> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query<{ size: string }>(
    'select pg_database_size(current_database()) as size',
  )
  await client.end()
  return Number(rows[0]?.size ?? 0) / MB
}

/** Two accounts and an administrator's, verified in the database instead of by mail. */
async function accountsOn(url: string, databaseUrl: string): Promise<Account[]> {
  const names = ['overseer', 'stranger', 'another']
  const clients = names.map((_, nth) => new Client(url, `127.0.3.${nth + 1}`))
  for (const [nth, username] of names.entries()) {
    const body = { username, email: `${username}@example.com`, password: PASSWORD }
    await clients[nth]?.json('POST', '/api/auth/register', { body })
  }
  const database = new pg.Client({ connectionString: databaseUrl })
  await database.connect()
  await database.query(
    `update users set email_verified_at = now(), is_admin = username = 'overseer'`,
  )
  await database.end()
  return Promise.all(
    names.map(async (username, nth) => {
      const call = { body: { username, password: PASSWORD } }
      const answer = await clients[nth]?.json<{ token: string; user: { id: string } }>(
        'POST',
        '/api/auth/login',
        call,
      )
      clients[nth]?.close()
      return { token: answer?.token ?? '', principal: `u:${answer?.user.id}`, password: PASSWORD }
    }),
  )
}

/** Starts a hostile client. @returns once it is prepared */
async function unleash(plan: Plan) {
  const child = fork(fileURLToPath(new URL('play.ts', import.meta.url)), {
    execArgv: ['--import', 'tsx'],
  })
  const killed = () => child.kill('SIGKILL')
  process.once('exit', killed)
  // It stands for other machines, so it must not take CPU from the honest devices.
  setPriority(child.pid ?? 0, 19)
  const gone = once(child, 'exit')
  child.send(plan)
  await Promise.race([once(child, 'message'), gone])
  if (child.exitCode !== null) throw new Error(`${plan.name} could not begin.`)
  const said = new Promise<string>((resolve) => {
    child.once('message', (text) => resolve(text as string))
    child.once('exit', () => resolve('it broke'))
  })
  return {
    async ended() {
      const text = await Promise.race([said, wait(LAST_ANSWERS_MS, 'it waits for answers still')])
      killed()
      await gone
      process.off('exit', killed)
      return text
    },
  }
}

async function faced(name: string, server: ServerProcess): Promise<Row[]> {
  const databaseUrl = reachOwnPostgres(server.dataDir)?.ownerUrl
  if (!databaseUrl) throw new Error('The server has no database of its own.')
  const [operator, ...accounts] = await accountsOn(server.url, databaseUrl)
  if (!operator) throw new Error('There is no operator.')
  const honest = new Honest(server.url)
  await honest.begin()
  await honest.push(WARM_S)
  const alone = await honest.push(Math.min(MOST_BASELINE_S, seconds))

  const sizeBefore = await databaseMb(databaseUrl)
  const hostile = await unleash({
    name,
    url: server.url,
    addresses: Array.from({ length: ADDRESSES }, (_, n) => `127.6.6.${n + 1}`),
    seconds,
    accounts,
    operator,
    shop: 'http://shop.lan',
    push: 'http://push.lan',
    honest: honest.devices.map(({ kit }) => ({
      kitId: kit.id,
      buildId: textIn(kit.cells, 'buildId'),
    })),
  })
  await server.witness()
  let isOver = false
  const watching = watchMemory(server.pid, () => isOver)
  const beside = await honest.push(seconds)
  isOver = true
  const [memory, loop] = [await watching, await server.witness()]
  const said = await hostile.ended()
  const { values, lost } = await honest.compared(databaseUrl)
  const grown = (await databaseMb(databaseUrl)) - sizeBefore
  honest.close()

  const times = percentile(beside.ms, 0.99) / percentile(alone.ms, 0.99)
  const refused = beside.unavailable + beside.cut + beside.wrong.length
  const wrong = [...new Set(beside.wrong)].slice(0, 3).join('; ')
  return [
    { what: 'honest pushes, undisturbed', figure: alone.ms.length, unit: '', note: spread(alone) },
    { what: 'honest pushes beside it', figure: beside.ms.length, unit: '', note: spread(beside) },
    {
      what: 'their p99, in times of the p99 undisturbed',
      figure: Math.round(times * 100) / 100,
      unit: 'times',
      budget: MOST_TIMES,
    },
    {
      what: 'honest pushes refused, cut, or still waiting when due',
      figure: refused + beside.late,
      unit: '',
      budget: 0,
      note:
        refused + beside.late > 0
          ? `503: ${beside.unavailable}, cut: ${beside.cut}, late: ${beside.late}, other: ${wrong}`
          : '',
    },
    {
      what: 'acknowledged values that are lost',
      figure: lost,
      unit: '',
      budget: 0,
      note: `of ${values}`,
    },
    {
      what: 'newcomers who were not answered',
      figure: beside.readsRefused,
      unit: '',
      budget: 0,
      note: `of ${beside.reads}`,
    },
    {
      what: 'event loop delay, p99',
      figure: ms(loop.loopP99),
      unit: 'ms',
      note: `longest ${ms(loop.loopMax)} ms`,
    },
    { what: 'the database grew by', figure: ms(grown), unit: 'MB', budget: MOST_DISK_MB },
    {
      what: 'memory of the server at most',
      figure: memory.server,
      unit: 'MB',
      budget: MOST_MEMORY_MB,
      note: `${memory.all} MB with PostgreSQL, shared pages counted each time`,
    },
    { what: 'what it did', figure: seconds, unit: 's', note: said },
  ]
}

const all: { name: string; rows: Row[] }[] = []
const slowHost = await openSlowHost()
for (const name of names) {
  const server = await startServerProcess(undefined, {
    // Loopback has a single IPv6 address: other ones come in X-Forwarded-For, as from a proxy.
    TRUST_PROXY: name === 'network' ? '1' : '0',
    SHOP_HOSTS: `shop.lan=${slowHost.pin}`,
    PUSH_HOSTS: `push.lan=${slowHost.pin}`,
    STORE_MB_PER_DAY: '',
    LOG_LEVEL: process.env['LOG_LEVEL'] ?? 'fatal',
  })
  try {
    const rows = await faced(name, server)
    report(`${name}: ${HOSTILES[name]}`, rows)
    all.push({ name, rows })
  } finally {
    await server.stop()
  }
}

slowHost.close()

const isOverBudget = ({ figure, budget }: Row): boolean =>
  budget !== undefined && !(figure <= budget)
console.log('')
for (const { name, rows } of all) {
  const over = rows.filter(isOverBudget).map(({ what, figure }) => `${what}: ${figure}`)
  console.log(`${over.length > 0 ? 'failed' : 'passed'}  ${name.padEnd(12)}${over.join('; ')}`)
}
const failed = all.filter(({ rows }) => rows.some(isOverBudget)).length
console.log(`\n${all.length - failed} passed, ${failed} failed`)
process.exit(failed > 0 ? 1 : 0)
