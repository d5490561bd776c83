/**
 * Devices with two windows each, accounts, one server and a bad network in one process. Virtual
 * time, seeded chance. Each message waits until a step lets it go, so anything can happen between a
 * request and its answer.
 */
import type { Net, NetResult } from '../../app/data/api/net.ts'
import type { Op, SyncAnswer, SyncRequest } from '#shared/sync/protocol.ts'
import type { Fork } from '../../app/data/sync/write/fork.ts'
import type { FlushLimits } from '../../app/data/sync/send/flush.ts'
import type { Sender } from '../../app/data/device/session.ts'
import type { Change } from '../../app/data/sync/write/writeCells.ts'

import { newId } from '#shared/ids.ts'
import { openIdentity } from '../../app/data/device/clock.ts'
import { edit } from '../../app/data/sync/write/edit.ts'
import { flush } from '../../app/data/sync/send/flush.ts'
import { MemoryServer, type Likeness } from './memoryServer.ts'
import { Crash, Full, MemoryStore } from '../../app/data/device/testMemoryStore.ts'
import { Intents } from './intents.ts'
import { Ledger } from './ledger.ts'
import { Lots } from '#shared/testSeeded.ts'
import { Watch } from './watch.ts'
import { Weather } from './weather.ts'

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

export interface Letter {
  request: SyncRequest
  sender: Sender
  device: SimulatedDevice
}

export const USERS = ['alice', 'bob', 'carol']

export class World extends Lots {
  now = 1_700_000_000_000
  serverSkew = 0
  isFaulty = true
  /** A profile was copied: two devices issue the same stamps, as one node. */
  isCopied = false
  /** The server's clock went back and forth. */
  isServerSkewed = false
  /** Whether a profile may be copied: less can be asserted then, so most seeds go without. */
  readonly mayCopy: boolean
  /** Conditions around the devices. */
  readonly weather = new Weather()
  /** Whether a browser may evict part of its storage. */
  mayEvict = false
  /** Limits of a device's syncs. */
  limitsOf: (device: SimulatedDevice) => FlushLimits = () => ({})
  /** A real server runs beside its own: never rolled back, no collection, pages cut by bytes. */
  hasTwin = false
  readonly sentStamps = new Set<string>()
  readonly server: MemoryServer
  readonly devices: SimulatedDevice[] = []
  readonly users: readonly string[]
  /** Valid tokens, with their accounts. */
  readonly tokens = new Map<string, string>()
  /** Rows whose requests the server cannot parse. */
  readonly unreadable = new Set<string>()
  /** Every request: a copy may still arrive. */
  readonly late: Letter[] = []
  readonly parked: { device: SimulatedDevice; tab: Tab; go: () => void }[] = []
  readonly ledger = new Ledger()
  readonly intents = new Intents()
  readonly watch: Watch
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
  /** Called with everything that happens. */
  hear: (what: string, value: unknown) => void = () => undefined
  #drawn = 0

  /** @param likeness identity of the real server beside it */
  constructor(seed: number, likeness?: Likeness) {
    super(seed)
    this.server = new MemoryServer(() => this.now + this.serverSkew, likeness)
    this.watch = new Watch(this.server, this.ledger, this.intents)
    this.mayCopy = this.chance() < 0.25
    this.users = USERS.slice(0, 2 + Math.floor(this.chance() * 2))
  }

  /** Adds the devices. */
  async open(): Promise<void> {
    const count = 3 + Math.floor(this.chance() * 3)
    for (let at = 0; at < count; at++) {
      const device = new SimulatedDevice(this, at)
      const { secret, principal } = await openIdentity(device.store, this.random)
      this.server.devices.set(secret, principal)
      device.principal = principal
      device.secret = secret
      device.reload()
      this.devices.push(device)
    }
  }

  newStore(): MemoryStore {
    return new MemoryStore()
  }

  /** Resolves when nothing is left to run by itself. */
  async rest(): Promise<void> {
    await new Promise((resolve) => setImmediate(resolve))
  }

  newToken(user: string): string {
    const token = `token-${this.#drawn++}-of-${user}`
    this.tokens.set(token, user)
    return token
  }

