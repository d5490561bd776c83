/** Pulls that take several answers of thousands of rows. */
import type { NetResult } from '../../api/net.ts'
import { beforeEach, expect, test } from 'vitest'

import type { PulledRow, SyncAnswer, SyncRequest } from '#shared/sync/protocol.ts'

import { newId } from '#shared/ids.ts'
import { ownerScope } from '#shared/cells/limits.ts'
import { packStamp } from '#shared/cells/stamp.ts'
import { openIdentity, readDevice } from '../../device/clock.ts'
import { edit } from '../write/edit.ts'
import { flush } from '../send/flush.ts'
import { MemoryServer } from '../../../../lab/simulation/memoryServer.ts'
import { MemoryStore } from '../../device/testMemoryStore.ts'
import { answered, answerWith, now } from '../../../../lab/simulation/testDesk.ts'
import { putMeta } from '../../device/store.ts'

const random = (length: number) => crypto.getRandomValues(new Uint8Array(length))
const other = (ms: number) => packStamp(now + ms, 0, 'othernode')

let store: MemoryStore
let principal = ''
const env = () => ({ store, now: () => now, random })
const rows = () => [...store.tables.rows.values()]

beforeEach(async () => {
  store = new MemoryStore()
  principal = (await openIdentity(store, random)).principal
})

function pulledKit(name: string, buildId: string, ms = 0): PulledRow {
  const id = newId()
  const cells = { buildId: [buildId, other(ms)] as const, name: [name, other(ms)] as const }
  return { kind: 'kit', id, kit: id, mine: true, cells }
}
const lineOf = (kit: PulledRow, name: string, ms = 0): PulledRow => {
  const cells = { ord: ['a0', other(ms)] as const, name: [name, other(ms)] as const }
  return { kind: 'line', id: newId(), kit: kit.id, mine: true, cells }
}

const answerOf = (parts: Partial<SyncAnswer>): NetResult => answered(answerWith(parts))

/** Answers in sequence; then the network is gone. */
const answers = (...all: ((request: SyncRequest) => NetResult)[]) => ({
  sync: async (request: SyncRequest): Promise<NetResult> =>
    all.shift()?.(request) ?? { kind: 'failed' },
})

test('rows read by the hundred are the rows that were written, with what waits on top', async () => {
  const server = new MemoryServer(() => now)
  for (let at = 0; at < 60; at++) {
    const kit = newId()
    const lines = Array.from({ length: 10 }, (_, index) => {
      const cells = { ord: `a${index}`, name: `Part ${index}`, qty: index }
      return { kind: 'line' as const, id: newId(), kit, cells }
    })
    const buildIds = new Map([[kit, `A${String(at).padStart(5, '0')}`]])
    await edit(env(), lines, { buildIds })
  }
  const net = { sync: async (request: SyncRequest) => answered(server.sync(request)) }
  await flush(env(), net)
  await flush(env(), net)
  const written = rows()
  const device = await store.transact((tx) => readDevice(tx))

  store = new MemoryStore()
  await store.transact((tx) => putMeta(tx, 'device', { ...device, node: 'secondnod' }))
  const line = written.find((row) => row.kind === 'line')
  if (!line) throw new Error('no line was written')
  const { id, kit } = line
  const later = { ...env(), now: () => now + 1_000 }
  await edit(later, [{ kind: 'line', id, kit, cells: { ord: 'b0', qty: 77 } }])
  const counts: number[] = []
  await flush(env(), net, { onRows: (count) => counts.push(count) })
  const cellsOf = (all: typeof written) =>
    new Map(all.filter((row) => row.kind !== 'beaten').map((row) => [row.id, row.cells]))
  const read = cellsOf(rows())
  expect(read.get(id)?.['qty']?.[0]).toBe(77)
  const expected = cellsOf(written)
  for (const each of [expected, read]) each.delete(id)
  expect(read).toEqual(expected)
  expect(store.tables.pending.size).toBe(0)
})

test('a reading anew takes nothing away before its last answer, also without signal between', async () => {
  const [kept, gone, late] = [
    pulledKit('Kept', 'AAAAAA'),
    pulledKit('Gone', 'BBBBBB'),
    pulledKit('Late', 'CCCCCC'),
  ]
  const line = lineOf(gone, 'of the kit that goes')
  const scope = ownerScope(principal)
  await flush(
    env(),
    answers(() => answerOf({ rows: [kept, gone, line], cursors: { [scope]: 9 } })),
  )
  expect(rows()).toHaveLength(3)

  const first = () =>
    answerOf({ reset: [scope], rows: [late], cursors: { [scope]: 4 }, more: true })
  const result = await flush(env(), answers(first))
  expect(result.kind).toBe('failed')
  expect(rows().map((row) => row.id)).toEqual(expect.arrayContaining([kept.id, gone.id, line.id]))

  // An edit made meanwhile is confirmed, and not echoed to its author.
  const typed = newId()
  await edit(env(), [{ kind: 'line', id: typed, kit: kept.id, cells: { ord: 'a0', name: 'x' } }])
  const last = (request: SyncRequest) =>
    answerOf({
      results: request.ops.map(() => ({ ok: 1 })),
      rows: [kept],
      cursors: { [scope]: 12 },
    })
  await flush(env(), answers(last))
  expect(new Set(rows().map((row) => row.id))).toEqual(new Set([kept.id, late.id, typed]))
})

test('a reading anew replaces what was known, it does not mix with it', async () => {
  const scope = ownerScope(principal)
  const kit = pulledKit('As it was', 'AAAAAA', 50)
  await flush(
    env(),
    answers(() => answerOf({ rows: [kit], cursors: { [scope]: 9 } })),
  )
  const cells = { ...kit.cells, name: ['As it is', other(10)] as const }
  const again = { ...kit, cells }
  await flush(
    env(),
    answers(() => answerOf({ reset: [scope], rows: [again], cursors: { [scope]: 3 } })),
  )
  expect(rows()[0]?.cells['name']?.[0]).toBe('As it is')
  // A value that beats the server's was lost there: it is sent again.
  const { name } = kit.cells
  expect([...store.tables.pending.values()]).toMatchObject([{ id: kit.id, cells: { name } }])
})
