/**
 * Database cost of a part's page with 1,000,000 parts against 10,000, latency of a parts search,
 * and import speed of a price file against PostgreSQL's own COPY. `PARTS=100000 ROWS=50000` for
 * less.
 */
import { startPostgres } from '../../../sync-server/testCluster.ts'
import { migrate } from '../../../sync-server/db/migrate.ts'
import { startTestServer } from '../../../sync-server/testServer.ts'
import { feedSpeed } from './feedSpeed.ts'
import { summary } from '../lab.ts'
import { addParts, MONTHS, numberOf, WIDE_EVERY } from './manyParts.ts'
import { searchTimes } from './partSearches.ts'
import { openExplained, type Explained } from './plans.ts'
import { report, type Row } from '../report.ts'

const FEW = 10_000
const MANY = Number(process.env['PARTS'] ?? 1_000_000)
const ROWS = Number(process.env['ROWS'] ?? 1_000_000)
const TIMES = 20
const MOST_GROWTH = 1.5
/** Number of the last caller's address: each call comes from a new one. */
let address = 0

interface Measured {
  buffers: number
  ms: number
  scanned: string[]
}

const postgres = await startPostgres()
try {
  const database = await openExplained(postgres.url, 'catalogue')
  try {
    await migrate(database)
    const server = await startTestServer({ database })
    const few = await at(database, server.url, 0, FEW)
    const many = await at(database, server.url, FEW, MANY)
    report(
      `Pages of the database touched: ${MANY.toLocaleString('en-US')} parts and ${(MANY * MONTHS).toLocaleString('en-US')} months of prices beside ${FEW.toLocaleString('en-US')} and ${(FEW * MONTHS).toLocaleString('en-US')}`,
      rowsOf(few, many),
    )
    report(
      `First results of a search among ${MANY.toLocaleString('en-US')} parts, with counts`,
      await searchTimes(asker(server.url), MANY),
    )
    report('How large the catalogue is', await sizes(database))
    await server.close()
  } finally {
    await database.close()
  }
  report(`A file of ${ROWS.toLocaleString('en-US')} rows`, await feedSpeed(postgres.url, ROWS))
} finally {
  postgres.stop()
}

async function at(
  database: Explained,
  url: string,
  from: number,
  to: number,
): Promise<Map<string, Measured>> {
  const started = performance.now()
  await database.fill((db) => addParts(db, from, to))
  const seconds = ((performance.now() - started) / 1_000).toFixed(0)
  console.log(`${to.toLocaleString('en-US')} parts after ${seconds} s`)
  const wide = (n: number) => numberOf(Math.floor((n * to) / (TIMES * 2) / WIDE_EVERY) * WIDE_EVERY)
  const path = (n: number) => `/api/parts/${encodeURIComponent(wide(n))}`
  const ask = asker(url)
  const lines = (n: number) =>
    Array.from({ length: 30 }, (_, line) => ({ partNumber: wide((n + line) % (TIMES * 2)) }))
  const actions: [string, (n: number) => Promise<unknown>][] = [
    [
      'page of a part with 12 offers',
      async (n) => {
        const { prices } = await ask(path(n))
        if (prices?.length !== 12) throw new Error(`${path(n)} has ${prices?.length} offers`)
      },
    ],
    ['its prices of 90 days', (n) => ask(`${path(n)}/history`)],
    ['offers for 30 lines of a kit', (n) => ask('/api/parts/offers', { parts: lines(n) })],
    ['catalogue, first page', () => ask('/api/parts')],
    ['search, a number', (n) => ask(`/api/parts?q=${encodeURIComponent(wide(n))}`)],
    ['search, two common words', () => ask('/api/parts?q=oil+filter')],
    ['search, no match', (n) => ask(`/api/parts?q=zzqx${n}`)],
    ['parts of a vehicle', (n) => ask(`/api/parts?make=Audi&model=M${n}&year=2005`)],
  ]
  const measured = new Map<string, Measured>()
  for (const [name, act] of actions) {
    await act(0)
    database.take()
    const runs = []
    for (let n = 1; n <= TIMES; n++) {
      await act(n)
      // The last plan may arrive after the answer.
      await new Promise((resolve) => setTimeout(resolve, 5))
      runs.push(database.take())
    }
    measured.set(name, {
      buffers: summary(runs.map((run) => run.reduce((sum, { buffers }) => sum + buffers, 0)))
        .median,
      ms: summary(runs.map((run) => run.reduce((sum, { ms }) => sum + ms, 0))).p95,
      scanned: [...new Set(runs.flat().flatMap(({ scanned }) => scanned))],
    })
  }
  return measured
}

/** Calls to the server, each from an address of its own. */
function asker(url: string) {
  return async (where: string, body?: unknown) => {
    address++
    const answer = await fetch(url + where, {
      method: body === undefined ? 'GET' : 'POST',
      headers: {
        'X-Forwarded-For': `10.7.${(address >> 8) & 255}.${address & 255}`,
        ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    if (!answer.ok) throw new Error(`${where}: ${answer.status} ${await answer.text()}`)
    return answer.json() as Promise<{ prices?: unknown[] }>
  }
}

function rowsOf(few: Map<string, Measured>, many: Map<string, Measured>): Row[] {
  return [...many].map(([what, now]) => {
    const before = few.get(what)
    const isBudgeted = !/^(search|parts of)/.test(what)
    const scanned = now.scanned.length > 0 ? `; reads all of ${now.scanned.join()}` : ''
    return {
      what,
      figure: now.buffers,
      unit: 'pages',
      ...(isBudgeted && before ? { budget: Math.floor(before.buffers * MOST_GROWTH) } : {}),
      note: `${before?.buffers} before; p95 ${now.ms.toFixed(1)} ms, ${before?.ms.toFixed(1)} before${scanned}`,
    }
  })
}

async function sizes({ knex }: Explained): Promise<Row[]> {
  const { rows } = await knex.raw<{ rows: { tab: string; bytes: string; rows: string }[] }>(
    `select relname as tab, pg_total_relation_size(oid) as bytes, reltuples::bigint as rows
     from pg_class where relname in ('parts', 'offers', 'price_months', 'part_fits')
     order by relname`,
  )
  return rows.map(({ tab, bytes, rows: count }) => ({
    what: `${tab}, a row with its indexes`,
    figure: Math.round(Number(bytes) / Math.max(1, Number(count))),
    unit: 'bytes',
    note: `${Number(count).toLocaleString('en-US')} rows`,
  }))
}
