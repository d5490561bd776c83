/**
 * Two server processes behind a pooler, with a standby that answers strangers: a real PostgreSQL that
 * streams to another one, and PgBouncer in transaction mode. The standby falls behind, goes and
 * comes back while people read and write. In the end the database dies with something the standby
 * has not got, and the standby takes its place.
 */
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'

import { kitScope, ownerScope } from '#shared/sync/limits.ts'
import { encodeRequest } from '#shared/sync/protocol.ts'
import { decodeAnswer } from '#shared/sync/answer.ts'
import { startPooler } from './pooler.ts'
import { replicationPrograms, startReplicated } from '../../sync-server/testCluster.ts'
import { TestDevice } from '../../sync-server/testServer.ts'
import { summary } from '../lab.ts'
import { report, type Row } from '../report.ts'
import { startServerProcess } from '../serverProcess.ts'

const READS = 200
const MAX_LAG_S = 2
/** Until a check has been made. */
const SETTLE_MS = 2_500
/** Until PostgreSQL has written down what idle connections counted. */
const COUNTED_MS = 12_000

type Clusters = Awaited<ReturnType<typeof startReplicated>>

interface Reading {
  ms: number[]
  failed: number
}

async function ask(url: string, sql: string): Promise<Record<string, string>> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const { rows } = await client.query<Record<string, string>>(sql)
    return rows[0] ?? {}
  } finally {
    await client.end()
  }
}

/** Of all statements but those that ask. */
const statements = async (url: string) =>
  Number(
    (await ask(url, 'select xact_commit from pg_stat_database where datname = current_database()'))[
      'xact_commit'
    ],
  )

async function read(url: string, times = READS): Promise<Reading> {
  const reading: Reading = { ms: [], failed: 0 }
  for (let n = 0; n < times; n++) {
    const started = performance.now()
    const path = n % 2 === 0 ? '/api/parts?q=filter' : '/api/kits'
    const response = await fetch(url + path).catch(() => null)
    await response?.arrayBuffer()
    if (!response?.ok) reading.failed++
    reading.ms.push(performance.now() - started)
  }
  return reading
}

/** Pushes through the pooler, and how many pokes of them came over one live stream. */
async function pokes(url: string): Promise<{ pushed: number; heard: number }> {
  const writer = new TestDevice(url)
  const kit = writer.kit({ name: 'Poked' })
  await writer.push(kit)
  const leaving = new AbortController()
  const streams = await Promise.all(
    Array.from({ length: 8 }, () =>
      fetch(`${url}/api/sync/live?kits=${kit.id}`, {
        headers: { 'X-Device-Key': new TestDevice(url).secret, Connection: 'close' },
        signal: leaving.signal,
      }),
    ),
  )
  const heard = streams.map(() => false)
  const listening = streams.map(async ({ body }, at) => {
    for await (const chunk of body ?? []) {
      heard[at] ||= Buffer.from(chunk).toString().includes(kitScope(kit.id))
    }
  })
  await writer.push(writer.line(kit.id, { name: 'Bolt' }))
  await wait(1_000)
  leaving.abort()
  await Promise.allSettled(listening)
  return { pushed: streams.length, heard: heard.filter(Boolean).length }
}

async function measured(url: string, { primary, standby }: Clusters): Promise<Row[]> {
  const ms = ({ ms: times }: Reading) => Math.round(summary(times).median * 10) / 10
  const share = async (act: () => Promise<Reading>) => {
    const before = await statements(standby.url)
    const reading = await act()
    await wait(COUNTED_MS)
    return { reading, asked: (await statements(standby.url)) - before }
  }
  await wait(SETTLE_MS)
  const well = await share(() => read(url))
  await ask(standby.url, 'select pg_wal_replay_pause()')
  const writer = new TestDevice(url)
  await writer.push(writer.kit({ name: 'Unknown to the standby' }))
  await wait((MAX_LAG_S + 2) * 1_000)
  const behind = await share(() => read(url))
  await ask(standby.url, 'select pg_wal_replay_resume()')
  await wait(SETTLE_MS)
  const again = await share(() => read(url))
  standby.halt()
  const away = await read(url)
  standby.goOn()
  await wait(SETTLE_MS)
  const back = await share(() => read(url))
  const { pushed, heard } = await pokes(url)
  const direct = await ask(
    primary.url,
    `select count(*) as live from pg_stat_activity where application_name = 'wrenchlist-live'`,
  )
  const failed = [well, behind, again, back].reduce((sum, { reading }) => sum + reading.failed, 0)
  const counted = `of ${READS} public reads, beside some checks`
  return [
    { what: 'statements the standby answered', figure: well.asked, unit: '', note: counted },
    { what: '  while more than 2 s behind', figure: behind.asked, unit: '', budget: READS / 2 },
    { what: '  caught up', figure: again.asked, unit: '', note: counted },
    { what: '  gone and back', figure: back.asked, unit: '', note: counted },
    {
      what: 'public reads it did not answer while well',
      figure: Math.max(0, READS - Math.min(well.asked, again.asked, back.asked)),
      unit: '',
      budget: READS / 10,
    },
    { what: 'reads that failed, all in all', figure: failed + away.failed, unit: '', budget: 0 },
    {
      what: 'a read, median',
      figure: ms(well.reading),
      unit: 'ms',
      note: `behind ${ms(behind.reading)} ms, gone ${ms(away)} ms (longest ${Math.round(Math.max(...away.ms))} ms), back ${ms(back.reading)} ms`,
    },
    {
      what: 'live streams that missed a poke through the pooler',
      figure: pushed - heard,
      unit: '',
      budget: 0,
      note: `${heard} of ${pushed} heard it; ${direct['live']} direct connections`,
    },
  ]
}

