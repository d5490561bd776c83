/**
 * Growth of the database that a stranger causes in a day from one address: each shape of rows uses
 * up the budget of STORE_MB_PER_DAY, with a measurement before and after. Then a workshop of 20
 * phones behind one address, which must hit no limit. `STORE_MB=12` for a smaller budget.
 */
import '../cluster.ts'

import type { Cell } from '#shared/cells/cells.ts'
import type { Op } from '#shared/sync/protocol.ts'

import { randomBytes } from 'node:crypto'

import { newBuildId, newId } from '#shared/ids.ts'
import { newNode, packStamp } from '#shared/cells/stamp.ts'
import { call } from '../../../sync-server/testClient.ts'
import { startTestServer, TestDevice, type TestServer } from '../../../sync-server/testServer.ts'
import { report, type Row } from '../report.ts'

const STORE_MB = Number(process.env['STORE_MB'] ?? 120)
const MOST_A_DAY_MB = 200
const MB = 1e6
const ROWS = 400
const HOUR_MS = 3_600_000
let now = Date.now()
/** Incompressible text. */
const noise = (chars: number): string =>
  randomBytes(chars).toString('base64').replaceAll(/[+/=]/g, 'x').slice(0, chars)

/** Stores another batch. @returns whether it was refused for today */
type Shape = (server: TestServer) => Promise<boolean>

async function isHeld(device: TestDevice, ops: Op[]): Promise<boolean> {
  const results = await device.push(...ops)
  // Lines of a kit that must be retried are refused: they have no kit yet.
  if (results.some(({ err }) => err === 'retry')) return true
  const other = results.find(({ err, rej }) => err ?? rej)
  if (other) throw new Error(JSON.stringify(results).slice(0, 300))
  return false
}

/** New kits of `count` rows of one shape, each device until its own share is used up. */
function rowsOf(make: (device: TestDevice, kit: string) => Op, count = ROWS): Shape {
  return async ({ url }) => {
    for (let device = new TestDevice(url), stored = 0; ; stored++) {
      const kit = device.kit()
      const rows = Array.from({ length: count }, () => make(device, kit.id))
      if (await isHeld(device, [kit, ...rows])) return stored === 0
    }
  }
}

const empty = (device: TestDevice, kit: string): Op => ({
  ...device.line(kit),
  cells: device.cells({ ord: 'a0' }),
})

/** Values that overwrite another device's of the same owner: each old one is kept as a row. */
const overwritten: Shape = async ({ url }) => {
  const device = new TestDevice(url)
  const kits = Array.from({ length: 4 }, () => device.kit())
  const lines = kits.flatMap((kit) =>
    Array.from({ length: 100 }, () => device.line(kit.id, VALUES(0))),
  )
  if (await isHeld(device, [...kits, ...lines])) return true
  for (let round = 1; ; round++) {
    const node = newNode()
    const at = Date.now()
    const cells = Object.fromEntries(
      Object.entries(VALUES(round)).map(([name, value]): [string, Cell] => [
        name,
        [value, packStamp(at, 0, node)],
      ]),
    )
    const ops = lines.map((line) => ({ ...line, kit: null, cells }))
    const { results } = await device.sync(ops, { cursors: {}, isAnswerLost: true })
    if (results.some(({ err }) => err === 'retry')) return round === 1
  }
}

const VALUES = (nth: number) => ({
  name: `n${nth}`,
  manufacturer: `m${nth}`,
  partNumber: `p${nth}`,
  price: nth,
  qty: nth,
  unit: `u${nth}`,
})

/** One small value of existing rows, changed in a loop as fast as answers come. */
function edited(
  make: (device: TestDevice) => { begin: Op[]; change: readonly Op[] },
  values: (nth: number) => Record<string, unknown>,
): Shape {
  let begun: { device: TestDevice; change: readonly Op[] } | undefined
  return async ({ url }) => {
    const device = begun?.device ?? new TestDevice(url)
    if (!begun) {
      const { begin, change } = make(device)
      begun = { device, change }
      for (let n = 0; n < begin.length; n += 20) {
        if (await isHeld(device, begin.slice(n, n + 20))) return true
      }
    }
    const nth = Math.floor(Math.random() * 9_000)
    const ops = begun.change.map((op) => ({ ...op, kit: null, cells: device.cells(values(nth)) }))
    return isHeld(device, ops)
  }
}

