/** Kits that turn out to be another account's: no edit on this device is lost. */
import { beforeEach, describe, expect, test } from 'vitest'

import type { Cells, Json } from '#shared/cells/cells.ts'
import type { Kind } from '#shared/kinds/schema.ts'

import { textIn } from '#shared/cells/cells.ts'
import { newId } from '#shared/ids.ts'
import { kitScope } from '#shared/cells/limits.ts'
import { versionCells } from '#shared/kinds/version.ts'
import { until } from '#shared/testPatience.ts'
import { forkAway } from './applyResult.ts'
import { OpenClock, readDevice } from '../../device/clock.ts'
import { valuesOf } from '../write/fork.ts'
import { MemoryServer } from '../../../../lab/simulation/memoryServer.ts'
import { Desk, now } from '../../../../lab/simulation/testDesk.ts'
import { writeCells } from '../write/writeCells.ts'
import { putMeta } from '../../device/store.ts'

let server: MemoryServer

beforeEach(() => {
  server = new MemoryServer(() => now)
})

const othersRow =
  (principal: string, kit: string) =>
  (kind: 'kit' | 'line' | 'version', id: string, cells: Cells) => ({
    p: principal,
    kind,
    id,
    kit,
    mine: false,
    cells,
  })

describe('a kit that another account took first', () => {
  const takenByBob = async (desk: Desk, kit: string) => {
    const claims = [{ secret: (await desk.device()).secret, kits: [kit] }]
    server.sync({ principal: 'u:bob', node: 'bobsnode1', claims, ops: [], cursors: {} })
  }
  const rowsOnServer = (owner: string) =>
    [...server.rows.values()].map(({ row }) => row).filter((row) => row.owner === owner)

  test('is saved in its copy when it was saved here', async () => {
    const desk = await Desk.open(server)
    const kit = await desk.draft('AAAAAA', 'shared profile')
    const line = newId()
    await desk.set('line', line, kit, { ord: 'a0', name: 'Filter' })
    await desk.flush()
    await takenByBob(desk, kit)
    const u = await desk.signIn('alice', [kit])
    const part = { name: 'Filter', manufacturer: '', partNumber: '', price: 100, qty: 2, link: '' }
    const lines = [{ id: line, ord: 'a0', ...part }]
    const content = { name: 'shared profile', notes: '', vehicle: null, task: '', lines, steps: [] }
    const saved = { id: kit, buildId: 'AAAAAA', ...content, updatedAt: now }
    await desk.set('version', newId(), kit, versionCells(saved, now))
    await desk.flush()
    const versions = rowsOnServer(u).filter((row) => row.kind === 'version')
    expect(versions).toHaveLength(1)
    expect(textIn(versions[0]?.cells ?? {}, 'body')).toContain('Filter')
    expect(desk.pendingOf(u)).toEqual([])
  })

  test('keeps what this owner said of it for himself, and takes nothing such from others', async () => {
    const desk = await Desk.open(server)
    const kit = await desk.draft('AAAAAA', 'shared profile')
    const [line, other] = [newId(), newId()]
    await desk.set('line', line, kit, { ord: 'a0', name: 'Filter', status: 'ordered' })
    await desk.set('line', other, kit, { ord: 'a1', name: 'Oil' })
    await desk.set('kit', kit, kit, { visibility: 'unlisted' })
    await desk.flush()
    const u = await desk.signIn('alice', [kit])
    await takenByBob(desk, kit)
    await desk.set('line', other, kit, { status: 'have' })
    await desk.flush()
    await desk.flush()
    const saidOf = ({ kind, cells }: { kind: Kind; cells: Cells }) =>
      [kind, ...['name', 'status', 'visibility'].map((cell) => textIn(cells, cell))].join(':')
    expect(rowsOnServer(u).map(saidOf).toSorted()).toEqual([
      'kit:shared profile::unlisted',
      'line:Filter:ordered:',
      'line:Oil:have:',
    ])
    // A kit of another account is copied with its public cells only.
    const rows = desk.rowsOf(u).map((row) => ({ ...row, mine: false }))
    await desk.store.transact((tx) => tx.put('rows', rows))
    const copy = rowsOnServer(u)[0]?.kit ?? ''
    await desk.set('kit', copy, copy, { notes: 'customized' })
    const again = desk.pendingOf(u).filter((row) => row.kit !== copy)
    expect(again.map(saidOf).toSorted()).toEqual([
      'kit:shared profile::',
      'line:Filter::',
      'line:Oil::',
    ])
  })

  test('is not copied when nothing of it is here any more', async () => {
    const desk = await Desk.open(server)
    const kit = await desk.draft('AAAAAA', 'x')
    await desk.flush()
    const u = await desk.signIn('alice', [kit])
    // Signed out without pending rows before the claim was sent, and in again.
    for (const key of desk.store.tables.rows.keys()) desk.store.tables.rows.delete(key)
    await takenByBob(desk, kit)
    await desk.flush()
    expect(rowsOnServer(u)).toEqual([])
    expect(desk.pendingOf(u)).toEqual([])
  })

  test('is claimed anew where the server knows it as this device’s own', async () => {
    const desk = await Desk.open(server)
    const kit = await desk.draft('AAAAAA', 'x')
    const { principal, node } = await desk.device()
    const u = await desk.signIn('alice', [kit])
    await desk.flush()
    // As if the claim had arrived before the kit, which only the device sent afterwards.
    for (const { row } of server.rows.values()) row.owner = principal
    await desk.set('kit', kit, kit, { notes: 'typed as alice' })
    await desk.flush()
    await desk.flush()
    const kits = [...server.rows.values()].map(({ row }) => row).filter((row) => row.kind === 'kit')
    expect(kits.map((row) => [row.id, row.owner, textIn(row.cells, 'notes')])).toEqual([
      [kit, u, 'typed as alice'],
    ])
    expect([node, desk.pendingOf(u)]).toEqual([node, []])
  })

  test('becomes a copy where that account’s kit is gone, and only its id is left', async () => {
    const desk = await Desk.open(server)
    const kit = await desk.draft('AAAAAA', 'typed before the login')
    const { principal } = await desk.device()
    const line = newId()
    await desk.set('line', line, kit, { ord: 'a0', name: 'Filter' })
    // The server had collected the draft; another account claimed its id.
    server.formerOwners.set(kit, principal)
    await takenByBob(desk, kit)
    const u = await desk.signIn('alice', [kit])
    await desk.flush()
    await desk.flush()
    const kits = rowsOnServer(u).filter((row) => row.kind === 'kit')
    expect(kits.map((row) => textIn(row.cells, 'name'))).toEqual(['typed before the login'])
    expect(kits[0]?.id).not.toBe(kit)
    const lines = rowsOnServer(u).filter((row) => row.kind === 'line')
    expect(lines.map((row) => textIn(row.cells, 'name'))).toEqual(['Filter'])
    expect(desk.pendingOf(u)).toEqual([])
  })

  test('keeps what was typed, also where its saved version was read before', async () => {
    const desk = await Desk.open(server)
    const principal = await desk.signIn('alice')
    const [kit, line, added, torque] = [newId(), newId(), newId(), newId()]
    const part = { name: 'Filter', manufacturer: '', partNumber: '', price: 100, qty: 2, link: '' }
    const lines = [{ id: line, ord: 'a0', ...part }]
    const steps = [
      { id: torque, ord: 'a0', what: 'torque', text: 'Drain', value: '30', unit: 'Nm' },
    ]
    const body = JSON.stringify({ name: 'Saved', notes: '', vehicle: null, task: '', lines, steps })
    const stamp = '0000000000000000001'
    await desk.store.transact(async (tx) => {
      const row = othersRow(principal, kit)
      const version = { savedAt: [1, stamp], body: [body, stamp] } as const
      await tx.put('rows', [row('kit', kit, { buildId: ['AAAAAA', stamp] })])
      await tx.put('rows', [row('version', newId(), version)])
      const { node } = await readDevice(tx)
      const clock = await OpenClock.open(tx, node, now)
      const type = (kind: Kind, id: string, cells: Record<string, Json>) =>
        writeCells({ tx, env: desk.env, clock, p: principal }, { kind, id, kit, cells })
      await type('kit', kit, { notes: 'typed' })
      await type('line', line, { qty: 3 })
      await type('line', added, { ord: 'a1', name: 'typed too' })
      await type('step', torque, { value: '35' })
      await forkAway({ tx, env: desk.env, clock, p: principal }, kit)
      await clock.close()
    })
    const copied = desk.pendingOf(principal).map(({ cells }) => valuesOf(cells))
    expect(copied).toMatchObject([
      { name: 'Saved', notes: 'typed' },
      { name: 'Filter', qty: 3 },
      { what: 'torque', text: 'Drain', value: '35', unit: 'Nm' },
      { name: 'typed too' },
    ])
  })
})

