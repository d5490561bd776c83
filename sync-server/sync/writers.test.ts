/** Concurrent writers, and readers that follow by cursor: no row may be skipped. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import type { Cells } from '#shared/cells/cells.ts'
import type { SyncAnswer } from '#shared/sync/protocol.ts'
import type { TestServer } from '../testServer.ts'

import { canonicalJson } from '#shared/cells/cells.ts'
import { kitScope, ownerScope } from '#shared/cells/limits.ts'
import { until } from '#shared/testPatience.ts'
import { startTestServer, statementsOf, TestDevice } from '../testServer.ts'

const WRITERS = 16
const OWNERS = 4
const PUSHES = 20

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(async () => server.close())

/** Another device of the same owner: its own node, clock and cursors. */
function sibling(owner: TestDevice): TestDevice {
  const { secret, principal } = owner
  const cursors = { [ownerScope(principal)]: 0 }
  return Object.assign(new TestDevice(server.url), { secret, principal, cursors })
}

/** Two lines that one writer always changes together. */
class Writer {
  readonly device: TestDevice
  readonly pair
  pushes = 0

  constructor(owner: TestDevice, kit: string) {
    this.device = sibling(owner)
    this.pair = [this.device.line(kit, { qty: 0 }), this.device.line(kit, { qty: 0 })]
  }

  async push(): Promise<void> {
    const qty = this.pushes
    const ops = this.pair.map((line) => ({ ...line, cells: this.device.cells({ qty }) }))
    const answers = await this.device.push(...(qty === 0 ? this.pair : ops))
    expect(answers).toEqual([{ ok: 1 }, { ok: 1 }])
    this.pushes++
  }
}

/** Stores pulled rows like a device, and looks for torn transactions. */
class Reader {
  readonly device: TestDevice
  readonly rows = new Map<string, Cells>()
  readonly #pairs: readonly (readonly [string, string])[]
  halves = 0
  pulls = 0

  constructor(device: TestDevice, writers: readonly Writer[]) {
    this.device = device
    this.#pairs = writers.map(({ pair: [a, b] }) => [a?.id ?? '', b?.id ?? ''])
  }

