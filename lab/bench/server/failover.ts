/**
 * Two server processes behind PgBouncer in transaction mode, and a PostgreSQL that streams to a
 * standby: pushes and live updates pass the pooler; then the primary dies with a commit that the
 * standby never got, and the standby is promoted.
 */
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'

import { kitScope, ownerScope } from '#shared/cells/limits.ts'
import { encodeRequest } from '#shared/sync/protocol.ts'
import { decodeAnswer } from '#shared/sync/answer.ts'
import { startPooler } from './pooler.ts'
import { replicationPrograms, startReplicated } from '../../../sync-server/testCluster.ts'
import { TestDevice } from '../../../sync-server/testServer.ts'
import { report, type Row } from '../report.ts'
import { startServerProcess } from '../serverProcess.ts'

type Clusters = Awaited<ReturnType<typeof startReplicated>>

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

/** One push through the pooler: live streams that should hear its poke, and those that did. */
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

async function pooled(url: string, { primary }: Clusters): Promise<Row> {
  const { pushed, heard } = await pokes(url)
  const direct = await ask(
    primary.url,
    `select count(*) as live from pg_stat_activity where application_name = 'wrenchlist-live'`,
  )
  return {
    what: 'live streams that missed a poke through the pooler',
    figure: pushed - heard,
    unit: '',
    budget: 0,
    note: `${heard} of ${pushed} heard it; ${direct['live']} direct connections`,
  }
}

/** Time for the standby to replay the writes. */
const SETTLE_MS = 2_500
/** Most time that answers may still name the old history. */
const NOTICED_MS = 10_000
const ASKED_EVERY_MS = 100

/** The primary dies with an acknowledged kit the standby never got; the standby is promoted. */
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
  // Two processes answer in turn: both must have noticed.
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
  // A device that learns of another history pulls everything and pushes the missing rows again.
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
})
try {
  const rows = [
    await pooled(server.url, clusters),
    ...(await failedOver(server.url, clusters, pooler.moveTo)),
  ]
  report('Two processes, a pooler and a standby', rows)
} finally {
  await server.stop()
  pooler.stop()
  clusters.stop()
}
