/** Several tabs, or several syncs, of one device at once. */
import type { Net, NetResult } from '../../api/net.ts'
import { expect, test } from 'vitest'

import type { Cursors } from '#shared/cells/limits.ts'
import type { SyncAnswer } from '#shared/sync/protocol.ts'
import type { Fork } from '../write/fork.ts'

import { newId } from '#shared/ids.ts'
import { kitScope, ownerScope } from '#shared/cells/limits.ts'
import { until } from '#shared/testPatience.ts'
import { openIdentity } from '../../device/clock.ts'
import { openDevice } from '../../device/device.ts'
import { edit } from '../write/edit.ts'
import { flush } from './flush.ts'
import { MemoryServer } from '../../../../lab/simulation/memoryServer.ts'
import { MemoryStore } from '../../device/testMemoryStore.ts'
import { startSync } from './sync.ts'
import { useSync } from '../../device/syncState.ts'
import { putMeta } from '../../device/store.ts'

const NOW = 1_700_000_000_000
const random = (length: number) => crypto.getRandomValues(new Uint8Array(length))
const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

async function openStore() {
  const store = new MemoryStore()
  const { principal } = await openIdentity(store, random)
  return { store, principal, env: { store, now: () => NOW, random } }
}

const answered = (answer: SyncAnswer): NetResult => ({ kind: 'answer', answer })
const netOf = (server: MemoryServer): Net => ({
  sync: async (request) => answered(server.sync(request)),
})
const newServer = () => new MemoryServer(() => NOW)
/** Lets the first edit of a kit create it. */
const creating = (kit: string) => ({ buildIds: new Map([[kit, 'AAAAAA']]) })

test('a tab that only found another tab at it does not claim to have heard from the server', async () => {
  await openDevice()
  let isOver = false
  let isHeld = false
  const request = (_name: string, _options: unknown, work: (lock: null) => unknown) => {
    isHeld = isOver
    // A page never ends: in the end this one waits for its lock forever.
    return isOver ? new Promise(() => undefined) : Promise.resolve(work(null))
  }
  Object.defineProperty(navigator, 'locks', { configurable: true, value: { request } })
  useSync.setState({ isOnline: false, isFailing: true })
  startSync()
  await sleep(400)
  expect(useSync.getState().isFailing).toBe(true)
  isOver = true
  await until(() => expect(isHeld).toBe(true))
})

test('two tabs that edit a foreign kit make one copy', async () => {
  const net = netOf(newServer())
  const owner = await openStore()
  const other = await openStore()
  const [kit, id] = [newId(), newId()]
  const line = { kind: 'line', id, kit } as const
  await edit(owner.env, [{ ...line, cells: { ord: 'a0', name: 'x' } }], creating(kit))
  await flush(owner.env, net)
  await other.store.transact((tx) =>
    putMeta(tx, `cursors:${other.principal}`, { [kitScope(kit)]: 0 }),
  )
  await flush(other.env, net)
  const [firstTab, secondTab] = [new Map<string, Fork>(), new Map<string, Fork>()]
  await edit(other.env, [{ ...line, cells: { name: 'tab 1' } }], { forks: firstTab })
  await edit(other.env, [{ ...line, cells: { qty: 9 } }], { forks: secondTab })
  const kits = [...other.store.tables.pending.values()].filter((row) => row.kind === 'kit')
  expect(kits).toHaveLength(1)
  // A tab that still shows the original has not seen the copy's values it overwrites.
  const problems = () => [...other.store.tables.problems.values()].map(({ value }) => value)
  const over = (seen: string, name: string) => [{ ...line, cells: { name }, seen: { name: seen } }]
  await edit(other.env, over('tab 1', 'tab 1 again'), { forks: firstTab })
  expect(problems()).toEqual([])
  await edit(other.env, over('x', 'tab 2'), { forks: secondTab })
  expect(problems()).toEqual(['tab 1 again'])
})

