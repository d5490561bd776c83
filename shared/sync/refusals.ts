/**
 * Tells requests written before their device learned that its clock is ahead. A copy the network
 * delivers late must not be accepted once its stamps are due: it would overwrite later edits.
 */
import type { OpResult } from './protocol.ts'

/** Per node: refusals its devices were told of, including the last, and its time. */
type Refusal = readonly [node: string, count: number, at: number]

/** Refusals stored per owner, latest last. */
export type Refusals = readonly Refusal[]

/** Sender of a request, and the refusals it knew of. */
export interface Heard {
  node: string
  refusals: number
}

/** More devices with wrong clocks are unrealistic: the oldest refusal is dropped. */
const MAX_NODES = 100

const of = (refusals: Refusals, { node }: Heard): Refusal =>
  refusals.find(([name]) => name === node) ?? [node, 0, 0]

/**
 * Millisecond from which a request's stamps are refused: its device has restamped everything since.
 * A request that predates the previous refusal is refused whole.
 */
export function refusedFrom(refusals: Refusals, heard: Heard | undefined): number {
  if (!heard) return Number.POSITIVE_INFINITY
  const [, count, at] = of(refusals, heard)
  if (heard.refusals >= count) return Number.POSITIVE_INFINITY
  return heard.refusals === count - 1 ? at : 0
}

/**
 * Refusals to store after a request, null for no change. A rolled-back server has forgotten them:
 * it learns from the first device that knows of more.
 * @returns `count` for the device of a refused request
 */
export function noteRefusals(
  refusals: Refusals,
  heard: Heard,
  now: number,
  results: readonly OpResult[],
): { refusals: Refusals; count?: number } | null {
  const [node, known, at] = of(refusals, heard)
  const others = refusals.filter(([name]) => name !== node).slice(1 - MAX_NODES)
  const keep = (count: number, from: number) => [...others, [node, count, from] as const]
  const isRefused = results.some(({ clock }) => clock !== undefined)
  if (!isRefused) return heard.refusals > known ? { refusals: keep(heard.refusals, 0) } : null
  const isNew = heard.refusals >= known
  const count = isNew ? heard.refusals + 1 : known
  return { refusals: keep(count, isNew ? now : Math.min(at, now)), count }
}
