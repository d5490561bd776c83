/** Devices facing collection after half a year, and a server that rolled back. */
import type { Net } from '../../api/net.ts'
import { beforeEach, describe, expect, test } from 'vitest'

import type { SyncAnswer, SyncRequest } from '#shared/sync/protocol.ts'

import { textIn } from '#shared/cells/cells.ts'
import { newId } from '#shared/ids.ts'
import { kitScope, ownerScope } from '#shared/cells/limits.ts'
import { until } from '#shared/testPatience.ts'
import { backUp, collect, restore } from '../../../../lab/simulation/memoryCollect.ts'
import { MemoryServer } from '../../../../lab/simulation/memoryServer.ts'
import { Desk, now, World } from '../../../../lab/simulation/testDesk.ts'
import { putMeta } from '../../device/store.ts'

const DAY_MS = 86_400_000

let server: MemoryServer

beforeEach(() => {
  server = new MemoryServer(() => now)
})

/** Defers every op, but still answers the pull. */
const puttingOff: Net = {
  async sync(request) {
    const answer = server.sync({ ...request, ops: [] })
    answer.results = request.ops.map(() => ({ err: 'retry', after: 60 }))
    return { kind: 'answer', answer }
  },
}

const namesOf = (owner: string): string[] =>
  [...server.rows.values()]
    .filter(({ row }) => row.owner === owner && row.cells['name'])
    .map(({ row }) => textIn(row.cells, 'name'))
    .toSorted()