test('what its owner has written meanwhile is no value that a copy has lost', async () => {
  const net = netOf(newServer())
  const owner = await openStore()
  const other = await openStore()
  const [kit, id] = [newId(), newId()]
  const line = { kind: 'line', id, kit } as const
  await edit(owner.env, [{ ...line, cells: { ord: 'a0', name: 'y' } }], creating(kit))
  await flush(owner.env, net)
  await other.store.transact((tx) =>
    putMeta(tx, `cursors:${other.principal}`, { [kitScope(kit)]: 0 }),
  )
  await flush(other.env, net)
  await edit(other.env, [{ ...line, cells: { name: 'mine' }, seen: { name: 'x' } }])
  expect([...other.store.tables.problems.values()]).toEqual([])
})

// T93
test('the cursor does not go back when an older of two answers is stored last', async () => {
  const server = newServer()
  const { store, principal, env } = await openStore()
  const id = newId()
  const kit = { kind: 'kit', id, kit: id } as const
  const cursor = () => {
    const cursors = store.tables.meta.get(`cursors:${principal}`) as Cursors | undefined
    return cursors?.[ownerScope(principal)] ?? 0
  }
  await edit(env, [{ ...kit, cells: { name: 'x' } }], creating(id))
  let release = () => {}
  const held = new Promise<void>((resolve) => (release = resolve))
  let isAsked = false
  const slow = flush(env, {
    sync: async (request) => {
      const answer = server.sync(request)
      isAsked = true
      await held
      return answered(answer)
    },
  })
  await until(() => expect(isAsked).toBe(true))
  await edit(env, [{ ...kit, cells: { name: 'y' } }])
  await flush(env, netOf(server))
  const high = cursor()
  expect(high).toBeGreaterThan(0)
  const seen: number[] = []
  const transact = store.transact.bind(store)
  store.transact = async (work) => {
    const result = await transact(work)
    seen.push(cursor())
    return result
  }
  release()
  await slow
  expect(seen).not.toEqual([])
  expect(Math.min(...seen)).toBeGreaterThanOrEqual(high)
})

test('a refusal of what was typed over in the meantime is no problem', async () => {
  const server = newServer()
  const { store, env } = await openStore()
  const id = newId()
  const kit = { kind: 'kit', id, kit: id } as const
  await edit(env, [{ ...kit, cells: { name: 'x' } }], creating(id))
  await flush(env, netOf(server))
  await edit(env, [{ ...kit, cells: { notes: 'bad' } }])
  let requests = 0
  await flush(env, {
    sync: async (request) => {
      if (requests++ > 0) return answered(server.sync(request))
      await edit(env, [{ ...kit, cells: { notes: 'good' } }])
      const answer = server.sync({ ...request, ops: [] })
      return answered({ ...answer, results: [{ rej: { notes: 'too_long' } }] })
    },
  })
  expect(store.tables.problems.size).toBe(0)
})

test('of two refusals of one cell the later value stays, whichever comes last', async () => {
  const { store, env } = await openStore()
  const kit = newId()
  const set = (name: string) =>
    edit(env, [{ kind: 'kit', id: kit, kit, cells: { name } }], creating(kit))
  await set('typed first')
  let first: Promise<unknown> = Promise.resolve()
  const answerFirst = await new Promise<() => void>((asked) => {
    const isAnswered = new Promise<void>((go) => {
      const sync = async (): Promise<NetResult> => {
        asked(go)
        await isAnswered
        return { kind: 'malformed' }
      }
      first = flush(env, { sync })
    })
  })
  await set('typed last')
  await flush(env, { sync: async () => ({ kind: 'malformed' }) })
  answerFirst()
  await first
  const values = [...store.tables.problems.values()].filter(({ cell }) => cell === 'name')
  expect(values.map(({ value }) => value)).toEqual(['typed last'])
})

test('a server that finds each of 1,000 ops malformed is asked fewer than 50 times', async () => {
  const { env } = await openStore()
  const kit = newId()
  const lines = Array.from({ length: 999 }, (_, i) => ({
    kind: 'line' as const,
    id: newId(),
    kit,
    cells: { ord: 'a0', name: `p${i}` },
  }))
  await edit(env, lines, creating(kit))
  let requests = 0
  await flush(env, {
    sync: async () => {
      requests++
      return { kind: 'malformed' }
    },
  })
  expect(requests).toBeLessThan(50)
})
