/** Test devices with in-memory stores, accounts, and clocks that can be wrong. */
import type { Net, NetResult } from '../../app/data/api/net.ts'
import type { Cells, Json } from '#shared/cells/cells.ts'
import type { SyncAnswer, SyncRequest } from '#shared/sync/protocol.ts'
import type { Kind } from '#shared/kinds/schema.ts'
import type { Sender } from '../../app/data/device/session.ts'

import { mergeCells } from '#shared/cells/cells.ts'
import { newId } from '#shared/ids.ts'
import { claimKits, keepWaiting } from '../../app/data/sessions/claimKits.ts'
import { OpenClock, openIdentity, readDevice } from '../../app/data/device/clock.ts'
import { edit } from '../../app/data/sync/write/edit.ts'
import { flush } from '../../app/data/sync/send/flush.ts'
import { MemoryServer } from './memoryServer.ts'
import { MemoryStore } from '../../app/data/device/testMemoryStore.ts'
import { accountPrincipal, putSession, readSession } from '../../app/data/device/session.ts'
import { putMeta } from '../../app/data/device/store.ts'

export const now = 1_700_000_000_000
const random = (length: number) => crypto.getRandomValues(new Uint8Array(length))

export const answered = (answer: SyncAnswer): NetResult => ({ kind: 'answer', answer })

/** An answer with these parts and nothing else. */
export const answerWith = (parts: Partial<SyncAnswer>): SyncAnswer => ({
  now,
  gen: 'memory',
  results: [],
  rows: [],
  cursors: {},
  more: false,
  reset: [],
  gone: [],
  ...parts,
})

/** A server with a running clock that tests can set wrong, and devices on the same time. */
export class World {
  now = now
  serverSkew = 0
  readonly server = new MemoryServer(() => this.now + this.serverSkew)

  open(): Promise<Desk> {
    return Desk.open(this.server, () => this.now)
  }

  /** Cells of a row on the server, named as `line:<id>`. */
  stored(row: string): Cells {
    return this.server.rows.get(row)?.row.cells ?? {}
  }
}

interface Sent {
  request: SyncRequest
  sender: Sender
}

export class Desk {
  readonly store = new MemoryStore()
  readonly env = { store: this.store, now: () => this.#time() + this.skew, random }
  /** Offset of its clock. */
  skew = 0
  readonly sent: Sent[] = []

  readonly server: MemoryServer
  readonly #time: () => number

  private constructor(server: MemoryServer, time: () => number) {
    this.server = server
    this.#time = time
  }

  static async open(server: MemoryServer, time = () => now): Promise<Desk> {
    const desk = new Desk(server, time)
    const { secret, principal } = await openIdentity(desk.store, random)
    server.devices.set(secret, principal)
    return desk
  }
  /** Another device of the same owner. */
  async twin(): Promise<Desk> {
    const twin = await Desk.open(this.server, this.#time)
    const identity = await this.device()
    await twin.store.transact((tx) => putMeta(tx, 'device', { ...identity, node: 'secondnod' }))
    return twin
  }
  net: Net = {
    sync: async (request, sender) => {
      this.sent.push({ request: structuredClone(request), sender })
      return { kind: 'answer', answer: this.server.sync(request) }
    },
  }
  /** Requests arrive, but answers are lost. */
  lossy: Net = {
    sync: async (request, sender) => {
      await this.net.sync(request, sender)
      return { kind: 'failed' }
    },
  }
  flush = (net: Net = this.net) => flush(this.env, net)
  set = (
    kind: Kind,
    id: string,
    kit: string,
    cells: Record<string, Json>,
    more: { buildId?: string; principal?: string } = {},
  ) =>
    edit(this.env, [{ kind, id, kit, cells }], {
      ...(more.principal ? { principal: more.principal } : {}),
      buildIds: new Map(more.buildId ? [[kit, more.buildId]] : []),
    })
  async draft(buildId: string, name: string): Promise<string> {
    const kit = newId()
    await this.set('kit', kit, kit, { name }, { buildId })
    return kit
  }
  /** Same transaction as sessions/signIn.ts. */
  async signIn(id: string, kits: string[] = [], token = `token of ${id}`): Promise<string> {
    const user = { id, username: id, email: '', emailVerified: true, isAdmin: false }
    await this.store.transact(async (tx) => {
      const { node } = await readDevice(tx)
      const clock = await OpenClock.open(tx, node, this.env.now())
      const { epoch } = await readSession(tx)
      await claimKits({ tx, env: this.env, clock, p: accountPrincipal(user) }, kits)
      const account = { token, user: { ...user, deletionRequestedAt: null }, isExpired: false }
      await putSession(tx, { epoch: epoch + 1, account })
      await clock.close()
    })
    return accountPrincipal(user)
  }
  async signOut(): Promise<void> {
    await this.store.transact(async (tx) => {
      const { epoch } = await readSession(tx)
      await putSession(tx, { epoch: epoch + 1, account: null })
    })
  }
  /** Removes an account's confirmed rows, as sign-out does. */
  async forget(principal: string): Promise<void> {
    await this.store.transact((tx) => keepWaiting({ tx, env: this.env, p: principal }))
    const { tables } = this.store
    const isOfOthers = ([, row]: [string, { p: string }]) => row.p !== principal
    const meta = new Map(tables.meta)
    for (const key of [`cursors:${principal}`, `lastOk:${principal}`]) meta.delete(key)
    this.store.tables = { ...tables, meta, rows: new Map([...tables.rows].filter(isOfOthers)) }
  }
  async kitWithLine(): Promise<[kit: string, line: string]> {
    const [kit, line] = [newId(), newId()]
    await this.set('line', line, kit, { ord: 'a0', name: 'Oil filter' }, { buildId: 'AAAAAA' })
    await this.flush()
    return [kit, line]
  }
  /** Makes every deferred row due. */
  makeDue(): void {
    const { tables } = this.store
    const due = [...tables.pending].map(([key, row]) => [key, { ...row, next: 0 }] as const)
    this.store.tables = { ...tables, pending: new Map(due) }
  }
  pendingOf = (principal: string) =>
    [...this.store.tables.pending.values()].filter((row) => row.p === principal)
  rowsOf = (principal: string) =>
    [...this.store.tables.rows.values()].filter((row) => row.p === principal)
  /** A row of the device's own principal, with pending cells. */
  async cells(kind: Kind, id: string): Promise<Cells> {
    const key = `${(await this.device()).principal} ${kind} ${id}`
    const { rows, pending } = this.store.tables
    return mergeCells(rows.get(key)?.cells ?? {}, pending.get(key)?.cells ?? {})
  }
  device = () => this.store.transact((tx) => readDevice(tx))
}