  async pull(): Promise<SyncAnswer> {
    const answer = await this.device.sync()
    for (const row of answer.rows) this.rows.set(row.id, row.cells)
    const qtyOf = (id: string) => this.rows.get(id)?.['qty']?.[0]
    for (const [a, b] of this.#pairs) if (qtyOf(a) !== qtyOf(b)) this.halves++
    this.pulls++
    return answer
  }

  async pullAll(): Promise<void> {
    for (;;) if (!(await this.pull()).more) return
  }
}

/** Rows a reader lacks compared with a fresh one. */
async function missed(reader: Reader): Promise<string[]> {
  const fresh = new Reader(sibling(reader.device), [])
  const scopes = Object.keys(reader.device.cursors)
  fresh.device.cursors = Object.fromEntries(scopes.map((scope) => [scope, 0]))
  await fresh.pullAll()
  expect(fresh.rows.size).toBeGreaterThan(0)
  const text = (cells: Cells | undefined) => canonicalJson((cells ?? null) as never)
  return [...fresh.rows].flatMap(([id, cells]) =>
    text(cells) === text(reader.rows.get(id)) ? [] : [id],
  )
}

test(`${WRITERS} writers at once: who reads by cursor meanwhile misses no row`, async () => {
  const owners = Array.from({ length: OWNERS }, () => new TestDevice(server.url))
  const kits = owners.map((owner) => owner.kit({ name: 'shared' }))
  for (const [at, owner] of owners.entries()) await owner.push(...kits.slice(at, at + 1))
  const writers = Array.from({ length: WRITERS }, (_, at) => {
    const [owner, kit] = [owners[at % OWNERS], kits[at % OWNERS]]
    if (!owner || !kit) throw new Error('an owner a writer')
    return new Writer(owner, kit.id)
  })
  const ofOwners = owners.map((owner, at) => {
    const theirs = writers.filter((_, writer) => writer % OWNERS === at)
    return new Reader(sibling(owner), theirs)
  })
  const stranger = new Reader(new TestDevice(server.url), writers)
  for (const kit of kits) stranger.device.cursors[kitScope(kit.id)] = 0
  const readers = [...ofOwners, stranger]

  const writing = async (writer: Writer) => {
    while (writer.pushes < PUSHES) await writer.push()
  }
  const reading = async (reader: Reader) => {
    while (writers.some(({ pushes }) => pushes < PUSHES)) await reader.pull()
  }
  await Promise.all([...writers.map(writing), ...readers.map(reading)])

  for (const reader of readers) await reader.pullAll()
  const lost = (await Promise.all(readers.map(missed))).flat()
  expect(lost).toEqual([])
  expect(readers.reduce((sum, reader) => sum + reader.halves, 0)).toBe(0)
  expect(ofOwners.map(({ rows }) => rows.size)).toEqual(
    ofOwners.map(() => 1 + (2 * WRITERS) / OWNERS),
  )
})

describe('while one transaction hangs', () => {
  test('no other owner waits, and what it holds is read as it was', async () => {
    const [held, ...others] = Array.from({ length: 6 }, () => new TestDevice(server.url))
    if (!held) throw new Error('an owner is needed')
    const heldKit = held.kit({ name: 'before' })
    await held.push(heldKit)
    const scopes = [ownerScope(held.principal), kitScope(heldKit.id)]
    const reader = sibling(held)
    const trx = await server.database.knex.transaction()
    await trx.raw('update scopes set ver = ver + 1 where id = any(?)', [scopes])
    await trx('kits').where('kit_id', heldKit.id).update({ bytes: 0 })
    for (let round = 1; round <= 3; round++) {
      for (const other of others) {
        const kit = other.kit({ name: `round ${round}` })
        const answer = await other.sync([kit, other.line(kit.id, { qty: round })])
        expect(answer.results).toEqual([{ ok: 1 }, { ok: 1 }])
        const stranger = new TestDevice(server.url)
        stranger.cursors[kitScope(kit.id)] = 0
        expect((await stranger.sync()).rows).toHaveLength(2)
      }
      reader.cursors = { [ownerScope(held.principal)]: 0, [kitScope(heldKit.id)]: 0 }
      const { rows } = await reader.sync()
      expect(rows.map((row) => row.cells['name']?.[0])).toContain('before')
    }
    // Still open: if anybody had waited for it, the loop would not have ended.
    expect(trx.isCompleted()).toBe(false)
    await trx.rollback()
    await expect(held.push({ ...heldKit, cells: held.cells({ name: 'after' }) })).resolves.toEqual([
      { ok: 1 },
    ])
  })

  test('its own owner is told to come again later, and nothing of it is lost', async () => {
    const owner = new TestDevice(server.url)
    const kit = owner.kit({ name: 'before' })
    await owner.push(kit)
    const later = { ...kit, cells: owner.cells({ name: 'after' }) }
    const trx = await server.database.knex.transaction()
    await trx.raw('select ver from scopes where id = ? for update', [ownerScope(owner.principal)])
    expect(await owner.push(later)).toEqual([{ err: 'retry', after: 30 }])
    await trx.rollback()
    expect(await owner.push(later)).toEqual([{ ok: 1 }])
  })
})

test('an answer is of one moment: what changes while it is read comes with the next', async () => {
  const owner = new TestDevice(server.url)
  const kit = owner.kit()
  const line = owner.line(kit.id, { qty: 1 })
  await owner.push(kit, line)
  const { knex } = server.database
  // Readers of a stream read this table too; a push of lines does not.
  const trx = await knex.transaction()
  await trx.raw('lock table steps in access exclusive mode')
  const reader = sibling(owner)
  const early = reader.sync()
  await until(async () => {
    const waiting = await knex('pg_locks')
      .where({ granted: false })
      .whereRaw("relation = 'steps'::regclass")
    expect(waiting).not.toEqual([])
  })
  await owner.push({ ...line, cells: owner.cells({ qty: 2 }) })
  await trx.rollback()
  const qtyOf = ({ rows }: SyncAnswer) => rows.find(({ id }) => id === line.id)?.cells['qty']?.[0]
  expect(qtyOf(await early)).toBe(1)
  expect(qtyOf(await reader.sync())).toBe(2)
})

describe('a push into a stream that nobody else has written', () => {
  test('takes ten statements, however many rows and kits there are', async () => {
    const owner = new TestDevice(server.url)
    const kits = Array.from({ length: 5 }, () => owner.kit())
    const lines = kits.flatMap((kit) => [owner.line(kit.id), owner.line(kit.id)])
    await owner.sync([...kits, ...lines])

    const again = lines.map((line) => ({ ...line, cells: owner.cells({ qty: 2 }) }))
    // Three of the statements count stored rows.
    expect(await statementsOf(server.database.knex, () => owner.sync(again))).toHaveLength(10)
  })

  test('reads none of it again, and the next one is told what came in between', async () => {
    const owner = new TestDevice(server.url)
    const other = sibling(owner)
    const scope = ownerScope(owner.principal)
    const kit = owner.kit({ name: 'mine' })
    const lines = Array.from({ length: 60 }, () => owner.line(kit.id, { qty: 1 }))
    await owner.sync([kit, ...lines])
    await other.sync()

    const again = lines.map((line) => ({ ...line, cells: owner.cells({ qty: 2 }) }))
    const read = await statementsOf(server.database.knex, async () =>
      expect((await owner.sync(again)).rows).toEqual([]),
    )
    expect(read.filter((sql) => sql.includes('as version'))).toEqual([])

    const fromOther = await other.sync([{ ...kit, cells: other.cells({ notes: 'theirs' }) }])
    expect(fromOther.rows.map((row) => row.id).toSorted()).toEqual(
      lines.map(({ id }) => id).toSorted(),
    )
    const after = await owner.sync([{ ...kit, cells: owner.cells({ task: 'Brakes' }) }])
    expect(after.rows.map(({ id, cells }) => [id, cells['notes']?.[0]])).toEqual([
      [kit.id, 'theirs'],
    ])
    expect(after.cursors[scope]).toBe((fromOther.cursors[scope] ?? 0) + 1)
  })
})
