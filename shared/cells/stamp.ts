/**
 * Hybrid logical clock (Kulkarni et al., "Logical Physical Clocks", 2014) as a sortable string.
 *
 * A stamp is 19 ASCII characters: 7 of milliseconds (42 bit), 3 of counter (18 bit), 9 of node
 * (54 bit). The alphabet is in ASCII order, so comparing strings compares clocks: in JavaScript,
 * in IndexedDB and in PostgreSQL under collate "C".
 */
import type { RandomBytes } from '../ids.ts'
import { systemRandom } from '../ids.ts'

export type Stamp = string

/** Last time a node issued. The counter grows while the wall clock does not. */
export interface Clock {
  ms: number
  counter: number
}

/** How far ahead of the server a stamp may be, in milliseconds. */
export const GRACE_MS = 60_000

const DIGITS = '-0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz'
const MAX_MS = 2 ** 42 - 2
const MAX_COUNTER = 2 ** 18 - 1
const VALUE_OF = new Map(Array.from(DIGITS, (digit, value) => [digit, value]))

function encode(value: number, width: number): string {
  let text = ''
  for (let rest = value, i = 0; i < width; i++) {
    text = DIGITS.charAt(rest % 64) + text
    rest = Math.floor(rest / 64)
  }
  return text
}

function decode(text: string): number {
  let value = 0
  for (const digit of text) value = value * 64 + (VALUE_OF.get(digit) ?? 0)
  return value
}

function clampMs(ms: number): number {
  return Number.isFinite(ms) ? Math.min(MAX_MS, Math.max(0, Math.floor(ms))) : 0
}

function next(clock: Clock): Clock {
  if (clock.counter < MAX_COUNTER) return { ms: clock.ms, counter: clock.counter + 1 }
  return { ms: clampMs(clock.ms + 1), counter: 0 }
}

/** Draws the id of an installation: 9 random characters. */
export function newNode(random: RandomBytes = systemRandom): string {
  return [...random(9)].map((byte) => DIGITS.charAt(byte & 63)).join('')
}

/** Packs a stamp. Times outside 1970..2109 are clamped, never refused. */
export function packStamp(ms: number, counter: number, node: string): Stamp {
  return encode(clampMs(ms), 7) + encode(Math.min(MAX_COUNTER, Math.max(0, counter)), 3) + node
}

/** True for 19 characters of the alphabet. */
export function isStamp(value: unknown): value is Stamp {
  return typeof value === 'string' && /^[-0-9A-Z_a-z]{19}$/.test(value)
}

/** Milliseconds since 1970 of a stamp. */
export function msOf(stamp: Stamp): number {
  return decode(stamp.slice(0, 7))
}

/** Counter that orders stamps of one millisecond. */
export function counterOf(stamp: Stamp): number {
  return decode(stamp.slice(7, 10))
}

/** Node that issued a stamp. */
export function nodeOf(stamp: Stamp): string {
  return stamp.slice(10)
}

/** Seven characters for a time alone, as the wire's `t0`. */
export function packMs(ms: number): string {
  return encode(clampMs(ms), 7)
}

export function unpackMs(text: string): number {
  return decode(text)
}

/** Smallest stamp of `node` later than `stamp`. */
export function successor(stamp: Stamp, node: string): Stamp {
  const after = next({ ms: msOf(stamp), counter: counterOf(stamp) })
  return packStamp(after.ms, after.counter, node)
}

/**
 * Issues a stamp later than `floor` and than all earlier ones. Store only the clock, not the floor:
 * another device's wrong clock must not drag this one along. Never throws.
 * @param now milliseconds, corrected by the offset to the server
 * @param floor the greatest stamp the new one has to beat, '' for none
 */
export function tick(
  clock: Clock,
  node: string,
  now: number,
  floor: Stamp = '',
): { clock: Clock; stamp: Stamp } {
  const wall = clampMs(now)
  const own = wall > clock.ms ? { ms: wall, counter: 0 } : next(clock)
  const stamp = packStamp(own.ms, own.counter, node)
  return { clock: own, stamp: floor >= stamp ? successor(floor, node) : stamp }
}

/** Advances the clock past a foreign stamp, but never beyond `now` + GRACE. */
export function observe(clock: Clock, stamp: Stamp, now: number): Clock {
  const seen = { ms: msOf(stamp), counter: counterOf(stamp) }
  const limit = clampMs(now) + GRACE_MS
  const bounded = seen.ms > limit ? { ms: limit, counter: 0 } : seen
  const isLater =
    bounded.ms > clock.ms || (bounded.ms === clock.ms && bounded.counter > clock.counter)
  return isLater ? bounded : clock
}

/** Resets a clock that ran ahead to the server's time. */
export function settle(clock: Clock, now: number): Clock {
  return clock.ms > clampMs(now) + GRACE_MS ? { ms: clampMs(now), counter: 0 } : clock
}
