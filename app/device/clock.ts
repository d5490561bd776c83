/**
 * This device's identity and clock, read and written in the transaction of the edit they stamp:
 * two tabs never give out one stamp, and a crash never gives one out again.
 */
import type { Json } from '#shared/sync/cells.ts'
import type { RandomBytes } from '#shared/ids.ts'
import type { Clock, Stamp } from '#shared/sync/stamp.ts'
import type { Store, StoreTx } from './store.ts'

import { newDeviceSecret } from '#shared/ids.ts'
import { newNode, observe, packStamp, settle, tick } from '#shared/sync/stamp.ts'
import { sha256 } from './sha256.ts'

/** What a device needs to speak for itself. */
export interface Device {
  node: string
  secret: string
  /** `d:` and the hash of the secret. */
  principal: string
}

/** The principal of a device secret; the server computes the same. */
async function devicePrincipal(secret: string): Promise<string> {
  const hash = await sha256(new TextEncoder().encode(secret))
  const hex = Array.from(hash, (byte) => byte.toString(16).padStart(2, '0')).join('')
  return `d:${hex.slice(0, 32)}`
}

/** The device's identity, drawn at the first call. Of two tabs that draw at once, one wins. */
export async function openIdentity(store: Store, random: RandomBytes): Promise<Device> {
  const stored = await store.transact((tx) => tx.getMeta('device'))
  if (isDevice(stored)) return stored
  const secret = newDeviceSecret(random)
  const device = { node: newNode(random), secret, principal: await devicePrincipal(secret) }
  return store.transact(async (tx) => {
    const other = await tx.getMeta('device')
    if (isDevice(other)) return other
    await tx.putMeta('device', device)
    return device
  })
}

/** The device's identity inside a transaction. `openIdentity` has drawn it before. */
export async function readDevice(tx: StoreTx): Promise<Device> {
  const stored = await tx.getMeta('device')
  if (!isDevice(stored)) throw new Error('the device has no identity yet')
  return stored
}

export function isDevice(value: unknown): value is Device {
  return typeof value === 'object' && value !== null && 'node' in value && 'secret' in value
}

/** An answer that took longer says too little of the time. */
const LONG_TRIP_MS = 30_000

/** A clock open for one transaction: stamps are taken from it, then it is put back. */
export class OpenClock {
  readonly #tx: StoreTx
  readonly #node: string
  readonly #now: number
  readonly #given = new Set<Stamp>()
  #clock: Clock
  #offset: number

  private constructor(tx: StoreTx, node: string, localNow: number, clock: Clock, offset: number) {
    this.#tx = tx
    this.#node = node
    this.#clock = clock
    this.#offset = offset
    this.#now = localNow
  }

  /** @param localNow the device's own time, milliseconds, right or wrong */
  static async open(tx: StoreTx, node: string, localNow: number): Promise<OpenClock> {
    const stored = await tx.getMeta('clock')
    const { ms = 0, counter = 0, offset = 0 } = isClockRow(stored) ? stored : {}
    return new OpenClock(tx, node, localNow, { ms, counter }, offset)
  }

  /** The server's time as this device knows it. */
  get now(): number {
    return this.#now + this.#offset
  }

  /** A stamp for now, later than `floor`. */
  tick(floor: Stamp): Stamp {
    const next = tick(this.#clock, this.#node, this.now, floor)
    this.#clock = next.clock
    this.#given.add(next.stamp)
    return next.stamp
  }

  /** Whether it was given in this transaction. */
  hasGiven(stamp: Stamp): boolean {
    return this.#given.has(stamp)
  }

  observe(stamp: Stamp): void {
    this.#clock = observe(this.#clock, stamp, this.now)
  }

  /**
   * Takes over the server's time from an answer. It was that at some moment since `sentAt`, by this
   * device's own time: what is known already stays where it agrees, or a slow answer would set one
   * device behind another. What is taken over is never ahead, so that no later answer sets it back.
   */
  correct(serverNow: number, sentAt: number): void {
    const least = serverNow - this.#now
    const agrees = this.#offset >= least && this.#offset <= serverNow - sentAt
    if (!agrees || this.#now - sentAt > LONG_TRIP_MS) this.#offset = least
    this.#clock = settle(this.#clock, serverNow)
  }

  /** The latest stamp that this device has given or seen. */
  get latest(): Stamp {
    return packStamp(this.#clock.ms, this.#clock.counter, this.#node)
  }

  async close(): Promise<void> {
    await this.#tx.putMeta('clock', { ...this.#clock, offset: this.#offset })
  }
}

/** The same of a stored clock, '' where none was. */
export function latestIn(stored: Json | undefined, node: string): Stamp {
  return isClockRow(stored) ? packStamp(stored.ms, stored.counter, node) : ''
}

/** What changes with every stamp that anybody on this device gives. */
export async function readTick(tx: StoreTx): Promise<string> {
  const stored = await tx.getMeta('clock')
  return isClockRow(stored) ? `${stored.ms} ${stored.counter}` : ''
}

function isClockRow(
  value: Json | undefined,
): value is { ms: number; counter: number; offset: number } {
  return typeof value === 'object' && value !== null && 'ms' in value && 'offset' in value
}