test('what was typed into a kit is in its copy, also where its owner typed later', async () => {
  const desk = await Desk.open(server)
  const principal = await desk.signIn('alice')
  const [kit, line, gone, back] = [newId(), newId(), newId(), newId()]
  const [before, after, last] = [
    '0000000000000000001',
    'zzzzzzzzz0000000001',
    'zzzzzzzzz0000000002',
  ] as const
  const row = othersRow(principal, kit)
  const text = (name: string): Cells => ({ ord: ['a0', after], name: [name, after] })
  await desk.store.transact(async (tx) => {
    await tx.put('rows', [
      row('kit', kit, { buildId: ['AAAAAA', before], notes: ['theirs', after] }),
      row('line', line, text('theirs')),
      row('line', gone, { ...text('deleted'), del: [true, last] }),
      row('line', back, { ...text('brought back'), del: [true, before] }),
    ])
    const { node } = await readDevice(tx)
    const clock = await OpenClock.open(tx, node, now)
    await writeCells(
      { tx, env: desk.env, clock, p: principal },
      {
        kind: 'kit',
        id: kit,
        kit,
        cells: { notes: 'typed' },
      },
    )
    await writeCells(
      { tx, env: desk.env, clock, p: principal },
      {
        kind: 'line',
        id: line,
        kit,
        cells: { qty: 3 },
      },
    )
    // Stamped as typed, before its owner's edit.
    const waiting = await tx.range('pending', principal, { kit })
    const early = ([name, [value]]: [string, Cells[string]]) => [name, [value, before]]
    await tx.put(
      'pending',
      waiting.map((each) => ({
        ...each,
        cells: Object.fromEntries(Object.entries(each.cells).map(early)) as Cells,
      })),
    )
    await forkAway({ tx, env: desk.env, clock, p: principal }, kit)
    await clock.close()
  })
  const copied = desk.pendingOf(principal).map(({ cells }) => valuesOf(cells))
  const ofLines = copied.filter(({ ord }) => ord).map(({ name, qty }) => [name, qty])
  expect(copied.some(({ notes }) => notes === 'typed')).toBe(true)
  expect(new Map(ofLines as [string, Json][])).toEqual(
    new Map([
      ['brought back', undefined],
      ['theirs', 3],
    ]),
  )
})

