/**
 * Devices with two windows each, accounts, one server and a bad network in one process. Time is
 * virtual and chance is seeded. A message waits wherever it is until a step lets it go on, so that
 * everything can happen between a request and its answer.
 */
import type { Net, NetResult } from '../../api/net.ts'
import type { Op, SyncAnswer, SyncRequest } from '#shared/sync/protocol.ts'
import type { Fork } from '../write/fork.ts'
import type { FlushLimits } from '../send/flush.ts'
import type { Sender } from '../../device/session.ts'
import type { Change } from '../write/writeCells.ts'

import { newId } from '#shared/ids.ts'
import { openIdentity } from '../../device/clock.ts'
import { edit } from '../write/edit.ts'
import { flush } from '../send/flush.ts'
import { MemoryServer, type Likeness } from './memoryServer.ts'
import { Crash, Full, MemoryStore } from '../../device/memoryStore.ts'
import { Intents } from './intents.ts'
import { Ledger } from './ledger.ts'
import { Lots } from '#shared/seeded.ts'
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
  /** A profile was copied: two devices give out the same stamps, as the same node. */
  isCopied = false
  /** The server's clock went back and forth. */
  isServerSkewed = false
  /** Whether a profile may be copied: with it less can be asserted, so most seeds are without. */
  readonly mayCopy: boolean
  /** Steps around the devices. */
  readonly weather = new Weather()
  /** Whether a browser may throw away a part of what it stores. */
  mayEvict = false
  /** How a device sends. */
  limitsOf: (device: SimulatedDevice) => FlushLimits = () => ({})
  /** A real server beside its own: never put back, collecting nothing, with pages cut by bytes. */
  hasTwin = false
  /** Stamps that were on their way at some time. */
  readonly sentStamps = new Set<string>()
  readonly server: MemoryServer
  readonly devices: SimulatedDevice[] = []
  readonly users: readonly string[]
  /** Tokens the server knows, with their accounts. */
  readonly tokens = new Map<string, string>()
  /** Rows whose requests the server cannot read. */
  readonly unreadable = new Set<string>()
  /** Every request: a copy of it may still arrive. */
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
  /** Is told everything that happens. */
  hear: (what: string, value: unknown) => void = () => undefined
  #drawn = 0

  /** @param likeness what the server takes over from a real one beside it */
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

  /** Comes back when nothing happens any more by itself. */
  async rest(): Promise<void> {
    await new Promise((resolve) => setImmediate(resolve))
  }

  newToken(user: string): string {
    const token = `token-${this.#drawn++}-of-${user}`
    this.tokens.set(token, user)
    return token
  }

  /** Waits until a step lets the message go on; for ever when its window is closed meanwhile. */
  park(device: SimulatedDevice, tab: Tab): Promise<void> | undefined {
    if (!this.isFaulty) return undefined
    return new Promise((go) => this.parked.push({ device, tab, go }))
  }

  kitOf({ kind, id, kit }: Op): string {
    return kind === 'kit' ? id : (kit ?? this.server.rows.get(`${kind}:${id}`)?.row.kit ?? '')
  }

  /** The server's side of a round trip, with everything that is looked at there. */
  deliver(letter: Letter): NetResult | Promise<NetResult> {
    const taken = this.take(letter)
    return 'kind' in taken ? taken : this.judge(letter, taken, this.server.sync(taken.request))
  }

  /** What of a request reaches the server, or how it is turned away. */
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

  /** Looks at an answer, and adds to it what the server had no time for. */
  protected judge(letter: Letter, taken: Taken, answer: SyncAnswer): NetResult {
    const { sender, device } = letter
    const { request, isBusy, bound } = taken
    // A kit that was collected as a draft while its device was away is here, and rightly not there.
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
  /** Ops the server had no time for. */
  isBusy: readonly boolean[]
  bound: ReturnType<Watch['boundOf']>
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
    const letter = { request, sender, device: this.device }
    const dice = world.isFaulty ? world.chance() : 1
    for (const op of request.ops)
      for (const [, stamp] of Object.values(op.cells)) world.sentStamps.add(stamp)
    await world.park(this.device, this)
    const stopped = world.weather.stop(request)
    if (stopped) return stopped
    // Also one that never came is on its way somewhere.
    if (world.isFaulty) world.late.push(letter)
    if (dice < 0.1) {
      world.counts.failed++
      return { kind: 'failed' }
    }
    // Waiting for what is there already would change the order of things.
    const delivered = world.deliver(letter)
    const result = delivered instanceof Promise ? await delivered : delivered
    if (dice < 0.15) void world.deliver(letter)
    await world.park(this.device, this)
    if (dice > 0.25) return result
    world.counts.failed++
    return { kind: 'failed' }
  }

  /** Starts to send, unless this window is sending. */
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
    this.device.forgetUnsaved(this)
    this.principal = this.device.shown
    this.forks = new Map()
    this.opened = new Set()
  }
}

/** What was typed and could not be stored: it stays in its field. */
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
  /** What the device's clock is off by. */
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
  async change(tab: Tab, change: Change, isStart = true): Promise<boolean> {
    return this.changeAll(tab, [change], isStart)
  }

  /** Several in one transaction, all of one kit. */
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
      // What was not committed was never shown as stored, so it may be lost.
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

  /** Tries again what had no room. */
  async storeAgain(): Promise<void> {
    for (const { tab, changes, isStart } of this.#unsaved.splice(0)) {
      await this.changeAll(tab, changes, isStart)
    }
  }

  /** What a window shows unstored goes with it, as it says. */
  forgetUnsaved(tab: Tab): void {
    const left = this.#unsaved.filter((unsaved) => unsaved.tab !== tab)
    this.#unsaved.splice(0, this.#unsaved.length, ...left)
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

  newId = (): string => newId(this.world.random)
}
