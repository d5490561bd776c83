/** Rate limits of mail per mailbox: typing an address must not flood it. */
import type { RateRule } from '../http/rateLimit.ts'

import { digestOf } from './secrets.ts'

const HOUR_MS = 3_600_000
const threeADay: RateRule = { burst: 3, perMs: 8 * HOUR_MS }

/** By the letter's cause. An unconfirmed address may be a stranger's. */
export const MAILBOX_LIMITS = {
  register: threeADay,
  resend: { burst: 6, perMs: 4 * HOUR_MS },
  change: threeADay,
  reset: { burst: 3, perMs: HOUR_MS / 3 },
  unconfirmedReset: threeADay,
} satisfies Record<string, RateRule>

/** Counter and rule of a mailbox, for RateLimits. */
export function mailboxLimit(
  cause: keyof typeof MAILBOX_LIMITS,
  emailKey: string,
): [key: string, rule: RateRule] {
  return [`mail:${cause}:${digestOf(emailKey)}`, MAILBOX_LIMITS[cause]]
}
