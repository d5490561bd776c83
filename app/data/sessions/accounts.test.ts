/** One device and several accounts: whose principal sends which rows, and what remains. */
import type { Net } from '../api/net.ts'
import { beforeEach, describe, expect, test } from 'vitest'

import { textIn } from '#shared/cells/cells.ts'
import { newId } from '#shared/ids.ts'
import { kitScope } from '#shared/cells/limits.ts'
import { versionCells } from '#shared/kinds/version.ts'
import { readClaims } from '../sync/receive/claims.ts'
import { OpenClock } from '../device/clock.ts'
import { readSession } from '../device/session.ts'
import { forkInto } from '../sync/write/fork.ts'
import { MemoryServer } from '../../../lab/simulation/memoryServer.ts'
import { Desk, now } from '../../../lab/simulation/testDesk.ts'
import { putMeta } from '../device/store.ts'

let server: MemoryServer

beforeEach(() => {
  server = new MemoryServer(() => now)
})

const ownerOf = (kit: string) => server.rows.get(`kit:${kit}`)?.row.owner
const nameOf = (kit: string) => textIn(server.rows.get(`kit:${kit}`)?.row.cells ?? {}, 'name')

describe('signing in', () => {
  test('takes chosen drafts along, sent before or not, and leaves the others to the device', async () => {
    const desk = await Desk.open(server)
    const sentKit = await desk.draft('AAAAAA', 'was on the server')
    const other = await desk.draft('BBBBBB', 'not mine')
    await desk.flush()
    const newKit = await desk.draft('CCCCCC', 'never sent')
    const u = await desk.signIn('alice', [sentKit, newKit])
    await desk.flush()
    expect([ownerOf(sentKit), ownerOf(newKit)]).toEqual([u, u])
    const { principal } = await desk.device()
    expect(ownerOf(other)).toBe(principal)
    expect(
      desk
        .rowsOf(u)
        .map((row) => row.id)
        .toSorted(),
    ).toEqual([sentKit, newKit].toSorted())
    expect(desk.rowsOf(principal).map(({ id }) => id)).toEqual([other])
    expect(await desk.store.transact((tx) => readClaims(tx, u))).toEqual([])
  })

  test('sends each batch under its own credential', async () => {
    const desk = await Desk.open(server)
    await desk.draft('AAAAAA', 'left behind')
    const u = await desk.signIn('alice')
    const kit = newId()
    await desk.set('kit', kit, kit, { name: 'of alice' }, { buildId: 'BBBBBB' })
    await desk.flush()
    const { secret, principal } = await desk.device()
    const credentials = desk.sent.map(({ request, sender }) => [
      request.principal,
      sender.credential,
    ])
    expect(credentials).toEqual([
      [u, { token: 'token of alice' }],
      [principal, { deviceKey: secret }],
    ])
  })

  test('names the claim with every batch until an answer came, also after a crash', async () => {
    const desk = await Desk.open(server)
    const kit = await desk.draft('AAAAAA', 'x')
    await desk.flush()
    const u = await desk.signIn('alice', [kit])
    await desk.flush(desk.lossy)
    expect(ownerOf(kit)).toBe(u)
    expect(await desk.store.transact((tx) => readClaims(tx, u))).toHaveLength(1)
    await desk.flush()
    expect(await desk.store.transact((tx) => readClaims(tx, u))).toEqual([])
    expect(desk.rowsOf(u)).toMatchObject([{ id: kit, mine: true }])
  })

  test('keeps the claim of a kit the server does not know until its rows are there', async () => {
    const desk = await Desk.open(server)
    const kit = await desk.draft('AAAAAA', 'never arrived')
    await desk.flush({
      sync: async (request, sender) => {
        desk.sent.push({ request: structuredClone(request), sender })
        return { kind: 'failed' }
      },
    })
    const [late] = desk.sent
    const u = await desk.signIn('alice', [kit])
    // The first answer covers the claim only; the delayed request arrives afterwards.
    await desk.flush({
      sync: (request, sender) => desk.net.sync({ ...request, ops: [] }, sender),
    })
    expect(await desk.store.transact((tx) => readClaims(tx, u))).toHaveLength(1)
    if (late) server.sync(late.request)
    await desk.flush()
    expect(ownerOf(kit)).toBe(u)
    expect([...server.rows.values()].filter(({ row }) => row.kind === 'kit')).toHaveLength(1)
  })

  test('what a page that was open before types on goes into the account with its kit', async () => {
    const desk = await Desk.open(server)
    const kit = await desk.draft('AAAAAA', 'draft')
    await desk.flush()
    const { principal } = await desk.device()
    const u = await desk.signIn('alice', [kit])
    await desk.set('kit', kit, kit, { name: 'typed late' }, { principal })
    expect(desk.pendingOf(principal)).toEqual([])
    await desk.flush()
    expect([ownerOf(kit), nameOf(kit)]).toEqual([u, 'typed late'])
  })

  test('a kit another account took first becomes an own copy', async () => {
    const desk = await Desk.open(server)
    const kit = await desk.draft('AAAAAA', 'shared profile')
    await desk.flush()
    const { secret } = await desk.device()
    const claims = [{ secret, kits: [kit] }]
    server.sync({ principal: 'u:bob', node: 'bobsnode1', claims, ops: [], cursors: {} })
    const u = await desk.signIn('alice', [kit])
    await desk.flush()
    expect(ownerOf(kit)).toBe('u:bob')
    const copies = [...server.rows.values()].filter(({ row }) => row.owner === u)
    expect(copies.map(({ row }) => textIn(row.cells, 'name'))).toEqual(['shared profile'])
  })
})

