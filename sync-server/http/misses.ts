/**
 * Rate limit of misses per address and principal, shared by links, kits, comments, auto-saves,
 * claims, and new kits with a taken build id: ids cannot be enumerated.
 */
import type { Context } from 'koa'

import { addressOf, type RateLimits, type RateRule, tooMany } from './rateLimit.ts'

const MISSES: RateRule = { burst: 60, perMs: 1_000 }

/**
 * Whether there are misses left. Checked before any lookup: refusing only misses would tell which
 * ids do not exist. @returns 0, or the seconds to wait
 */
export async function missesWait(limits: RateLimits, ctx: Context): Promise<number> {
  const waits = await Promise.all((await keysOf(ctx)).map((key) => limits.wait(key, MISSES)))
  return Math.max(...waits)
}

/** missesWait() as a guard. Throws Problem too_many, 429. */
export async function requireMisses(limits: RateLimits, ctx: Context): Promise<void> {
  const seconds = await missesWait(limits, ctx)
  if (seconds > 0) throw tooMany(seconds)
}

/** Counts misses. @returns 0, or the seconds to wait once the budget is overdrawn */
export async function countMisses(
  limits: RateLimits,
  ctx: Context,
  count: number,
): Promise<number> {
  if (count === 0) return 0
  const cost = Math.min(count, MISSES.burst)
  const keys = await keysOf(ctx)
  return Math.max(...(await Promise.all(keys.map((key) => limits.tryTake(key, MISSES, cost)))))
}

/** Adds the principal if it is known already: a read asks for no credentials. */
async function keysOf(ctx: Context): Promise<string[]> {
  const { actor } = ctx.state as { actor?: Promise<{ principal: string } | null> }
  const principal = (await actor)?.principal
  return [`misses:${addressOf(ctx)}`, ...(principal ? [`misses:${principal}`] : [])]
}
