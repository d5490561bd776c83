/** Rate limits of comments per account, over all routes. */
import type { Op, OpResult } from '#shared/sync/protocol.ts'
import type { SignedInUser } from '../accounts/sessions.ts'

import { type RateLimits, type RateRule, waits } from '../http/rateLimit.ts'

type Commenter = Pick<SignedInUser, 'id' | 'emailVerified'>

const A_MINUTE = 60_000
const A_DAY = 24 * 3_600_000
const RULES: Record<'verified' | 'unverified', { minute: RateRule; day: RateRule }> = {
  verified: {
    minute: { burst: 10, perMs: A_MINUTE / 10 },
    day: { burst: 200, perMs: A_DAY / 200 },
  },
  // An account without a confirmed address cost nothing to make.
  unverified: { minute: { burst: 3, perMs: A_MINUTE / 3 }, day: { burst: 20, perMs: A_DAY / 20 } },
}

/** Counts one comment. @returns 0, or the seconds to wait */
export async function takeComment(limits: RateLimits, user: Commenter): Promise<number> {
  const { minute, day } = RULES[user.emailVerified ? 'verified' : 'unverified']
  const wait = await limits.tryTake(`comments-minute:${user.id}`, minute)
  return wait || limits.tryTake(`comments-day:${user.id}`, day)
}

/** Ops to hold, by index: comments over the limit wait on the device. */
export async function holdComments(
  limits: RateLimits,
  user: Commenter | null,
  ops: readonly Op[],
): Promise<Map<number, OpResult>> {
  const held = new Map<number, OpResult>()
  if (!user) return held
  let after = 0
  for (const [index, op] of ops.entries()) {
    if (op.kind !== 'comment' || !op.cells['text']) continue
    // After the first refusal the rest waits too: no need to ask a thousand times.
    after ||= await takeComment(limits, user)
    if (after > 0) held.set(index, waits({ after, why: 'comments' }))
  }
  return held
}