describe('half a year later', () => {
  test('an expired draft comes back with all its lines when one of them is touched', async () => {
    const desk = await Desk.open(server)
    const kit = await desk.draft('AAAAAA', 'winter project')
    const lines = [newId(), newId(), newId()]
    for (const [at, line] of lines.entries()) {
      await desk.set('line', line, kit, { ord: `a${at}`, name: `part ${at}` })
    }
    await desk.flush()
    expect(collect(server, now + 181 * DAY_MS)).toHaveLength(4)
    desk.sent.length = 0
    await desk.set('line', lines[1] ?? '', kit, { qty: 2 })
    await desk.flush()
    // Values sent with the re-created kit are not sent twice.
    expect(desk.sent.map(({ request }) => request.ops.length)).toEqual([1, 4])
    const { principal } = await desk.device()
    expect(namesOf(principal)).toEqual(['part 0', 'part 1', 'part 2', 'winter project'])
    expect(desk.pendingOf(principal)).toEqual([])
  })

  test('an expired draft whose own answer was lost comes back with the lines that had arrived', async () => {
    const desk = await Desk.open(server)
    const kit = await desk.draft('AAAAAA', 'winter project')
    const line = newId()
    await desk.set('line', line, kit, { ord: 'a0', name: 'part' })
    // The line is confirmed; the kit was not, so all of it stays pending.
    await desk.flush({
      async sync(request) {
        const answer = server.sync(request)
        answer.rows = []
        answer.cursors = {}
        const results = request.ops.map(({ kind }, at) =>
          kind === 'kit' ? { err: 'retry', after: 60 } : (answer.results[at] ?? {}),
        )
        return { kind: 'answer', answer: { ...answer, results } }
      },
    })
    const { principal } = await desk.device()
    expect(desk.pendingOf(principal).map(({ kind }) => kind)).toEqual(['kit'])
    collect(server, now + 181 * DAY_MS)
    desk.makeDue()
    await desk.flush()
    expect(namesOf(principal)).toEqual(['part', 'winter project'])
    expect(desk.pendingOf(principal)).toEqual([])
  })

  test('an expired draft that comes back under another build id brings its lines along', async () => {
    const other = await Desk.open(server)
    await other.draft('AAAAAA', 'came first')
    await other.flush()
    const desk = await Desk.open(server)
    const kit = await desk.draft('AAAAAA', 'winter project')
    await desk.set('line', newId(), kit, { ord: 'a0', name: 'part' })
    // Its rows are pulled, but the kit row's own result is lost.
    await desk.flush({
      async sync(request) {
        const answer = server.sync(request)
        const results = request.ops.map(({ kind }, at) =>
          kind === 'kit' ? { err: 'retry', after: 60 } : (answer.results[at] ?? {}),
        )
        return { kind: 'answer', answer: { ...answer, results } }
      },
    })
    const { principal } = await desk.device()
    expect(desk.pendingOf(principal).map(({ kind }) => kind)).toEqual(['kit'])
    expect(collect(server, now + 181 * DAY_MS)).toHaveLength(3)
    desk.makeDue()
    await desk.flush()
    expect(namesOf(principal)).toEqual(['part', 'winter project'])
    expect(desk.pendingOf(principal)).toEqual([])
  })

  test('a draft that comes back with an earlier stamp of its build id is here as it is there', async () => {
    const world = new World()
    const desk = await world.open()
    desk.skew = 90_000
    const kit = await desk.draft('AAAAAA', 'winter project')
    // Refused for the clock and restamped earlier; then a late copy of the first request passes,
    // because the previous version counted no refusals.
    await desk.flush({
      sync: async (...letter) =>
        desk.sent.length > 0 ? { kind: 'failed' } : desk.net.sync(...letter),
    })
    world.now += 2 * 60_000
    for (const { request } of desk.sent) {
      const { refusals: _, ...late } = request
      world.server.sync(late)
    }
    await desk.flush({
      sync: async (request) => {
        const results = request.ops.map(() => ({ err: 'retry', after: 60 }))
        return {
          kind: 'answer',
          answer: { ...world.server.sync({ ...request, ops: [] }), results },
        }
      },
    })
    const { principal } = await desk.device()
    const before = desk.rowsOf(principal).map(({ cells }) => cells['buildId'])
    expect(before).toEqual([world.stored(`kit:${kit}`)['buildId']])
    expect(collect(world.server, world.now + 181 * DAY_MS)).toHaveLength(1)
    desk.makeDue()
    await desk.flush()
    const there = world.stored(`kit:${kit}`)
    expect([there['buildId']?.[0], before[0] === there['buildId']]).toEqual(['AAAAAA', false])
    expect(desk.rowsOf(principal).map(({ cells }) => cells)).toEqual([there])
    expect(desk.pendingOf(principal)).toEqual([])
  })

  test('a draft that was collected before it went into an account is sent again at once', async () => {
    const desk = await Desk.open(server)
    const kit = await desk.draft('AAAAAA', 'winter project')
    await desk.set('line', newId(), kit, { ord: 'a0', name: 'part' })
    await desk.flush()
    expect(collect(server, now + 181 * DAY_MS)).toHaveLength(2)
    const principal = await desk.signIn('alice', [kit])
    await desk.flush()
    await desk.flush()
    expect(namesOf(principal)).toEqual(['part', 'winter project'])
    expect(desk.pendingOf(principal)).toEqual([])
  })

  test('so is one that was collected while nobody was signed in, before the claim was heard', async () => {
    const desk = await Desk.open(server)
    const kit = await desk.draft('AAAAAA', 'winter project')
    await desk.set('line', newId(), kit, { ord: 'a0', name: 'part' })
    await desk.flush()
    const principal = await desk.signIn('alice', [kit])
    await desk.signOut()
    await desk.forget(principal)
    expect(collect(server, now + 181 * DAY_MS)).toHaveLength(2)
    await desk.signIn('alice')
    await desk.flush()
    expect(namesOf(principal)).toEqual(['part', 'winter project'])
    expect(desk.pendingOf(principal)).toEqual([])
  })

  test('what was typed into a kit that is collected everywhere is kept and shown', async () => {
    const phone = await Desk.open(server)
    const tablet = await Desk.open(server)
    const principal = await phone.signIn('alice')
    const kit = await phone.draft('AAAAAA', 'taken away')
    await phone.flush()
    await tablet.signIn('alice')
    await tablet.flush()
    await tablet.set('kit', kit, kit, { notes: 'typed in the garage' })
    await phone.set('kit', kit, kit, { del: true })
    await phone.flush()
    collect(server, now + 181 * DAY_MS)
    // Re-read from the start while the edit is deferred.
    await tablet.flush(puttingOff)
    expect(tablet.rowsOf(principal)).toEqual([])
    tablet.makeDue()
    await tablet.flush()
    expect(tablet.pendingOf(principal)).toEqual([])
    expect([...tablet.store.tables.problems.values()]).toMatchObject([
      { cell: 'notes', value: 'typed in the garage', code: 'parent_gone' },
    ])
  })
})