  /** Waits until a step lets the message go; forever if its window closes meanwhile. */
  park(device: SimulatedDevice, tab: Tab): Promise<void> | undefined {
    if (!this.isFaulty) return undefined
    return new Promise((go) => this.parked.push({ device, tab, go }))
  }

  kitOf({ kind, id, kit }: Op): string {
    return kind === 'kit' ? id : (kit ?? this.server.rows.get(`${kind}:${id}`)?.row.kit ?? '')
  }

  /** Server side of a round trip, with its checks. */
  deliver(letter: Letter): NetResult | Promise<NetResult> {
    const taken = this.take(letter)
    return 'kind' in taken ? taken : this.judge(letter, taken, this.server.sync(taken.request))
  }

  /** The request as the server gets it, or the failure instead. */
  protected take({ request, sender, device }: Letter): Taken | NetResult {
    this.counts.requests++
    this.hear('request', [device.at, sender.principal, request])
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
    const isPutOff = (op: Op) => this.weather.isPutOff(op, this.kitOf(op))
    const isBusy = request.ops.map((op) => this.isFaulty && (this.isLucky(0.04) || isPutOff(op)))
    const ops = request.ops.filter((_, at) => !isBusy[at])
    const bound = this.watch.boundOf(ops, this.now + this.serverSkew)
    return { request: { ...request, ops }, isBusy, bound }
  }

  /** Checks an answer, and marks ops the server deferred. */
  protected judge(letter: Letter, taken: Taken, answer: SyncAnswer): NetResult {
    const { sender, device } = letter
    const { request, isBusy, bound } = taken
    // A draft collected while its device was away is here, and rightly not there.
    const hasCollected = () =>
      [...device.store.tables.rows.values()].some(
        (row) => row.mine && this.weather.purged.has(`kit ${row.kit}`),
      )
    const mayDiffer = this.isCopied || this.weather.hasRestored
    if (answer.differs && !mayDiffer && !hasCollected()) this.watch.checkAudit(device, request)
    this.watch.afterServer(sender.principal, device, request.ops, answer, bound)
    this.watch.checkLate(letter, request.ops, answer, bound)
    const results = [...answer.results]
    for (const [at, result] of results.entries()) {
      this.counts.restamps += result.clock?.length ?? 0
      this.counts.stale += Object.keys(result.stale ?? {}).length
      this.counts.refused += Object.keys(result.rej ?? {}).length
      if (request.ops[at]?.cells['fork'] && !result.err) this.counts.forks++
    }
    answer.results = isBusy.map((busy) =>
      busy ? { err: 'retry', after: 1 + Math.floor(this.chance() * 60) } : (results.shift() ?? {}),
    )
    this.hear('answer', [device.at, answer])
    return { kind: 'answer', answer }
  }
}

export interface Taken {
  request: SyncRequest
  /** Ops the server deferred. */
  isBusy: readonly boolean[]
  bound: ReturnType<Watch['boundOf']>
}

/** A window: its principal is fixed when it loads. */
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
    const letter = { request, sender, device: this.device }
    const dice = world.isFaulty ? world.chance() : 1
    for (const op of request.ops)
      for (const [, stamp] of Object.values(op.cells)) world.sentStamps.add(stamp)
    await world.park(this.device, this)
    const stopped = world.weather.stop(request)
    if (stopped) return stopped
    // Copies of lost requests may still arrive too.
    if (world.isFaulty) world.late.push(letter)
    if (dice < 0.1) {
      world.counts.failed++
      return { kind: 'failed' }
    }
    // Awaiting a result that is already there would change the order of events.
    const delivered = world.deliver(letter)
    const result = delivered instanceof Promise ? await delivered : delivered
    if (dice < 0.15) void world.deliver(letter)
    await world.park(this.device, this)
    if (dice > 0.25) return result
    world.counts.failed++
    return { kind: 'failed' }
  }

  /** Starts a sync, unless one is running in this window. */
  send(): void {
    if (this.flushing) return
    const flushing = flush(this.device.env, this, this.device.world.limitsOf(this.device))
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

  /** Closes the window: its messages never arrive. */
  close(): void {
    const { parked } = this.device.world
    for (let at = parked.length - 1; at >= 0; at--)
      if (parked[at]?.tab === this) parked.splice(at, 1)
    this.flushing = null
    this.load()
  }

  /** Shows whoever is signed in now. */
  load(): void {
    this.device.forgetUnsaved(this)
    this.principal = this.device.shown
    this.forks = new Map()
    this.opened = new Set()
  }
}