describe('switching accounts', () => {
  // T73
  test('leaves one account’s unsent work on the device, and sends nothing of it as another', async () => {
    const desk = await Desk.open(server)
    const alice = await desk.signIn('alice')
    const kit = newId()
    await desk.set('kit', kit, kit, { name: 'of alice' }, { buildId: 'AAAAAA' })
    await desk.signOut()
    await desk.signIn('bob')
    await desk.flush()
    expect(desk.sent.flatMap(({ request }) => request.ops)).toEqual([])
    expect(desk.pendingOf(alice)).toHaveLength(1)
    await desk.signOut()
    await desk.signIn('alice', [], 'another token')
    await desk.flush()
    expect([ownerOf(kit), nameOf(kit)]).toEqual([alice, 'of alice'])
  })

  test('an answer to what was sent before is dropped whole, and the work is sent again', async () => {
    const desk = await Desk.open(server)
    const alice = await desk.signIn('alice')
    const kit = newId()
    await desk.set('kit', kit, kit, { name: 'x' }, { buildId: 'AAAAAA' })
    let isFirst = true
    await desk.flush({
      sync: async (request, sender) => {
        const result = await desk.net.sync(request, sender)
        if (isFirst) await desk.signOut()
        isFirst = false
        return result
      },
    })
    expect(desk.pendingOf(alice)).toHaveLength(1)
    expect(desk.rowsOf(alice)).toEqual([])
  })

  test('what a page that was open before types on stays with its account', async () => {
    const desk = await Desk.open(server)
    const alice = await desk.signIn('alice')
    const kit = newId()
    await desk.set('kit', kit, kit, { name: 'x' }, { buildId: 'AAAAAA' })
    await desk.flush()
    await desk.signOut()
    await desk.signIn('bob')
    await desk.set('kit', kit, kit, { name: 'late' }, { principal: alice })
    await desk.flush()
    expect(nameOf(kit)).toBe('x')
    expect(desk.pendingOf(alice)).toMatchObject([{ id: kit }])
    expect(desk.pendingOf('u:bob')).toEqual([])
  })
})

describe('a session the server has ended', () => {
  // T99
  test('keeps the work, sends nothing more under it, and goes on with the device’s own', async () => {
    const desk = await Desk.open(server)
    const draft = await desk.draft('BBBBBB', 'anonymous')
    const alice = await desk.signIn('alice')
    const kit = newId()
    await desk.set('kit', kit, kit, { name: 'waits' }, { buildId: 'AAAAAA' })
    const refusing: Net = {
      sync: async (request, sender) =>
        'token' in sender.credential ? { kind: 'unauthorized' } : desk.net.sync(request, sender),
    }
    expect(await desk.flush(refusing)).toEqual({ kind: 'unauthorized' })
    expect(nameOf(draft)).toBe('anonymous')
    expect(desk.pendingOf(alice)).toHaveLength(1)
    desk.sent.length = 0
    expect(await desk.flush()).toEqual({ kind: 'unauthorized' })
    expect(desk.sent).toEqual([])
    await desk.signIn('alice', [], 'new token')
    expect(await desk.flush()).toEqual({ kind: 'done' })
    expect(nameOf(kit)).toBe('waits')
  })
})

test('an old token that is refused late does not end the login that has come since', async () => {
  const desk = await Desk.open(server)
  await desk.signIn('alice')
  const account = async () => (await desk.store.transact(readSession)).account
  const late: Net = {
    sync: async () => {
      await desk.signIn('alice', [], 'new token')
      return { kind: 'unauthorized' }
    },
  }
  await desk.flush(late)
  expect(await account()).toMatchObject({ token: 'new token', isExpired: false })
  await desk.flush({ sync: async () => ({ kind: 'unauthorized' }) })
  expect(await account()).toMatchObject({ token: 'new token', isExpired: true })
})

