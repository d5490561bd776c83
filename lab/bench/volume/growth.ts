/**
 * Cost of a push, a pull and the pages with a million stored kits against ten thousand: database
 * pages touched by the server's own statements, over HTTP, on a real PostgreSQL. Then the size of a
 * kit, and the cost of collecting deleted rows. `KITS=100000` for another size.
 */
import type { Op } from '#shared/sync/protocol.ts'

import { kitScope, ownerScope } from '#shared/cells/limits.ts'
import { startPostgres } from '../../../sync-server/testCluster.ts'
import { registerAccount, startTestServer, TestDevice } from '../../../sync-server/testServer.ts'
import { collected } from './collected.ts'
import { summary } from '../lab.ts'
import { addKits, SEEDED } from '../manyKits.ts'
import { openExplained, type Statement } from './plans.ts'
import { report, type Row } from '../report.ts'
import { sizes } from './sizes.ts'

const FEW = 10_000
const MANY = Number(process.env['KITS'] ?? 1_000_000)
const TIMES = 20
/** Pages touched may grow by half: an index is one level deeper. */
const MOST_GROWTH = 1.5

interface Measured {
  buffers: number
  ms: { median: number; p95: number }
  scanned: string[]
  statements: Statement[]
}

let addresses = 0
/** Fresh address for every caller, below the rate limits of a single one. */
function address(): string {
  addresses++
  return `10.9.${(addresses >> 8) & 255}.${addresses & 255}`
}

const postgres = await startPostgres()
const database = await openExplained(postgres.url, 'growth')
try {
  const { migrate } = await import('../../../sync-server/db/migrate.ts')
  await migrate(database)
  const server = await startTestServer({ database })
  const few = await at(FEW, 0)
  const many = await at(MANY, FEW)
  report(
    `Pages of the database touched, ${MANY.toLocaleString('en-US')} kits beside ${FEW.toLocaleString('en-US')}`,
    rowsOf(few, many),
  )
  report('How large a kit is', await sizes(database.knex))
  report(
    `Collection in a database of ${MANY.toLocaleString('en-US')} kits`,
    await collected(database),
  )
  await server.close()

  /** Twenty kits of ten lines, and one of them saved. */
  async function ownKits(device: TestDevice) {
    const kits = Array.from({ length: 20 }, (_, at) => device.kit({ name: `Own ${at}` }))
    const lines = kits.flatMap((kit) =>
      Array.from({ length: 10 }, (_, at) => device.line(kit.id, { name: `Part ${at}`, price: at })),
    )
    await device.push(...kits, ...lines)
    const [saved] = kits
    if (!saved) throw new Error('no kits')
    await device.push(device.version(saved.id, { name: 'Own saved' }))
    return { kits, lines, saved }
  }

  async function at(count: number, from: number): Promise<Map<string, Measured>> {
    const started = performance.now()
    await database.fill((db) => addKits(db, from, count))
    console.log(
      `${count.toLocaleString('en-US')} kits after ${((performance.now() - started) / 1_000).toFixed(0)} s`,
    )
    const device = new TestDevice(server.url, await registerAccount(server))
    const own = await ownKits(device)
    const seeded = await database.knex.raw<{
      rows: { kit: string; build: string; late: string }[]
    }>(
      `select kit_id as kit, build_id as build,
         round(extract(epoch from saved_at) * 1000)::bigint || '.' || kit_id as late
       from kits where kit_id in (select ${Array.from({ length: TIMES }, (_, n) => SEEDED.kit(n * 400)).join(' union select ')})`,
    )
    const get = async (path: string) => {
      const answer = await fetch(server.url + path, { headers: { 'X-Forwarded-For': address() } })
      if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
      await answer.text()
    }
    const kitOf = (n: number) =>
      seeded.rows[n % seeded.rows.length] ?? { kit: '', build: '', late: '' }
    const lineOf = (n: number): Op => own.lines[(n * 7) % own.lines.length] as Op
    const edit = (n: number): Op => ({
      ...lineOf(n),
      kit: null,
      cells: device.cells({ qty: n % 90 }),
    })
    const stranger = new TestDevice(server.url)
    const actions: [string, (n: number) => Promise<unknown>][] = [
      ['push of one value', (n) => device.push(edit(n))],
      [
        'push of one value of a listed kit',
        (n) => device.push({ ...own.saved, cells: device.cells({ notes: `${n}` }) }),
      ],
      [
        'push of 100 values in 20 kits',
        (n) => device.push(...Array.from({ length: 100 }, (_, at) => edit(n + at))),
      ],
      ['push of a new kit of 10 lines', () => pushNew(device)],
      ['Save Kit', (n) => device.push(device.version(own.saved.id, { name: `Own saved ${n}` }))],
      ['sync without anything to do', () => device.sync()],
      [
        'pull of 20 own kits, all',
        () =>
          device.sync([], { cursors: { [ownerScope(device.principal)]: 0 }, isAnswerLost: true }),
      ],
      [
        'pull of a kit by its link',
        (n) => stranger.sync([], { cursors: { [kitScope(kitOf(n).kit)]: 0 }, isAnswerLost: true }),
      ],
      ['GET /api/kits/by-build-id', (n) => get(`/api/kits/by-build-id/${kitOf(n).build}`)],
      ['GET /api/comments of a kit', (n) => get(`/api/comments/${kitOf(n).kit}`)],
      ['GET /api/kits, first page', () => get('/api/kits')],
      ['GET /api/kits, a later page', (n) => get(`/api/kits?after=${kitOf(n).late}`)],
      ['search, two common words', () => get('/api/kits?q=audi+oil')],
      ['search, a rare word', (n) => get(`/api/kits?q=${4000 + n * 17}`)],
      ['search, three words', (n) => get(`/api/kits?q=volvo+timing+${2000 + n * 13}`)],
      ['search, no match', (n) => get(`/api/kits?q=zzqx${n}`)],
      ['search, a word of one kit in a hundred', (n) => get(`/api/kits?q=m${11 + n}`)],
      ['search, two letters', (n) => get(`/api/kits?q=m${n % 9}`)],
      // Too short for a trigram: the table is scanned until a page is full. See docs/operate.md.
      ['search, two letters that nobody has', () => get('/api/kits?q=qz')],
    ]
    const measured = new Map<string, Measured>()
    for (const [name, act] of actions) {
      await act(0)
      database.take()
      const runs: Statement[][] = []
      for (let n = 1; n <= TIMES; n++) {
        await act(n)
        // The last plan may arrive after the answer.
        await new Promise((resolve) => setTimeout(resolve, 5))
        runs.push(database.take())
      }
      measured.set(name, {
        buffers: summary(runs.map((run) => run.reduce((sum, { buffers }) => sum + buffers, 0)))
          .median,
        ms: summary(runs.map((run) => run.reduce((sum, { ms }) => sum + ms, 0))),
        scanned: [...new Set(runs.flat().flatMap(({ scanned }) => scanned))],
        statements: runs[0] ?? [],
      })
    }
    return measured
  }
} finally {
  await database.close()
  postgres.stop()
}