describe('a server that lost rows', () => {
  test('gets them again without what only it may write', async () => {
    const desk = await Desk.open(server)
    const owner = await Desk.open(server)
    const kit = await owner.draft('AAAAAA', 'discussed')
    await owner.flush()
    const principal = await desk.signIn('bob')
    const id = newId()
    await desk.set('comment', id, kit, { text: 'nice' })
    await desk.flush()
    server.rows.delete(`comment:${id}`)
    await desk.set('comment', id, kit, { del: true })
    await desk.flush()
    expect(server.rows.get(`comment:${id}`)?.row.cells['del']?.[0]).toBe(true)
    expect(desk.pendingOf(principal)).toEqual([])
    expect([...desk.store.tables.problems.values()]).toEqual([])
  })
})

/** Opens a kit's link and pulls its scope beside those followed already. */
async function follow(desk: Desk, principal: string, kit: string): Promise<void> {
  const cursors = {
    ...(desk.store.tables.meta.get(`cursors:${principal}`) as object),
    [kitScope(kit)]: 0,
  }
  await desk.store.transact((tx) => putMeta(tx, `cursors:${principal}`, cursors))
  await desk.flush()
}

describe('a kit that another copy of this profile took into an account', () => {
  test('does not come back with an answer from before that arrives late', async () => {
    const desk = await Desk.open(server)
    const kit = await desk.draft('AAAAAA', 'of a copied profile')
    let hold: (() => void) | null = null
    const late = desk.flush({
      async sync(request) {
        const answer = server.sync(request)
        await new Promise<void>((go) => (hold = go))
        return { kind: 'answer', answer }
      },
    })
    await until(() => expect(hold).not.toBeNull())
    await desk.flush()
    const { secret, principal } = await desk.device()
    const claims = [{ secret, kits: [kit] }]
    server.sync({ principal: 'u:alice', node: 'othernode', claims, ops: [], cursors: {} })
    await desk.flush()
    ;(hold as (() => void) | null)?.()
    await late
    expect(desk.rowsOf(principal).filter((row) => row.mine)).toEqual([])
  })

  test('is read anew as another’s where its link is followed', async () => {
    const desk = await Desk.open(server)
    const kit = await desk.draft('AAAAAA', 'of a copied profile')
    await desk.flush()
    const copy = await desk.twin()
    const { principal } = await copy.device()
    await follow(copy, principal, kit)
    await desk.signIn('alice', [kit])
    await desk.flush()
    // The first answer says that it is gone, the next one whose it is.
    for (let answers = 0; answers < 2; answers++) await copy.flush()
    expect(copy.rowsOf(principal)).toMatchObject([{ id: kit, mine: false }])
  })
})

