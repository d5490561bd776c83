/**
 * Device identity and clock, read and written in the same transaction as the edit they stamp: two
 * tabs never issue the same stamp, and a crash never reissues one.
 */
import type { Json } from '#shared/cells/cells.ts'
import type { Clock, Stamp } from '#shared/cells/stamp.ts'
import { type Store, type StoreTx, getMeta, putMeta } from './store.ts'

import { newDeviceSecret, type RandomBytes } from '#shared/ids.ts'
import { newNode, observe, packStamp, settle, tick } from '#shared/cells/stamp.ts'

export interface Device {
  node: string
  secret: string
  /** `d:` and the hash of the secret. */
  principal: string
}

/** The server derives the same principal. */
async function devicePrincipal(secret: string): Promise<string> {
  const hash = await sha256(new TextEncoder().encode(secret))
  const hex = Array.from(hash, (byte) => byte.toString(16).padStart(2, '0')).join('')
  return `d:${hex.slice(0, 32)}`
}

/** SHA-256: 32 bytes. */
export async function sha256(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array> {
  // Absent on plain http: only there the first visit downloads a hash.
  const subtle: SubtleCrypto | undefined = globalThis.crypto.subtle
  if (subtle) return new Uint8Array(await subtle.digest('SHA-256', bytes))
  return (await import('@noble/hashes/sha2.js')).sha256(bytes)
}

/** Device identity, drawn at the first call. If two tabs draw at once, one wins. */
export async function openIdentity(store: Store, random: RandomBytes): Promise<Device> {
  const stored = await store.transact((tx) => getMeta(tx, 'device'))
  if (isDevice(stored)) return stored
  const secret = newDeviceSecret(random)
  const device = { node: newNode(random), secret, principal: await devicePrincipal(secret) }
  return store.transact(async (tx) => {
    const other = await getMeta(tx, 'device')
    if (isDevice(other)) return other
    await putMeta(tx, 'device', device)
    return device
  })
}

/** Device identity inside a transaction. `openIdentity` must have run. */
export async function readDevice(tx: StoreTx): Promise<Device> {
  const stored = await getMeta(tx, 'device')
  if (!isDevice(stored)) throw new Error('the device has no identity yet')
  return stored
}

export function isDevice(value: unknown): value is Device {
  return typeof value === 'object' && value !== null && 'node' in value && 'secret' in value
}

/** A slower round trip says too little about the server's time. */
const LONG_TRIP_MS = 30_000

/** Clock open for one transaction: issues stamps, then is stored again. */
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

  /** @param localNow uncorrected device clock, milliseconds */
  static async open(tx: StoreTx, node: string, localNow: number): Promise<OpenClock> {
    const stored = await getMeta(tx, 'clock')
    const { ms = 0, counter = 0, offset = 0 } = isClockRow(stored) ? stored : {}
    return new OpenClock(tx, node, localNow, { ms, counter }, offset)
  }

  /** Server time as this device estimates it. */
  get now(): number {
    return this.#now + this.#offset
  }

  /** Issues a stamp for now, later than `floor`. */
  tick(floor: Stamp): Stamp {
    const next = tick(this.#clock, this.#node, this.now, floor)
    this.#clock = next.clock
    this.#given.add(next.stamp)
    return next.stamp
  }

  /** Whether this transaction issued the stamp. */
  hasGiven(stamp: Stamp): boolean {
    return this.#given.has(stamp)
  }

  observe(stamp: Stamp): void {
    this.#clock = observe(this.#clock, stamp, this.now)
  }

  /**
   * Corrects the offset from an answer. The server read `serverNow` at some moment between `sentAt`
   * and now; an offset consistent with that stays, or a slow answer would put one device behind
   * another. The new offset is never ahead of the server, so no later answer sets it back.
   */
  correct(serverNow: number, sentAt: number): void {
    const least = serverNow - this.#now
    const agrees = this.#offset >= least && this.#offset <= serverNow - sentAt
    if (!agrees || this.#now - sentAt > LONG_TRIP_MS) this.#offset = least
    this.#clock = settle(this.#clock, serverNow)
  }

  /** Latest stamp this device issued or saw. */
  get latest(): Stamp {
    return packStamp(this.#clock.ms, this.#clock.counter, this.#node)
  }

  async close(): Promise<void> {
    await putMeta(this.#tx, 'clock', { ...this.#clock, offset: this.#offset })
  }
}

/** Latest stamp of a stored clock, '' for none. */
export function latestIn(stored: Json | undefined, node: string): Stamp {
  return isClockRow(stored) ? packStamp(stored.ms, stored.counter, node) : ''
}

/** Changes with every stamp issued in any tab of this device. */
export async function readTick(tx: StoreTx): Promise<string> {
  const stored = await getMeta(tx, 'clock')
  return isClockRow(stored) ? `${stored.ms} ${stored.counter}` : ''
}

function isClockRow(
  value: Json | undefined,
): value is { ms: number; counter: number; offset: number } {
  return typeof value === 'object' && value !== null && 'ms' in value && 'offset' in value
}
