/**
 * What has to hold at every moment, and at the end. I19 to I22 are looked at by intentChecks.ts: no edit,
 * also a deletion, a move or a tick, loses against what it had seen (I19) or does not arrive (I20), no
 * deletion is undone by nobody (I21), nothing typed into a deleted row is gone (I22). I23, by
 * followerChecks.ts: nobody is shown what is not there any more. The others are those of the design: I2 to I7,
 * I9 to I12, I14, I17 and I26 are looked at by watch.ts and storeChecks.ts while something happens; I1 to
 * I3, I8, I11, I12, I25 and I27 by endChecks.ts. Elsewhere: I8 under a flapping link in flapping.ts, I13 (merge
 * laws) in shared/sync/cells.test.ts, I15 (upcasts) in shared/sync/upcast.test.ts, I16 (poison) in
 * directed.test.ts, how often is asked (I17) in pace.test.ts, and I18 (a local save never throws) in
 * world.ts.
 */
import type { Cell } from '#shared/sync/cells.ts'
import type { Token } from './ledger.ts'

import { isSameValue } from '#shared/sync/cells.ts'

/** @throws naming the invariant, with what was found, when it does not hold */
export function check(isFine: boolean, invariant: string, what: () => unknown): void {
  if (!isFine) throw new Error(`${invariant}: ${JSON.stringify(what())}`)
}

/** A value as a failure tells of it. */
export const describe = ({ id, p, place, cell, isAccepted }: Token) => ({
  id,
  p,
  place,
  cell,
  isAccepted,
})

export const isSameCell = (one: Cell | undefined, other: Cell): boolean =>
  one?.[1] === other[1] && isSameValue(one[0], other[0])