test('an account that was taken away is known as that until the next login', async () => {
  const desk = await Desk.open(server)
  await desk.signIn('alice')
  const ended = async () => (await desk.store.transact(readSession)).account?.ended
  await desk.flush({ sync: async () => ({ kind: 'unauthorized', ended: 'deleted' }) })
  expect(await ended()).toBe('deleted')
  await desk.signIn('alice', [], 'new token')
  expect(await ended()).toBeUndefined()
})

describe('a device whose kit was taken into an account elsewhere', () => {
  test('forgets it when nothing was typed here, and makes a copy of what was', async () => {
    const desk = await Desk.open(server)
    const [quiet, typed] = [await desk.draft('AAAAAA', 'a'), await desk.draft('BBBBBB', 'b')]
    await desk.flush()
    const { secret, principal } = await desk.device()
    const claims = [{ secret, kits: [quiet, typed] }]
    server.sync({ principal: 'u:bob', node: 'bobsnode1', claims, ops: [], cursors: {} })
    await desk.set('kit', typed, typed, { notes: 'typed here' })
    await desk.flush()
    const own = [...server.rows.values()].filter(({ row }) => row.owner === principal)
    expect(own.map(({ row }) => textIn(row.cells, 'notes'))).toEqual(['typed here'])
    expect(own[0]?.row.cells['fork']?.[0]).toEqual({ from: typed })
    expect(desk.rowsOf(principal).some((row) => row.id === quiet)).toBe(false)
  })

  test('copies it whole, though only one of its lines was typed into', async () => {
    const desk = await Desk.open(server)
    const kit = await desk.draft('AAAAAA', 'brakes')
    const [typed, quiet] = [newId(), newId()]
    await desk.set('line', typed, kit, { ord: 'a0', name: 'Pads' })
    await desk.set('line', quiet, kit, { ord: 'a1', name: 'Discs' })
    await desk.flush()
    const { secret, principal } = await desk.device()
    const claims = [{ secret, kits: [kit] }]
    server.sync({ principal: 'u:bob', node: 'bobsnode1', claims, ops: [], cursors: {} })
    // The device hears that the kit left before it sends the next edit.
    await desk.set('line', typed, kit, { name: 'Pads, front' })
    await desk.flush({ sync: (request, sender) => desk.net.sync({ ...request, ops: [] }, sender) })
    desk.makeDue()
    await desk.flush()
    const own = [...server.rows.values()].filter(({ row }) => row.owner === principal)
    const names = own.flatMap(({ row }) => (row.kind === 'line' ? textIn(row.cells, 'name') : []))
    expect(names.toSorted()).toEqual(['Discs', 'Pads, front'])
  })
})

describe('a saved kit of somebody else', () => {
  test('is copied as it was saved, not as its owner has left it since', async () => {
    const owner = await Desk.open(server)
    await owner.signIn('alice')
    const [kit, line] = [newId(), newId()]
    await owner.set('line', line, kit, { ord: 'a0', name: 'Filter' }, { buildId: 'AAAAAA' })
    const part = { name: 'Filter', manufacturer: '', partNumber: '', price: 100, qty: 2, link: '' }
    const saved = {
      id: kit,
      buildId: 'AAAAAA',
      name: 'Saved',
      notes: '30 Nm',
      vehicle: null,
      task: '',
      lines: [{ id: line, ord: 'a0', ...part }],
      steps: [],
      updatedAt: now,
    }
    await owner.set('version', newId(), kit, versionCells(saved, now))
    await owner.set('line', line, kit, { name: 'half a thought' })
    await owner.flush()

    const reader = await Desk.open(server)
    const { principal: p, node } = await reader.device()
    await reader.store.transact((tx) => putMeta(tx, `cursors:${p}`, { [kitScope(kit)]: 0 }))
    await reader.flush()
    expect(JSON.stringify(reader.rowsOf(p))).not.toContain('half a thought')
    await reader.store.transact(async (tx) => {
      const clock = await OpenClock.open(tx, node, now)
      await forkInto({ tx, env: reader.env, clock, p: p }, kit, 'CCCCCC')
      await clock.close()
    })
    const copied = reader.pendingOf(p).map((row) => textIn(row.cells, 'name'))
    expect(copied.toSorted()).toEqual(['Filter', 'Saved'])
  })
})

