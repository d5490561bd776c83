/**
 * Which requests were written before their device heard that its clock is ahead. A copy of one that the
 * network delivers late must not be taken when its time has come: it would win over what was typed since.
 */
import type { OpResult } from './protocol.ts'

/** Of one node: how many refusals its devices have heard of, counting the last, and when that was. */
type Refusal = readonly [node: string, count: number, at: number]

/** What an owner's stream keeps, the latest last. */
export type Refusals = readonly Refusal[]

/** Who sent a request, and of how many refusals it knew. */
export interface Heard {
  node: string
  refusals: number
}

/** Nobody has so many devices with wrong clocks: the one refused first is forgotten. */
const MAX_NODES = 100

const of = (refusals: Refusals, { node }: Heard): Refusal =>
  refusals.find(([name]) => name === node) ?? [node, 0, 0]

/**
 * The millisecond from which on no stamp of a request is taken: what its device has given anew since is
 * not below it. Of a request from before the refusal before that nothing is taken.
 */
export function refusedFrom(refusals: Refusals, heard: Heard | undefined): number {
  if (!heard) return Number.POSITIVE_INFINITY
  const [, count, at] = of(refusals, heard)
  if (heard.refusals >= count) return Number.POSITIVE_INFINITY
  return heard.refusals === count - 1 ? at : 0
}

/**
 * What is to be kept after a request, null for no change. A server that went back has forgotten its
 * refusals: it learns of them from the first that has heard of more.
 * @returns `count` is what its device is told, of a request that was refused
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