describe('a server that went back in time', () => {
  async function takenDraft() {
    const desk = await Desk.open(server)
    const kit = await desk.draft('AAAAAA', 'begun without an account')
    await desk.flush()
    const backup = backUp(server)
    const principal = await desk.signIn('alice', [kit])
    await desk.flush()
    return { desk, kit, backup, p: principal }
  }

  test('to before a kit went into an account gets the claim again, and makes no copy', async () => {
    const { desk, kit, backup, p } = await takenDraft()
    restore(server, backup, 'restored')
    await desk.set('kit', kit, kit, { notes: 'typed after' })
    await desk.flush()
    const kits = [...server.rows.values()].filter(({ row }) => row.kind === 'kit')
    expect(kits.map(({ row }) => [row.id, row.owner])).toEqual([[kit, p]])
    expect(desk.pendingOf(p)).toEqual([])
  })

  test('to before a kit went into an account gets what was typed there since', async () => {
    const { desk, kit, backup, p } = await takenDraft()
    await desk.set('kit', kit, kit, { notes: 'typed in the account' })
    await desk.flush()
    // It follows its own kit's scope, and so learns first that the kit is somebody's.
    const cursors = desk.store.tables.meta.get(`cursors:${p}`) as Record<string, number>
    await desk.store.transact((tx) =>
      putMeta(tx, `cursors:${p}`, { ...cursors, [kitScope(kit)]: 0 }),
    )
    restore(server, backup, 'restored')
    await desk.flush()
    const row = server.rows.get(`kit:${kit}`)?.row
    expect([row?.owner, row?.cells['notes']?.[0]]).toEqual([p, 'typed in the account'])
    expect(desk.pendingOf(p)).toEqual([])
  })

  test('gets the claim again from a device that has signed out and in since', async () => {
    const { desk, kit, backup, p } = await takenDraft()
    await desk.signOut()
    for (const key of desk.store.tables.rows.keys()) desk.store.tables.rows.delete(key)
    desk.store.tables.meta.delete(`cursors:${p}`)
    restore(server, backup, 'restored')
    await desk.signIn('alice')
    await desk.flush()
    expect(desk.rowsOf(p)).toMatchObject([{ id: kit, mine: true }])
  })

  test('gets what a draft held that went into an account before anybody knew', async () => {
    const desk = await Desk.open(server)
    const backup = backUp(server)
    const kit = await desk.draft('AAAAAA', 'lost by the server')
    await desk.flush()
    restore(server, backup, 'restored')
    const principal = await desk.signIn('alice', [kit])
    await desk.flush()
    expect(namesOf(principal)).toEqual(['lost by the server'])
  })

  test('gets what was typed into a draft that it still has, and that went into an account', async () => {
    const desk = await Desk.open(server)
    const kit = await desk.draft('AAAAAA', 'kept by the server')
    await desk.flush()
    const backup = backUp(server)
    await desk.set('kit', kit, kit, { notes: 'lost by the server' })
    await desk.flush()
    restore(server, backup, 'restored')
    const principal = await desk.signIn('alice', [kit])
    await desk.flush()
    const row = server.rows.get(`kit:${kit}`)?.row
    expect([row?.owner, row?.cells['notes']?.[0]]).toEqual([principal, 'lost by the server'])
  })

  test('takes along what a draft held while it was being healed', async () => {
    const desk = await Desk.open(server)
    const backup = backUp(server)
    const kit = await desk.draft('AAAAAA', 'held')
    await desk.flush()
    restore(server, backup, 'restored')
    let requests = 0
    await desk.flush({
      async sync(request) {
        if (++requests > 1) return { kind: 'failed' }
        return { kind: 'answer', answer: server.sync(request) }
      },
    })
    const principal = await desk.signIn('alice', [kit])
    await desk.flush()
    expect([namesOf(principal), desk.pendingOf(principal)]).toEqual([['held'], []])
  })

  test('gets all of a row of which a late answer has confirmed a part', async () => {
    const desk = await Desk.open(server)
    const kit = await desk.draft('AAAAAA', 'first')
    await desk.flush()
    const backup = backUp(server)
    const line = newId()
    await desk.set('line', line, kit, { ord: 'a0', name: 'part' })
    await desk.flush()
    await desk.set('line', line, kit, { qty: 2 })
    let requests = 0
    await desk.flush({
      async sync(request) {
        const late = server.sync(request)
        if (++requests > 1) return { kind: 'answer', answer: late }
        restore(server, backup, 'restored')
        // Another window learns of it, and loses signal before it has pulled everything.
        let others = 0
        await desk.flush({
          async sync(other) {
            return ++others > 1
              ? { kind: 'failed' }
              : { kind: 'answer', answer: server.sync(other) }
          },
        })
        return { kind: 'answer', answer: late }
      },
    })
    await desk.flush()
    const cells = server.rows.get(`line:${line}`)?.row.cells ?? {}
    expect([cells['ord']?.[0], cells['name']?.[0], cells['qty']?.[0]]).toEqual(['a0', 'part', 2])
  })

  test('takes a value that was never sent, though it loses, and offers it back', async () => {
    const [phone, desk] = [await Desk.open(server), await Desk.open(server)]
    const principal = await phone.signIn('alice')
    const kit = await phone.draft('AAAAAA', 'first')
    await phone.flush()
    await desk.signIn('alice')
    await desk.flush()
    await phone.set('kit', kit, kit, { notes: 'typed on the phone, never sent' })
    await desk.set('kit', kit, kit, { notes: 'typed on the desk' })
    await desk.set('kit', kit, kit, { notes: 'typed on the desk, later' })
    await desk.flush()
    await phone.flush(puttingOff)
    restore(server, backUp(server), 'restored')
    await phone.flush()
    expect(phone.pendingOf(principal)).toEqual([])
    expect([...phone.store.tables.problems.values()]).toMatchObject([
      { cell: 'notes', value: 'typed on the phone, never sent', code: 'overwritten' },
    ])
  })

  test('takes a value that it put off, though it loses to one not read before, and offers it back', async () => {
    const [phone, desk] = [await Desk.open(server), await Desk.open(server)]
    const principal = await phone.signIn('alice')
    const kit = await phone.draft('AAAAAA', 'first')
    await phone.flush()
    await desk.signIn('alice')
    await desk.flush()
    await phone.set('kit', kit, kit, { notes: 'typed on the phone, never sent' })
    await desk.set('kit', kit, kit, { notes: 'typed on the desk' })
    await desk.set('kit', kit, kit, { notes: 'typed on the desk, later' })
    await desk.flush()
    restore(server, backUp(server), 'restored')
    await phone.flush(puttingOff)
    phone.makeDue()
    await phone.flush()
    expect(phone.pendingOf(principal)).toEqual([])
    expect([...phone.store.tables.problems.values()]).toMatchObject([
      { cell: 'notes', value: 'typed on the phone, never sent', code: 'overwritten' },
    ])
  })

  test('takes away from a reader what it does not have of others any more', async () => {
    const owner = await Desk.open(server)
    const kit = await owner.draft('AAAAAA', 'read by others')
    await owner.flush()
    const backup = backUp(server)
    const line = newId()
    await owner.set('line', line, kit, { ord: 'a0', name: 'added later' })
    await owner.set('kit', kit, kit, { notes: 'added later' })
    await owner.flush()
    const reader = await Desk.open(server)
    const { principal } = await reader.device()
    await reader.store.transact((tx) => putMeta(tx, `cursors:${principal}`, { [kitScope(kit)]: 0 }))
    await reader.flush()
    expect(reader.rowsOf(principal)).toHaveLength(2)
    restore(server, backup, 'restored')
    // The kit's scope has the same version again, with other rows.
    const twin = await owner.twin()
    await twin.flush()
    const other = newId()
    await twin.set('line', other, kit, { ord: 'a0', name: 'added instead' })
    await twin.flush()
    await reader.flush()
    const left = reader.rowsOf(principal).map(({ id, cells }) => [id, cells['notes']] as const)
    expect(Object.fromEntries(left)).toEqual({ [kit]: undefined, [other]: undefined })
  })
})

