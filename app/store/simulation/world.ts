/**
 * Devices with two windows each, accounts, one server and a bad network in one process. Time is
 * virtual and chance is seeded. A message waits wherever it is until a step lets it go on, so that
 * everything can happen between a request and its answer.
 */
import type { Op, SyncRequest } from '#shared/protocol.ts'
import type { Fork } from '../fork.ts'
import type { Net, NetResult } from '../flush.ts'
import type { Sender } from '../session.ts'

import { newId } from '#shared/ids.ts'
import { claimKits } from '../claims.ts'
import { OpenClock, openIdentity, readDevice } from '../clock.ts'
import { edit } from '../edit.ts'
import { flush } from '../flush.ts'
import { MemoryServer } from '../memoryServer.ts'
import { Crash, MemoryStore } from '../memoryStore.ts'
import { accountPrincipal, currentPrincipal, putSession, readSession } from '../session.ts'
import { Ledger } from './ledger.ts'
import { seeded } from './seeded.ts'
import { Watch } from './invariants.ts'

export interface Counts {
  edits: number
  requests: number
  failed: number
  crashes: number
  signIns: number
  restamps: number
  forks: number
  stale: number
  refused: number
}

interface Letter {
  request: SyncRequest
  sender: Sender
  device: SimulatedDevice
}

const USERS = ['alice', 'bob', 'carol']

export class World {
  readonly chance: () => number
  now = 1_700_000_000_000
  serverSkew = 0
  isFaulty = true
  /** A profile was copied: two devices give out the same stamps, as the same node. */
  isCopied = false
  /** The server's clock went back and forth. */
  isServerSkewed = false
  /** Whether a profile may be copied: with it less can be asserted, so most seeds are without. */
  readonly mayCopy: boolean
  /** Stamps that were on their way at some time. */
  readonly sentStamps = new Set<string>()
  readonly server = new MemoryServer(() => this.now + this.serverSkew)
  readonly devices: SimulatedDevice[] = []
  readonly users: readonly string[]
  /** Tokens the server knows, with their accounts. */
  readonly tokens = new Map<string, string>()
  /** Rows whose requests the server cannot read. */
  readonly unreadable = new Set<string>()
  /** Requests of which a duplicate may still arrive. */
  readonly late: Letter[] = []
  readonly parked: { device: SimulatedDevice; tab: Tab; go: () => void }[] = []
  readonly ledger = new Ledger()
  readonly watch = new Watch(this.server, this.ledger)
  readonly counts: Counts = {
    edits: 0,
    requests: 0,
    failed: 0,
    crashes: 0,
    signIns: 0,
    restamps: 0,
    forks: 0,
    stale: 0,
    refused: 0,
  }
  #drawn = 0

  private constructor(seed: number) {
    this.chance = seeded(seed)
    this.mayCopy = this.chance() < 0.25
    this.users = USERS.slice(0, 2 + Math.floor(this.chance() * 2))
  }

  static async start(seed: number): Promise<World> {
    const world = new World(seed)
    const count = 3 + Math.floor(world.chance() * 3)
    for (let at = 0; at < count; at++) {
      const device = new SimulatedDevice(world, at)
      const { secret, principal } = await openIdentity(device.store, world.random)
      world.server.devices.set(secret, principal)
      device.principal = principal
      device.secret = secret
      device.reload()
      world.devices.push(device)
    }
    return world
  }

  random = (length: number): Uint8Array =>
    Uint8Array.from({ length }, () => Math.floor(this.chance() * 256))
  pick<T>(list: readonly T[]): T {
    const item = list[Math.floor(this.chance() * list.length)]
    if (item === undefined) throw new Error('nothing to pick from')
    return item
  }
  isLucky(share: number): boolean {
    return this.chance() < share
  }
  newToken(user: string): string {
    const token = `token ${this.#drawn++} of ${user}`
    this.tokens.set(token, user)
    return token
  }

  /** Waits until a step lets the message go on; for ever when its window is closed meanwhile. */
  park(device: SimulatedDevice, tab: Tab): Promise<void> | undefined {
    if (!this.isFaulty) return undefined
    return new Promise((go) => this.parked.push({ device, tab, go }))
  }

