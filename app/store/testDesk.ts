/** A device with a store in memory that accounts sign in to and out of, for tests. */
import type { Json } from '#shared/cells.ts'
import type { SyncRequest } from '#shared/protocol.ts'
import type { Kind } from '#shared/schema.ts'
import type { MemoryServer } from './memoryServer.ts'
import type { Net } from './flush.ts'
import type { Sender } from './session.ts'

import { newId } from '#shared/ids.ts'
import { claimKits } from './claims.ts'
import { OpenClock, openIdentity, readDevice } from './clock.ts'
import { edit } from './edit.ts'
import { flush } from './flush.ts'
import { MemoryStore } from './memoryStore.ts'
import { accountPrincipal, putSession, readSession } from './session.ts'

export const now = 1_700_000_000_000
const random = (length: number) => crypto.getRandomValues(new Uint8Array(length))

interface Sent {
  request: SyncRequest
  sender: Sender
}

export class Desk {
  readonly store = new MemoryStore()
  readonly env = { store: this.store, now: () => now, random }
  readonly sent: Sent[] = []

  readonly #server: MemoryServer

  private constructor(server: MemoryServer) {
    this.#server = server
  }

  static async open(server: MemoryServer): Promise<Desk> {
    const desk = new Desk(server)
    const { secret, principal } = await openIdentity(desk.store, random)
    server.devices.set(secret, principal)
    return desk
  }
  net: Net = {
    sync: async (request, sender) => {
      this.sent.push({ request: structuredClone(request), sender })
      return { kind: 'answer', answer: this.#server.sync(request) }
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
  /** What store/signIn.ts does in its transaction. */
  async signIn(id: string, kits: string[] = [], token = `token of ${id}`): Promise<string> {
    const user = { id, username: id, email: '', emailVerified: true, isAdmin: false }
    await this.store.transact(async (tx) => {
      const { node } = await readDevice(tx)
      const clock = await OpenClock.open(tx, node, now)
      const { epoch } = await readSession(tx)
      await claimKits(tx, this.env, clock, accountPrincipal(user), kits)
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
  pendingOf = (p: string) => [...this.store.tables.pending.values()].filter((row) => row.p === p)
  rowsOf = (p: string) => [...this.store.tables.rows.values()].filter((row) => row.p === p)
  device = () => this.store.transact((tx) => readDevice(tx))
}