/** Edits that found no room: they stay in their fields. */
interface Unsaved {
  tab: Tab
  changes: readonly Change[]
  isStart: boolean
}

export class SimulatedDevice {
  readonly world: World
  readonly at: number
  readonly store: MemoryStore
  readonly env
  readonly tabs: readonly Tab[]
  readonly buildIds = new Map<string, string>()
  /** Offset of its clock. */
  skew = 0
  principal = ''
  secret = ''
  shown = ''

  constructor(world: World, at: number) {
    this.world = world
    this.at = at
    this.store = world.newStore()
    this.env = { store: this.store, now: () => world.now + this.skew, random: world.random }
    this.tabs = [new Tab(this), new Tab(this)]
  }

  reload(): void {
    this.shown = this.account ? `u:${this.account}` : this.principal
    for (const tab of this.tabs) tab.load()
  }

  account: string | null = null

  /** Kits a window can show: those it opened, and those stored for its principal. */
  kitsOf(tab: Tab): string[] {
    const { rows, pending } = this.store.tables
    const found = [...rows.values(), ...pending.values()].filter(
      (row) => row.kind === 'kit' && row.p === tab.principal,
    )
    return [...new Set([...found.map((row) => row.id), ...tab.opened])]
  }

  linesOf(principal: string, kit: string): string[] {
    const { rows, pending } = this.store.tables
    const found = [...rows.values(), ...pending.values()].filter(
      (row) => row.kind === 'line' && row.p === principal && row.kit === kit,
    )
    return [...new Set(found.map((row) => row.id))]
  }

  /**
   * An edit in a window. @returns whether it was stored
   * @param isStart whether it may create the kit: a comment or a task does not
   */
  async change(tab: Tab, change: Change, isStart = true): Promise<boolean> {
    return this.changeAll(tab, [change], isStart)
  }

  /** Edits of one kit in one transaction. */
  async changeAll(tab: Tab, changes: readonly Change[], isStart = true): Promise<boolean> {
    const { world } = this
    const kit = changes[0]?.kit ?? ''
    if (kit !== '') this.#open(tab, kit)
    this.store.isCrashing = world.isFaulty && world.isLucky(0.03)
    world.counts.edits += changes.length
    const before = this.store.tables
    const buildId = isStart ? this.buildIds.get(kit) : undefined
    try {
      await edit(this.env, changes, {
        principal: tab.principal,
        forks: tab.forks,
        buildIds: new Map(buildId ? [[kit, buildId]] : []),
      })
    } catch (error) {
      // An uncommitted edit was never shown as stored, so it may be lost.
      if (!(error instanceof Crash)) throw new Error('I18: a local save failed', { cause: error })
      world.counts.crashes++
      if (error instanceof Full) this.#unsaved.push({ tab, changes, isStart })
      return false
    } finally {
      this.store.isCrashing = false
    }
    for (const change of changes) {
      world.ledger.note(this, tab.principal, change, before)
      world.intents.note(this, change, before)
    }
    return true
  }

  readonly #unsaved: Unsaved[] = []

  /** Retries edits that found no room. */
  async storeAgain(): Promise<void> {
    for (const { tab, changes, isStart } of this.#unsaved.splice(0)) {
      await this.changeAll(tab, changes, isStart)
    }
  }

  /** Unstored edits go with their window, as it warns. */
  forgetUnsaved(tab: Tab): void {
    const left = this.#unsaved.filter((unsaved) => unsaved.tab !== tab)
    this.#unsaved.splice(0, this.#unsaved.length, ...left)
  }

  /** A window showing an own kit knows its link, even if the kit is taken away meanwhile. */
  #open(tab: Tab, kit: string): void {
    tab.opened.add(kit)
    const key = `${tab.principal} kit ${kit}`
    const { rows, pending } = this.store.tables
    if (rows.get(key)?.mine === false) return
    const cells = { ...rows.get(key)?.cells, ...pending.get(key)?.cells }
    const buildId = cells['buildId']?.[0]
    if (typeof buildId === 'string') this.buildIds.set(kit, buildId)
  }

  newId = (): string => newId(this.world.random)
}
