/** When this page syncs: a new reason may come before a sync is over. */
import type { SyncRequest } from '#shared/sync/protocol.ts'
import type { WireAnswer } from '#shared/sync/answer.ts'

import { beforeAll, beforeEach, expect, test, vi } from 'vitest'

import { newId } from '#shared/ids.ts'
import { encodeAnswer } from '#shared/sync/answer.ts'
import { decodeRequest } from '#shared/sync/readRequest.ts'
import { until } from '#shared/testPatience.ts'
import { db } from '../../device/db.ts'
import { openDevice } from '../../device/device.ts'
import { delay } from '../../device/delay.ts'
import { MemoryServer } from '../../../../lab/simulation/memoryServer.ts'
import { nameBuild, setCells, settled } from '../write/writeQueue.ts'
import { startSync, syncNow } from './sync.ts'

interface Sent extends SyncRequest {
  /** Whether it outlives the page (keepalive). */
  isLeaving: boolean
}

const server = new MemoryServer(Date.now)
const sent: Sent[] = []
const kit = newId()
/** Answers wait for it. */
let signal: Promise<unknown> = Promise.resolve()
let visibility: DocumentVisibilityState = 'visible'

async function answer(path: string, init: RequestInit): Promise<Response> {
  if (path !== '/api/sync' || typeof init.body !== 'string') return new Response(null)
  const request = decodeRequest(JSON.parse(init.body)) as SyncRequest
  sent.push({ ...request, isLeaving: init.keepalive === true })
  const wire: WireAnswer = encodeAnswer(server.sync(request))
  await signal
  return Response.json(wire)
}

/** Holds every answer back. @returns releases them */
function hold(): () => void {
  let release: (value?: unknown) => void = () => undefined
  signal = new Promise((resolve) => (release = resolve))
  return () => {
    signal = Promise.resolve()
    release()
  }
}

/** Starts a sync whose answer is held back. @returns releases it, and resolves once applied */
async function beginSync(): Promise<() => Promise<unknown>> {
  const release = hold()
  const before = sent.length
  const syncing = syncNow()
  await until(() => expect(sent.length).toBeGreaterThan(before))
  return () => {
    release()
    return syncing
  }
}

async function type(name: string): Promise<void> {
  setCells('kit', kit, kit, { name })
  await settled()
}

const carrying = (name: string) =>
  sent.filter(({ ops }) => ops.some(({ cells }) => cells['name']?.[0] === name))
const waiting = () => db.pending.count()

beforeAll(async () => {
  await openDevice()
  Object.defineProperty(document, 'visibilityState', { get: () => visibility })
  vi.stubGlobal('fetch', answer)
  startSync()
  nameBuild(kit, 'AAAAAA')
})
beforeEach(async () => {
  vi.stubGlobal('fetch', answer)
  visibility = 'visible'
  signal = Promise.resolve()
  await type('')
  await syncNow()
  await until(async () => expect(await waiting()).toBe(0))
})

test.each(['pagehide', 'visibilitychange'])(
  'what was typed while a request was under way goes out with the page (%s)',
  async (leaving) => {
    await type(`before ${leaving}`)
    const end = await beginSync()
    await type(`meanwhile, ${leaving}`)
    await end()
    visibility = 'hidden'
    dispatchEvent(new Event(leaving))
    document.dispatchEvent(new Event(leaving))
    await until(async () => expect(await waiting()).toBe(0))
    const [first] = carrying(`meanwhile, ${leaving}`)
    expect(first?.isLeaving).toBe(true)
  },
)

test('what a try has failed to send goes out with the page', async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('No signal')))
  await type('failed')
  await syncNow()
  vi.stubGlobal('fetch', answer)
  dispatchEvent(new Event('pagehide'))
  await until(async () => expect(await waiting()).toBe(0))
  expect(carrying('failed')[0]?.isLeaving).toBe(true)
})

test('a page that leaves with nothing unsent asks nobody', async () => {
  const before = sent.length
  dispatchEvent(new Event('pagehide'))
  await delay(50)
  expect(sent.slice(before).filter(({ isLeaving }) => isLeaving)).toEqual([])
})

test('news that come during a sync are asked for after it', async () => {
  const end = await beginSync()
  const before = sent.length
  dispatchEvent(new Event('online'))
  await delay(50)
  expect(sent).toHaveLength(before)
  // The watchdog stays silent too.
  visibility = 'hidden'
  await end()
  await until(() => expect(sent.length).toBeGreaterThan(before))
})

test('who asks for a sync gets one that began after that', async () => {
  const end = await beginSync()
  await type('saved')
  const saved = syncNow()
  void end()
  await saved
  expect(await waiting()).toBe(0)
})

test('what is typed during the first try that passes again does not wait for the watchdog', async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('No signal')))
  await type('without signal')
  await syncNow()
  vi.stubGlobal('fetch', answer)
  const release = hold()
  await until(() => expect(carrying('without signal')).toHaveLength(1))
  await type('with signal again')
  visibility = 'hidden'
  release()
  await until(async () => expect(await waiting()).toBe(0))
})

test('what is typed while another tab is at it is sent a moment later', async () => {
  const taken: boolean[] = []
  const request = (_name: string, _options: unknown, work?: (lock: object | null) => unknown) => {
    // The live stream calls without options: it waits for its lock forever.
    if (!work) return new Promise(() => undefined)
    const lock = taken.length > 0 ? {} : null
    taken.push(lock !== null)
    return Promise.resolve(work(lock))
  }
  Object.defineProperty(navigator, 'locks', { configurable: true, value: { request } })
  await type('beside another tab')
  visibility = 'hidden'
  await until(async () => expect(await waiting()).toBe(0))
  expect(taken).toEqual([false, true])
  Reflect.deleteProperty(navigator, 'locks')
})