  /** The server's side of a round trip, with everything that is looked at there. */
  deliver({ request, sender, device }: Letter): NetResult {
    this.counts.requests++
    this.watch.beforeServer(request, sender.principal, device)
    const { credential, principal } = sender
    if ('token' in credential && this.tokens.get(credential.token) === undefined) {
      return { kind: 'unauthorized' }
    }
    const known =
      'token' in credential
        ? `u:${this.tokens.get(credential.token)}`
        : this.server.devices.get(credential.deviceKey)
    if (known !== principal) throw new Error(`I4: ${principal} is sent with the key of ${known}`)
    if (request.ops.some((op) => this.unreadable.has(op.id))) return { kind: 'malformed' }
    const isBusy = request.ops.map(() => this.isFaulty && this.isLucky(0.04))
    const taken: Op[] = request.ops.filter((_, at) => !isBusy[at])
    const bound = this.watch.boundOf(taken, this.now + this.serverSkew)
    const answer = this.server.sync({ ...request, ops: taken })
    this.watch.afterServer(principal, device, taken, answer, bound)
    const results = [...answer.results]
    answer.results = isBusy.map((busy) =>
      busy ? { err: 'retry', after: 1 + Math.floor(this.chance() * 60) } : (results.shift() ?? {}),
    )
    return { kind: 'answer', answer }
  }
}

/** A window: what it shows was decided when it was loaded. */
export class Tab implements Net {
  readonly device: SimulatedDevice
  principal = ''
  forks = new Map<string, Fork>()
  /** Kits it has shown. */
  opened = new Set<string>()
  flushing: Promise<void> | null = null

  constructor(device: SimulatedDevice) {
    this.device = device
  }

  async sync(request: SyncRequest, sender: Sender): Promise<NetResult> {
    const { world } = this.device
    const letter = { request: structuredClone(request), sender, device: this.device }
    const dice = world.isFaulty ? world.chance() : 1
    for (const op of request.ops)
      for (const [, stamp] of Object.values(op.cells)) world.sentStamps.add(stamp)
    await world.park(this.device, this)
    if (dice < 0.1) {
      world.counts.failed++
      return { kind: 'failed' }
    }
    if (world.isFaulty && world.isLucky(0.25)) world.late.push(letter)
    const result = world.deliver(letter)
    if (dice < 0.15) world.deliver(letter)
    await world.park(this.device, this)
    if (dice > 0.25) return result
    world.counts.failed++
    return { kind: 'failed' }
  }

  /** Starts to send, unless this window is sending. */
  send(): void {
    if (this.flushing) return
    const flushing = flush(this.device.env, this)
      .then(() => undefined)
      .catch((error: unknown) => {
        if (error instanceof Crash) this.device.world.counts.crashes++
        else this.device.world.watch.fail(error)
      })
      .finally(() => {
        if (this.flushing === flushing) this.flushing = null
      })
    this.flushing = flushing
  }

  /** The window is closed: what it waits for never comes. */
  close(): void {
    const { parked } = this.device.world
    for (let at = parked.length - 1; at >= 0; at--)
      if (parked[at]?.tab === this) parked.splice(at, 1)
    this.flushing = null
    this.load()
  }

  /** Shows who is signed in now. */
  load(): void {
    this.principal = this.device.shown
    this.forks = new Map()
    this.opened = new Set()
  }
}

export class SimulatedDevice {
  readonly world: World
  readonly at: number
  readonly store = new MemoryStore()
  readonly env
  readonly tabs: readonly Tab[]
  readonly buildIds = new Map<string, string>()
  /** What the device's clock is off by. */
  skew = 0
  principal = ''
  secret = ''
  shown = ''

  constructor(world: World, at: number) {
    this.world = world
    this.at = at
    this.env = { store: this.store, now: () => world.now + this.skew, random: world.random }
    this.tabs = [new Tab(this), new Tab(this)]
  }

  reload(): void {
    this.shown = this.account ? `u:${this.account}` : this.principal
    for (const tab of this.tabs) tab.load()
  }

  account: string | null = null

  /** Kits a window can show: what it has opened, and what is stored for whom it shows. */
  kitsOf(tab: Tab): string[] {
    const { rows, pending } = this.store.tables
    const found = [...rows.values(), ...pending.values()].filter(
      (row) => row.kind === 'kit' && row.p === tab.principal,
    )
    return [...new Set([...found.map((row) => row.id), ...tab.opened])]
  }

  linesOf(p: string, kit: string): string[] {
    const { rows, pending } = this.store.tables
    const found = [...rows.values(), ...pending.values()].filter(
      (row) => row.kind === 'line' && row.p === p && row.kit === kit,
    )
    return [...new Set(found.map((row) => row.id))]
  }