async function pushNew(device: TestDevice): Promise<void> {
  const kit = device.kit({ name: 'New' })
  await device.push(
    kit,
    ...Array.from({ length: 10 }, (_, at) => device.line(kit.id, { name: `P${at}` })),
  )
}

function rowsOf(few: Map<string, Measured>, many: Map<string, Measured>): Row[] {
  const small = new Set(['server_state', 'tasks', 'knex_migrations'])
  return [...many].flatMap(([what, now]) => {
    const before = few.get(what)
    if (!before) return []
    const scanned = now.scanned.filter((table) => !small.has(table))
    if (process.env['PLANS']) {
      for (const { sql, buffers, ms } of now.statements
        .toSorted((a, b) => b.buffers - a.buffers)
        .slice(0, 4))
        console.log(
          `  ${what}: ${buffers} pages, ${ms} ms: ${sql.replaceAll(/\s+/g, ' ').slice(0, 160)}`,
        )
    }
    const isSearch = what.startsWith('search')
    return [
      {
        what,
        figure: now.buffers,
        unit: 'pages',
        ...(isSearch ? {} : { budget: Math.floor(before.buffers * MOST_GROWTH) }),
        note: `${before.buffers} before; median ${now.ms.median.toFixed(1)} ms, ${before.ms.median.toFixed(1)} before${scanned.length > 0 ? `; reads all of ${scanned.join()}` : ''}`,
      },
      ...(isSearch
        ? [
            {
              what: `${what}: p95 in the database`,
              figure: Math.round(now.ms.p95 * 10) / 10,
              unit: 'ms',
              ...(what.includes('two letters that') ? {} : { budget: 20 }),
            },
          ]
        : []),
    ]
  })
}