describe('a draft that was taken into an account, after signing out', () => {
  async function leftBehind() {
    const desk = await Desk.open(server)
    const kit = await desk.draft('AAAAAA', 'of alice by now')
    await desk.flush()
    const alice = await desk.signIn('alice', [kit])
    await desk.flush()
    await desk.signOut()
    const { principal } = await desk.device()
    return { desk, kit, alice, principal }
  }

  test('takes nothing of what the next person types', async () => {
    const { desk, kit, alice, principal } = await leftBehind()
    await desk.set('line', newId(), kit, { ord: 'a0', name: 'by a stranger' }, { principal })
    expect(desk.pendingOf(alice)).toEqual([])
    await desk.flush()
    const lines = [...server.rows.values()].filter(({ row }) => row.kind === 'line')
    expect(lines.map(({ row }) => row.owner)).toEqual([principal])
  })

  test('brings what was typed as the device since, beside the work that waited there', async () => {
    const { desk, kit, alice, principal } = await leftBehind()
    await desk.signIn('alice')
    const line = newId()
    await desk.set('line', line, kit, { ord: 'a0', name: 'typed as alice' })
    await desk.signOut()
    await desk.set('line', line, kit, { ord: 'a0', qty: 3 }, { principal })
    await desk.signIn('alice', [kit])
    expect(desk.pendingOf(principal)).toEqual([])
    const [waiting] = desk.pendingOf(alice).filter((row) => row.id === line)
    expect([waiting?.cells['name']?.[0], waiting?.cells['qty']?.[0]]).toEqual(['typed as alice', 3])
  })

  test('shows what was typed last, also where the clock was put right in between', async () => {
    const { desk, kit, alice, principal } = await leftBehind()
    await desk.signIn('alice')
    const line = newId()
    desk.skew = 365 * 86_400_000
    await desk.set('line', line, kit, { ord: 'a0', name: 'typed as alice' })
    await desk.signOut()
    desk.skew = 0
    await desk.flush()
    await desk.set('line', line, kit, { ord: 'a0', name: 'typed since' }, { principal })
    await desk.signIn('alice', [kit])
    const [waiting] = desk.pendingOf(alice).filter((row) => row.id === line)
    expect(waiting?.cells['name']?.[0]).toBe('typed since')
    const [offered] = [...desk.store.tables.problems.values()]
    expect(offered).toMatchObject({ cell: 'name', value: 'typed as alice', code: 'overwritten' })
  })

  test('stays its account’s: what was typed as the device goes into the next one as a copy', async () => {
    const desk = await Desk.open(server)
    const kit = await desk.draft('AAAAAA', 'of alice by now')
    await desk.flush()
    // She signs out before the server was told.
    const alice = await desk.signIn('alice', [kit])
    await desk.signOut()
    const { principal } = await desk.device()
    await desk.set('line', newId(), kit, { ord: 'a0', name: 'typed since' }, { principal })
    const bob = await desk.signIn('bob', [kit])
    await desk.flush()
    await desk.signOut()
    await desk.signIn('alice')
    await desk.flush()
    const ownerOf = (id: string) => server.rows.get(`kit:${id}`)?.row.owner
    expect(ownerOf(kit)).toBe(alice)
    const [line] = [...server.rows.values()].filter(({ row }) => row.kind === 'line')
    expect([line?.row.owner, textIn(line?.row.cells ?? {}, 'name')]).toEqual([bob, 'typed since'])
    expect(line?.row.kit).not.toBe(kit)
  })

  test('opens like any kit of somebody else', async () => {
    const { desk, kit, principal } = await leftBehind()
    await desk.store.transact((tx) => putMeta(tx, `cursors:${principal}`, { [kitScope(kit)]: 0 }))
    await desk.flush()
    expect(desk.rowsOf(principal)).toMatchObject([{ id: kit, mine: false }])
  })

  test('opens so too where its link was followed and read before that', async () => {
    const desk = await Desk.open(server)
    const kit = await desk.draft('AAAAAA', 'of alice by now')
    await desk.flush()
    const { principal } = await desk.device()
    await follow(desk, principal, kit)
    await desk.signIn('alice', [kit])
    await desk.flush()
    await desk.signOut()
    await desk.flush()
    expect(desk.rowsOf(principal)).toMatchObject([{ id: kit, mine: false }])
  })
})
