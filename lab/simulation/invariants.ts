/**
 * Index of the invariants. I19 to I22 are in intentChecks.ts: no edit, including deletions, moves
 * and ticks, loses against one it had seen (I19) or fails to arrive (I20), no deletion is undone by
 * nobody (I21), and no edit of a deleted row is lost (I22). I23 is in followerChecks.ts: nobody is
 * shown a row that is gone. The others come from the design: watch.ts and storeChecks.ts check I2
 * to I7, I9 to I12, I14, I17 and I26 during a run; endChecks.ts checks I1 to I3, I8, I11, I12, I25
 * and I27 at its end. Elsewhere: I8 on a flapping link in flapping.ts, I13 (merge laws) in
 * shared/cells/cells.test.ts, I15 (upcasts) in shared/sync/upcast.test.ts, I16 (poison) in
 * directed.test.ts, I17 (sync rate) in pace.test.ts, and I18 (a local save never throws) in
 * world.ts.
 */
import type { Cell } from '#shared/cells/cells.ts'
import type { Token } from './ledger.ts'

import { isSameValue } from '#shared/cells/cells.ts'

/** @throws with the name of the invariant and the evidence, when it does not hold */
export function check(isFine: boolean, invariant: string, what: () => unknown): void {
  if (!isFine) throw new Error(`${invariant}: ${JSON.stringify(what())}`)
}

/** A token as failures print it. */
export const describe = ({ id, p, place, cell, isAccepted }: Token) => ({
  id,
  p,
  place,
  cell,
  isAccepted,
})

export const isSameCell = (one: Cell | undefined, other: Cell): boolean =>
  one?.[1] === other[1] && isSameValue(one[0], other[0])
