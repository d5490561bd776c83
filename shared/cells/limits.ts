/** Names and limits of the sync protocol that need no parser: the first load carries only these. */

export const PROTOCOL_VERSION = 1
export const MAX_BODY_BYTES = 512 * 1024
export const MAX_OPS = 1_000
export const MAX_CELLS = 4_000
export const MAX_CLAIMS = 10
export const MAX_CLAIMED_KITS = 1_000
export const MAX_ANSWER_BYTES = 1024 * 1024
export const MAX_FOLLOWED_KITS = 50
/** Ten years: a longer age comes from a wrong clock. */
export const MAX_QUEUE_AGE_S = 315_360_000
/** Shorter waits are not reported. */
export const MIN_QUEUE_AGE_S = 10

/** An account `u:<id>` or a device `d:<hash of its secret>`. */
export type Principal = string
/** A change stream with its own counter: `o:<principal>`, `k:<kit id>` or `t`. */
export type Scope = string
export type Cursors = Record<Scope, number>

/** Limit that rows wait for. Answers without one come from an older or overloaded server. */
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
/** Accounts that must add a task before everybody is offered it. */
export const ACCOUNTS_TO_APPROVE = 3