test('an answer that begins anew turns nothing back that another has read further since (I9)', async () => {
  const desk = await Desk.open(server)
  const kit = await desk.draft('AAAAAA', 'first')
  await desk.flush()
  const { principal } = await desk.device()
  const scope = ownerScope(principal)
  const read = () => desk.store.tables.meta.get(`cursors:${principal}`) as Record<string, number>
  const before = read()[scope] ?? 0
  await desk.set('kit', kit, kit, { name: 'second' })
  let isAnswered = false
  await desk.flush({
    async sync(request: SyncRequest) {
      // Checks the state right after this answer, before another repairs it.
      if (isAnswered) return { kind: 'failed' }
      isAnswered = true
      const late = server.sync({ ...request, ops: [], cursors: { ...request.cursors, [scope]: 0 } })
      // Another window syncs meanwhile, and gets the later rows.
      await desk.flush()
      const results = request.ops.map(() => ({ ok: 1 as const }))
      return { kind: 'answer', answer: { ...late, results, reset: [scope] } }
    },
  })
  expect(read()[scope]).toBeGreaterThan(before)
  expect(namesOf(principal)).toEqual(['second'])
  expect(desk.rowsOf(principal)[0]?.cells['name']?.[0]).toBe('second')
  const { tables } = desk.store
  expect(tables.meta.get(`sweep:${principal}`) ?? 0).toBe(0)
})