const kitsWithNotes =
  (notes: number, lines: number) =>
  (device: TestDevice): { kits: Op[]; lines: Op[] } => {
    const kits = Array.from({ length: 50 }, () => device.kit({ notes: noise(notes) }))
    return {
      kits,
      lines: kits.flatMap(({ id }) =>
        Array.from({ length: lines }, () => device.line(id, { name: 'n' })),
      ),
    }
  }

const editedKits = edited(
  (device) => {
    const { kits } = kitsWithNotes(19_000, 0)(device)
    return { begin: kits, change: kits }
  },
  (nth) => ({ task: `T${nth}` }),
)

const editedLines = (notes: number, lines: number): Shape =>
  edited(
    (device) => {
      const all = kitsWithNotes(notes, lines)(device)
      return { begin: [...all.kits, ...all.lines], change: all.lines }
    },
    (nth) => ({ qty: nth }),
  )

const drafts: Shape = async (server) => {
  const device = new TestDevice(server.url).secret
  const parts = Array.from({ length: ROWS }, () => ({ name: 'x', quantity: 2 }))
  const body = { buildId: newBuildId(), kitName: '', parts }
  const { status } = await call(server, 'POST', '/api/auto-save', { body, device })
  return status === 429
}

const alone =
  (kind: 'task' | 'log', values: () => Record<string, unknown>, count: number): Shape =>
  async ({ url }) => {
    const device = new TestDevice(url)
    const ops = Array.from({ length: count }, (): Op => ({
      kind,
      id: newId(),
      kit: null,
      cells: device.cells(values()),
    }))
    return isHeld(device, ops)
  }

/** Error reports have limits of their own, per address. */
const reports: Shape = async (server) => {
  const errors = Array.from({ length: 8 }, () => ({
    id: newId(),
    message: noise(1_000),
    stack: noise(8_000),
    componentStack: noise(4_000),
    url: `https://x.example/${noise(450)}`,
    userAgent: noise(300),
    context: { text: noise(3_900) },
    timestamp: new Date(now).toISOString(),
  }))
  const answer = await call(server, 'POST', '/api/errors/frontend', { body: { errors } })
  if (![200, 429].includes(answer.status)) throw new Error(JSON.stringify(answer.body))
  return answer.status === 429
}

/** Refused pushes of new keys from an address over budget: they should leave next to nothing. */
const refusals: Shape = async (server) => {
  const fill = rowsOf((device, kit) => device.step(kit, { text: noise(1_900) }), 100)
  while (!(await fill(server)));
  for (let n = 0; n < 3_000; n += 20) {
    const devices = Array.from({ length: 20 }, () => new TestDevice(server.url))
    await Promise.all(
      devices.map(async (device) => {
        const kit = device.kit()
        await device.push(kit, ...Array.from({ length: 60 }, () => empty(device, kit.id)))
      }),
    )
  }
  return true
}

const ONLY = process.env['ONLY']
const SHAPES: Record<string, Shape> = {
  'lines without anything': rowsOf(empty),
  'lines with every cell': rowsOf((device, kit) =>
    device.line(kit, {
      name: 'n',
      manufacturer: 'm',
      partNumber: 'p',
      price: 1,
      qty: 2,
      unit: 'u',
      link: '',
      status: 'have',
    }),
  ),
  'lines that are deleted from the first': rowsOf((device, kit) => device.line(kit, { del: true })),
  'steps of 1,900 letters': rowsOf((device, kit) => device.step(kit, { text: noise(1_900) }), 100),
  'values that are overwritten': overwritten,
  'a word in kits with 19,000 letters of notes': editedKits,
  'a number in small lines': editedLines(0, 8),
  'a number in lines of kits with such notes': editedLines(19_000, 1),
  tasks: alone('task', () => ({ name: noise(12) }), 20),
  'entries of the log': alone('log', () => ({ task: 'x', kit: null }), ROWS),
  'drafts by REST': drafts,
  'reports of errors': reports,
  'refused pushes of new keys': refusals,
}

async function databaseBytes({ database: { knex } }: TestServer): Promise<number> {
  await knex.raw('checkpoint')
  const { rows } = await knex.raw<{ rows: { size: string }[] }>(
    'select pg_database_size(current_database()) as size',
  )
  return Number(rows[0]?.size ?? 0)
}