describe('a comment', () => {
  test('in somebody else’s kit makes no copy of it, and comes back with its author', async () => {
    const owner = await Desk.open(server)
    const kit = await owner.draft('AAAAAA', 'discussed')
    await owner.flush()
    const reader = await Desk.open(server)
    const principal = await reader.signIn('bob')
    await reader.store.transact((tx) => putMeta(tx, `cursors:${principal}`, { [kitScope(kit)]: 0 }))
    await reader.flush()
    const id = newId()
    await reader.set('comment', id, kit, { text: 'nice' })
    expect(reader.pendingOf(principal)).toMatchObject([{ kind: 'comment', kit }])
    await reader.flush()
    expect(reader.pendingOf(principal)).toEqual([])
    const stored = reader.rowsOf(principal).find((row) => row.id === id)
    expect(stored).toMatchObject({ kit, mine: true })
    expect(stored?.cells['author']?.[0]).toEqual({ id: 'bob', name: 'bob' })
    expect(ownerOf(kit)).toBe((await owner.device()).principal)
  })
})

describe('a kit that one account on this device has copied', () => {
  test('is still the original for the next one, who gets a copy of its own', async () => {
    const owner = await Desk.open(server)
    const kit = await owner.draft('AAAAAA', 'of the owner')
    await owner.flush()
    const tablet = await Desk.open(server)
    const copyOf = async (id: string) => {
      const principal = await tablet.signIn(id)
      await tablet.store.transact((tx) =>
        putMeta(tx, `cursors:${principal}`, { [kitScope(kit)]: 0 }),
      )
      await tablet.flush()
      await tablet.set('kit', kit, kit, { notes: `typed by ${id}` })
      await tablet.flush()
      await tablet.signOut()
      return principal
    }
    const [alice, bob] = [await copyOf('alice'), await copyOf('bob')]
    const notesOf = (principal: string) =>
      [...server.rows.values()]
        .filter(({ row }) => row.owner === principal && row.kind === 'kit')
        .map(({ row }) => textIn(row.cells, 'notes'))
    expect(notesOf(alice)).toEqual(['typed by alice'])
    expect(notesOf(bob)).toEqual(['typed by bob'])
  })
})

describe('a copy that was discarded with its account', () => {
  test('begins again when its original is edited, and nothing waits for ever', async () => {
    const owner = await Desk.open(server)
    const kit = await owner.draft('AAAAAA', 'of the owner')
    await owner.flush()
    const tablet = await Desk.open(server)
    const open = async () => {
      const principal = await tablet.signIn('alice')
      await tablet.store.transact((tx) =>
        putMeta(tx, `cursors:${principal}`, { [kitScope(kit)]: 0 }),
      )
      await tablet.flush()
      return principal
    }
    await open()
    await tablet.set('kit', kit, kit, { notes: 'discarded' })
    const { tables } = tablet.store
    tablet.store.tables = { ...tables, pending: new Map() }
    await tablet.signOut()
    const principal = await open()
    await tablet.set('line', newId(), kit, { ord: 'a0', name: 'typed after' })
    await tablet.flush()
    expect(tablet.pendingOf(principal)).toEqual([])
    const copied = [...server.rows.values()].filter(({ row }) => row.owner === principal)
    expect(copied.map(({ row }) => textIn(row.cells, 'name'))).toContain('typed after')
    const begun = copied.find(({ row }) => row.kind === 'kit')
    expect(begun?.row.cells['fork']?.[0]).toEqual({ from: kit })
  })
})

describe('a window from before a login that shows the original of a copy', () => {
  test('types into the copy as the account that took it', async () => {
    const owner = await Desk.open(server)
    const kit = await owner.draft('AAAAAA', 'of the owner')
    const line = newId()
    await owner.set('line', line, kit, { ord: 'a0', name: 'Filter' })
    await owner.flush()
    const reader = await Desk.open(server)
    const { principal: d } = await reader.device()
    await reader.store.transact((tx) => putMeta(tx, `cursors:${d}`, { [kitScope(kit)]: 0 }))
    await reader.flush()
    await reader.set('line', line, kit, { qty: 2 })
    const [copy = ''] = reader.pendingOf(d).map((row) => row.kit)
    const u = await reader.signIn('alice', [copy])
    await reader.set('line', line, kit, { qty: 3 }, { principal: d })
    expect(reader.pendingOf(d)).toEqual([])
    await reader.flush()
    expect(ownerOf(copy)).toBe(u)
    expect([...server.rows.values()].some(({ row }) => row.cells['qty']?.[0] === 3)).toBe(true)
  })
})
