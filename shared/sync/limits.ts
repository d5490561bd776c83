/** Names and limits of the sync protocol that need no parser: the first load carries only these. */

export const PROTOCOL_VERSION = 1
export const MAX_BODY_BYTES = 512 * 1024
export const MAX_OPS = 1_000
export const MAX_CELLS = 4_000
export const MAX_CLAIMS = 10
export const MAX_CLAIMED_KITS = 1_000
export const MAX_ANSWER_BYTES = 1024 * 1024
export const MAX_FOLLOWED_KITS = 50
/** Ten years: what is longer comes from a clock that was wrong. */
export const MAX_QUEUE_AGE_S = 315_360_000
/** Pushes that waited for less say nothing of it. */
export const MIN_QUEUE_AGE_S = 10

/** Who writes: an account `u:<id>` or a device `d:<hash of its secret>`. */
export type Principal = string
/** A stream with its own counter: `o:<principal>`, `k:<kit id>` or `t`. */
export type Scope = string
export type Cursors = Record<Scope, number>

/** For which limit rows wait. Answers without one are of an older server, or of one in need. */
export type WaitReason =
  | 'address_bytes'
  | 'device_bytes'
  | 'account_bytes'
  | 'kits'
  | 'kits_full'
  | 'log_full'
  | 'tasks'
  | 'comments'
  | 'misses'

export const ownerScope = (principal: Principal): Scope => `o:${principal}`
export const kitScope = (kitId: string): Scope => `k:${kitId}`
export const TASK_SCOPE: Scope = 't'
/** So many accounts make a task everybody's without being asked. */
export const ACCOUNTS_TO_APPROVE = 3