/** Bytes counted right now: half of the budget is the burst, the other half refills in a day. */
async function budgetedBytes({ database: { knex }, deps }: TestServer): Promise<number> {
  const row = await knex('rate_limits').where('key', 'like', 'stored:127.%').first('tat')
  const at = Date.now()
  const tat = (row as { tat: Date } | undefined)?.tat.getTime() ?? at
  return ((tat - at) / (24 * HOUR_MS)) * ((deps.env.STORE_MB_PER_DAY * MB) / 2)
}

async function measured(): Promise<Row[]> {
  const list: Row[] = []
  for (const [what, shape] of Object.entries(SHAPES)) {
    if (ONLY && !what.includes(ONLY)) continue
    now = Date.now()
    // The real clock, like the devices': after minutes pushes would be refused as of a wrong clock.
    const server = await startTestServer({ env: { TRUST_PROXY: 0, STORE_MB_PER_DAY: STORE_MB } })
    const before = await databaseBytes(server)
    const from = performance.now()
    while (!(await shape(server)));
    const seconds = Math.round((performance.now() - from) / 1_000)
    const grown = (await databaseBytes(server)) - before
    const budgeted = await budgetedBytes(server)
    const { rows } = await server.database.knex.raw<{ rows: { name: string; bytes: string }[] }>(
      `select relname as name, pg_total_relation_size(oid) as bytes from pg_class
       where relkind = 'r' and relnamespace = 'public'::regnamespace
       order by 2 desc limit 3`,
    )
    const largest = rows.map(({ name, bytes }) => `${name} ${(Number(bytes) / MB).toFixed(1)}`)
    const isCounted = budgeted > MB
    // The burst half of the budget was used, the other half adds as much in proportion. A shape the
    // budget does not count has used up limits of its own, and adds nothing later.
    const aDay = isCounted ? grown + ((STORE_MB * MB) / 2) * (grown / budgeted) : grown
    list.push({
      what,
      figure: Math.round(aDay / MB),
      unit: 'MB',
      budget: MOST_A_DAY_MB,
      note: `${(grown / MB).toFixed(1)} MB for ${(budgeted / MB).toFixed(1)} counted, ${isCounted ? (grown / budgeted).toFixed(2) : '-'} times; ${largest.join(', ')} MB; ${seconds} s`,
    })
    console.log(`  ${what}: ${list.at(-1)?.figure} MB, ${list.at(-1)?.note}`)
    await server.close()
  }
  return list
}

/** Phones with 40 lines each make 300 edits an hour for eight hours, sent every ten minutes. */
async function workshop(): Promise<Row[]> {
  now = Date.now() - 12 * HOUR_MS
  const server = await startTestServer({
    env: { TRUST_PROXY: 0, STORE_MB_PER_DAY: 120 },
    now: () => now,
  })
  let [pushes, refused, most] = [0, 0, 0]
  const push = async (device: TestDevice, ops: Op[]) => {
    pushes++
    const results = await device.push(...ops)
    refused += results.filter(({ ok }) => ok !== 1).length
  }
  const phones = Array.from({ length: 20 }, () => new TestDevice(server.url))
  const kits = await Promise.all(
    phones.map(async (device) => {
      const kit = device.kit({ name: 'Timing belt', notes: 'n'.repeat(300) }, now)
      const lines = Array.from({ length: 40 }, (_, n) =>
        device.line(
          kit.id,
          { name: `Part number ${n}`, partNumber: '06E-115-562', price: 1_149, qty: 2 },
          now,
        ),
      )
      await push(device, [kit, ...lines])
      return { device, lines }
    }),
  )
  for (let tenth = 0; tenth < 48; tenth++) {
    now += HOUR_MS / 6
    for (const { device, lines } of kits) {
      const edits = lines.map((line, n) => ({
        ...line,
        kit: null,
        cells: device.cells({ price: tenth * 50 + n, ...(n < 10 ? { qty: tenth } : {}) }, now),
      }))
      await push(device, edits)
    }
    most = Math.max(most, await budgetedBytes(server))
  }
  await server.close()
  return [
    {
      what: 'rows of a workshop that were refused',
      figure: refused,
      unit: '',
      budget: 0,
      note: `20 phones, ${pushes} pushes; at most ${(most / MB).toFixed(1)} MB of the 60 that an address has at once`,
    },
  ]
}

report(
  '20 phones of one address, 40 lines each and 300 edits an hour for 8 hours',
  await workshop(),
)
report(`What one address stores in 24 hours, with ${STORE_MB} MB a day`, await measured())
