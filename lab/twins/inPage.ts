/**
 * The half of browserTwins.test.ts that runs in a page: the simulated world on the browser's own
 * IndexedDB, with the browser's own calls of the real server.
 */
import type { NetResult } from '../../app/data/api/net.ts'
import type { SyncRequest } from '#shared/sync/protocol.ts'
import type { Credential, Sender } from '../../app/data/device/session.ts'
import type { TwinServer } from './twinServer.ts'

import { hmac } from '@noble/hashes/hmac.js'
import { sha256 } from '@noble/hashes/sha2.js'

import { httpNet } from '../../app/data/api/net.ts'
import { simulate } from '../simulation/simulate.ts'
import { TwinWorld } from './twinWorld.ts'

/** Calls of the page to the process that holds the real server. */
export interface Held {
  facts: () => Promise<{ gen: string; serverNode: string; aliasSecret: string }>
  /** Begins a seed on an empty server. */
  begin: (seed: number) => Promise<void>
  /** Announces the next sender, and the server's time. */
  expectSender: (
    credential: Credential,
    tokens: readonly [token: string, user: string][],
    now: number,
  ) => Promise<void>
  /** Random bytes the server has drawn since then. */
  drawn: () => Promise<number[][]>
  read: () => Promise<unknown>
}

type Asked = keyof Held
declare global {
  // Playwright's bridge from a page to the process that drives it.
  var askHeld: (name: Asked, ...args: unknown[]) => Promise<unknown>
  var runSeed: (seed: number) => Promise<{ requests: number; transactions: number }>
}

const held = new Proxy({} as Held, {
  get:
    (_, name: Asked) =>
    (...args: unknown[]) =>
      globalThis.askHeld(name, ...args),
})

const base64url = (bytes: Uint8Array): string =>
  btoa(String.fromCodePoint(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/=+$/, '')
const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text)

class ServerBehind implements TwinServer {
  seed = 0
  readonly gen: string
  readonly serverNode: string
  readonly drawn: Uint8Array[] = []
  readonly #aliasSecret: string
  #now: () => number = () => 0

  constructor({ gen, serverNode, aliasSecret }: Awaited<ReturnType<Held['facts']>>) {
    this.gen = gen
    this.serverNode = serverNode
    this.#aliasSecret = aliasSecret
  }

  // The same hashes as in sync-server/sync, which uses Node's.
  alias = (node: string, kit: string): string => {
    const hash = hmac(sha256, bytesOf(this.#aliasSecret), bytesOf(`${kit} ${node}`))
    return `-${base64url(hash).slice(0, 8)}`
  }
  beatenId = (rowId: string, cell: string, stamp: string): string =>
    base64url(sha256(bytesOf(`${rowId} ${cell} ${stamp}`)).subarray(0, 16))

  begin(seed: number, now: () => number): void {
    this.seed = seed
    this.#now = now
    this.drawn.length = 0
  }

  async sync(
    request: SyncRequest,
    sender: Sender,
    tokens: ReadonlyMap<string, string>,
  ): Promise<NetResult> {
    await held.expectSender(sender.credential, [...tokens], this.#now())
    const result = await httpNet().sync(request, sender)
    this.drawn.splice(0, Infinity, ...(await held.drawn()).map((bytes) => Uint8Array.from(bytes)))
    return result
  }

  read = (): Promise<unknown> => held.read()
}

const plainFetch = globalThis.fetch.bind(globalThis)

globalThis.runSeed = async (seed) => {
  await held.begin(seed)
  const server = new ServerBehind(await held.facts())
  // One address per seed: rate limits per address are not under test.
  globalThis.fetch = (path, init) => {
    const headers = new Headers(init?.headers)
    headers.set('X-Forwarded-For', `10.${(seed >> 16) & 255}.${(seed >> 8) & 255}.${seed & 255}`)
    return plainFetch(path, { ...init, headers })
  }
  const world = new TwinWorld(seed, server)
  const { counts } = await simulate(seed, { world })
  await world.compare()
  const transactions = world.stores.reduce((sum, store) => sum + store.transactions, 0)
  await world.close()
  return { requests: counts.requests, transactions }
}