test('an answer that continues from further on leaves no gap in a stream that is read anew (I10)', async () => {
  const desk = await Desk.open(server)
  const kit = await desk.draft('AAAAAA', 'first')
  await desk.flush()
  const { principal } = await desk.device()
  const scope = ownerScope(principal)
  await desk.set('kit', kit, kit, { name: 'second' })
  // Requested while the scope was read to its end, applied after it started over.
  await desk.flush({
    async sync(request: SyncRequest) {
      const answer: SyncAnswer = server.sync(request)
      const meta = new Map(desk.store.tables.meta).set(`cursors:${principal}`, { [scope]: 0 })
      desk.store.tables = { ...desk.store.tables, meta }
      return { kind: 'answer', answer }
    },
  })
  const cursors = desk.store.tables.meta.get(`cursors:${principal}`)
  expect((cursors as Record<string, number>)[scope]).toBe(0)
})

describe('a device that reads from the start what was collected meanwhile', () => {
  /** A saved kit with a line deleted long ago, and a reader from before that. */
  async function readLongAgo() {
    const world = new World()
    const [owner, reader] = [await world.open(), await world.open()]
    const [kit, gone] = [await owner.draft('AAAAAA', 'brakes'), newId()]
    await owner.set('line', gone, kit, { ord: 'a0', name: 'gone' })
    await owner.flush()
    const { principal } = await reader.device()
    const follow = { [kitScope(kit)]: 0 }
    await reader.store.transact((tx) => putMeta(tx, `cursors:${principal}`, follow))
    await reader.flush()
    for (let at = 1; at < 9; at++) {
      await owner.set('line', newId(), kit, { ord: `a${at}`, name: `part ${at}` })
      await owner.flush()
    }
    await owner.set('line', gone, kit, { del: true })
    await owner.flush()
    world.now += 179 * DAY_MS
    await owner.set('kit', kit, kit, { notes: 'still used' })
    await owner.flush()
    world.now += 2 * DAY_MS
    expect(collect(world.server, world.now).map(({ id }) => id)).toEqual([gone])
    const names = () =>
      reader
        .rowsOf(principal)
        .map(({ cells }) => textIn(cells, 'name'))
        .toSorted()
    return { world, reader, names }
  }
  const whole = ['brakes', ...Array.from({ length: 8 }, (_, at) => `part ${at + 1}`)]

  test('drops what is gone of a kit that it follows', async () => {
    const { reader, names } = await readLongAgo()
    expect(names()).toEqual(['brakes', 'gone'])
    await reader.flush()
    expect(names()).toEqual(whole)
  })

  test('comes to the end of it, page by page', async () => {
    const { world, reader, names } = await readLongAgo()
    world.server.pageRows = 1
    reader.sent.length = 0
    await reader.flush()
    expect(names()).toEqual(whole)
    expect(reader.sent.length).toBeLessThanOrEqual(whole.length + 1)
  })
})

test('an answer from before a reading anew, that arrives late, takes nothing away', async () => {
  const world = new World()
  const desk = await world.open()
  const [kit, gone] = [await desk.draft('AAAAAA', 'brakes'), newId()]
  await desk.set('line', gone, kit, { ord: 'a0', name: 'gone' })
  for (let at = 1; at < 6; at++) {
    await desk.set('line', newId(), kit, { ord: `a${at}`, name: `part ${at}` })
    await desk.flush()
  }
  const other = await desk.twin()
  await other.flush()
  const { principal } = await desk.device()
  const names = () =>
    desk
      .rowsOf(principal)
      .flatMap(({ kind, cells }) => (kind === 'line' ? textIn(cells, 'name') : []))
      .toSorted()
  // Requested first, answered in the middle of the re-read.
  let arrive = () => {}
  const asked = desk.sent.length
  const early = desk.flush({
    sync: async (request, sender) => {
      const result = await desk.net.sync(request, sender)
      await new Promise<void>((resolve) => (arrive = resolve))
      return result
    },
  })
  await until(() => expect(desk.sent.length).toBeGreaterThan(asked))
  await other.set('line', gone, kit, { del: true })
  await other.flush()
  world.now += 179 * DAY_MS
  await other.set('kit', kit, kit, { notes: 'still used' })
  await other.flush()
  world.now += 2 * DAY_MS
  expect(collect(world.server, world.now).map(({ id }) => id)).toEqual([gone])
  world.server.pageRows = 1
  let pages = 0
  const whole = Array.from({ length: 5 }, (_, at) => `part ${at + 1}`)
  await desk.flush({
    sync: async (request, sender) => {
      if (++pages === 2) {
        arrive()
        await early
        expect(names()).toEqual(expect.arrayContaining(whole))
      }
      return desk.net.sync(request, sender)
    },
  })
  expect(pages).toBeGreaterThan(2)
  expect(names()).toEqual(whole)
})
