/** How often an account may comment: counted per comment, whichever way it comes. */
import type { Op, OpResult } from '#shared/sync/protocol.ts'
import type { RateLimits, RateRule } from '../http/rateLimit.ts'
import type { SignedInUser } from '../http/actor.ts'

import { waits } from '../http/rateLimit.ts'

const A_MINUTE = 60_000
const A_DAY = 24 * 3_600_000
const RULES: Record<'verified' | 'unverified', { minute: RateRule; day: RateRule }> = {
  verified: {
    minute: { burst: 10, perMs: A_MINUTE / 10 },
    day: { burst: 200, perMs: A_DAY / 200 },
  },
  // Until its address is confirmed an account cost nothing to make.
  unverified: { minute: { burst: 3, perMs: A_MINUTE / 3 }, day: { burst: 20, perMs: A_DAY / 20 } },
}

/** Counts one comment. @returns 0, or the seconds after which it may be sent again */
export async function takeComment(limits: RateLimits, user: SignedInUser): Promise<number> {
  const { minute, day } = RULES[user.emailVerified ? 'verified' : 'unverified']
  const wait = await limits.tryTake(`comments-minute:${user.id}`, minute)
  return wait || limits.tryTake(`comments-day:${user.id}`, day)
}

/** Which ops of a batch have to wait, by their index: comments beyond the limit are kept, not lost. */
export async function holdComments(
  limits: RateLimits,
  user: SignedInUser | null,
  ops: readonly Op[],
): Promise<Map<number, OpResult>> {
  const held = new Map<number, OpResult>()
  if (!user) return held
  let after = 0
  for (const [index, op] of ops.entries()) {
    if (op.kind !== 'comment' || !op.cells['text']) continue
    // Once they have to wait, all that follow do: no need to ask a thousand times.
    after ||= await takeComment(limits, user)
    if (after > 0) held.set(index, waits({ after, why: 'comments' }))
  }
  return held
}