  /**
   * A person's change in a window. @returns whether it was stored
   * @param isStart whether it may begin the kit: a comment and a task do not
   */
  async change(
    tab: Tab,
    change: Parameters<typeof edit>[1][number],
    isStart = true,
  ): Promise<boolean> {
    const { world } = this
    if (change.kit !== '') this.#open(tab, change.kit)
    this.store.isCrashing = world.isFaulty && world.isLucky(0.03)
    world.counts.edits++
    const before = this.store.tables
    const buildId = isStart ? this.buildIds.get(change.kit) : undefined
    try {
      await edit(this.env, [change], {
        principal: tab.principal,
        forks: tab.forks,
        buildIds: new Map(buildId ? [[change.kit, buildId]] : []),
      })
    } catch (error) {
      // What was not committed was never shown as stored, so it may be lost.
      if (!(error instanceof Crash)) throw new Error('I18: a local save failed', { cause: error })
      world.counts.crashes++
      return false
    } finally {
      this.store.isCrashing = false
    }
    world.ledger.note(this, tab.principal, change, before)
    return true
  }

  /** A window that shows an own kit knows its link, also when the kit is taken away under it. */
  #open(tab: Tab, kit: string): void {
    tab.opened.add(kit)
    const key = `${tab.principal} kit ${kit}`
    const { rows, pending } = this.store.tables
    if (rows.get(key)?.mine === false) return
    const cells = { ...rows.get(key)?.cells, ...pending.get(key)?.cells }
    const buildId = cells['buildId']?.[0]
    if (typeof buildId === 'string') this.buildIds.set(kit, buildId)
  }

  /** What store/signIn.ts does in its transaction. */
  async signIn(tab: Tab, user: string, kits: readonly string[]): Promise<void> {
    const { world } = this
    world.counts.signIns++
    const account = { id: user, username: user, email: '', emailVerified: true, isAdmin: false }
    const p = accountPrincipal(account)
    const token = world.newToken(user)
    await this.store.transact(async (tx) => {
      const { node } = await readDevice(tx)
      const clock = await OpenClock.open(tx, node, this.env.now())
      const { epoch } = await readSession(tx)
      await claimKits(tx, this.env, clock, p, kits)
      const stored = { token, user: { ...account, deletionRequestedAt: null }, isExpired: false }
      await putSession(tx, { epoch: epoch + 1, account: stored })
      await clock.close()
    })
    world.ledger.claim(this, p, kits)
    this.account = user
    this.shown = p
    tab.load()
  }

  /** What store/signOut.ts does in its transaction. */
  async signOut(tab: Tab, mode: 'keep' | 'discard'): Promise<void> {
    if (!this.account) return
    const p = `u:${this.account}`
    await this.store.transact(async (tx) => {
      const { epoch, account } = await readSession(tx)
      if (account) this.world.tokens.delete(account.token)
      await putSession(tx, { epoch: epoch + 1, account: null })
      const rows = await tx.allRows(p)
      await tx.deleteRows(rows.map((row) => [p, row.kind, row.id]))
    })
    const isOfOthers = ([, row]: [string, { p: string }]) => row.p !== p
    const { tables } = this.store
    const meta = new Map(tables.meta)
    meta.delete(`cursors:${p}`)
    meta.delete(`lastOk:${p}`)
    this.store.tables = { ...tables, meta }
    if (mode === 'discard') {
      this.world.ledger.discard(this, p)
      this.store.tables = {
        ...this.store.tables,
        pending: new Map([...tables.pending].filter(isOfOthers)),
        problems: new Map([...tables.problems].filter(isOfOthers)),
      }
    }
    this.account = null
    this.shown = this.principal
    tab.load()
  }

  /** A second device begins as a copy of this one's browser profile. */
  copyTo(other: SimulatedDevice): void {
    for (const tab of other.tabs) tab.close()
    const { meta, rows, pending, problems } = this.store.tables
    other.store.tables = {
      meta: new Map(structuredClone([...meta])),
      rows: new Map(rows),
      pending: new Map(pending),
      problems: new Map(problems),
    }
    this.world.isCopied = true
    other.principal = this.principal
    other.secret = this.secret
    other.account = this.account
    other.reload()
    for (const [kit, buildId] of this.buildIds) other.buildIds.set(kit, buildId)
  }

  /** Opens somebody's link. */
  async follow(kit: string): Promise<void> {
    await this.store.transact(async (tx) => {
      const p = await currentPrincipal(tx)
      const stored = (await tx.getMeta(`cursors:${p}`)) ?? {}
      await tx.putMeta(`cursors:${p}`, { [`k:${kit}`]: 0, ...(stored as Record<string, number>) })
    })
  }

  /** Whether somebody signs in only later. */
  hasSignedOut = (): boolean => this.world.isLucky(0.5)

  newId = (): string => newId(this.world.random)
}