/** How long somebody may be told of the history that ended. */
const NOTICED_MS = 10_000
const ASKED_EVERY_MS = 100

/** The database dies with an acknowledged kit that the standby never got; that one is promoted. */
async function failedOver(
  url: string,
  { primary, standby }: Clusters,
  moveTo: (url: string) => void,
): Promise<Row[]> {
  const writer = new TestDevice(url)
  await writer.push(writer.kit({ name: 'Known to both' }))
  const before = (await writer.sync()).gen
  await wait(SETTLE_MS)
  standby.halt()
  const lost = writer.kit({ name: 'Known to the one that dies' })
  await writer.push(lost)
  primary.halt()
  standby.goOn()
  standby.promote()
  moveTo(standby.url)
  const started = performance.now()
  const noticed: number[] = []
  let refused = 0
  let unexpected = 0
  // Two processes answer in turn: both have to have noticed.
  while (performance.now() - started < NOTICED_MS) {
    const device = new TestDevice(url)
    const request = { principal: device.principal, node: device.node, claims: [], ops: [] }
    const response = await device.post('/api/sync', encodeRequest({ ...request, cursors: {} }))
    const text = await response.text()
    const at = performance.now() - started
    if (response.ok && decodeAnswer(JSON.parse(text)).gen === before) noticed.length = 0
    else if (response.ok) noticed.push(at)
    else if (response.status === 503 && response.headers.has('Retry-After')) refused++
    else unexpected++
    await wait(ASKED_EVERY_MS)
  }
  const [noticedMs] = noticed
  if (noticedMs === undefined) throw new Error('Nobody noticed that another history began.')
  // What a device does that is told of another history: it asks for everything and sends what is missing.
  const [again] = await writer.push(lost)
  const read = await writer.sync([], { cursors: { [ownerScope(writer.principal)]: 0 } })
  return [
    {
      what: 'promoted standby: until every answer names another history',
      figure: Math.round(noticedMs),
      unit: 'ms',
      budget: NOTICED_MS / 2,
      note: `${refused} answers meanwhile were 503 with Retry-After`,
    },
    { what: '  other failures meanwhile', figure: unexpected, unit: '', budget: 0 },
    {
      what: '  kits the standby never got and a device could not bring back',
      figure: again && !('err' in again) && read.rows.some(({ id }) => id === lost.id) ? 0 : 1,
      unit: '',
      budget: 0,
    },
  ]
}

const programs = replicationPrograms()
if (!programs) throw new Error('This bench needs an installed PostgreSQL with pg_basebackup.')
const clusters = await startReplicated(programs)
const pooler = await startPooler(clusters.primary.url)
if (!pooler) throw new Error('This bench needs PgBouncer.')
const server = await startServerProcess(pooler.url, {
  PROCESSES: '2',
  DATABASE_DIRECT_URL: clusters.primary.url,
  DATABASE_REPLICA_URL: clusters.standby.url,
  REPLICA_LAG_SECONDS: String(MAX_LAG_S),
})
try {
  const rows = await measured(server.url, clusters)
  rows.push(...(await failedOver(server.url, clusters, pooler.moveTo)))
  report('Two processes, a pooler and a standby', rows)
} finally {
  await server.stop()
  pooler.stop()
  clusters.stop()
}
