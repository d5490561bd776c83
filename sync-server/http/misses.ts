/**
 * One budget of misses for an address and for who asks, whatever the way: links, kits, comments,
 * auto-saves, claims, and new kits that ask for a build id that is taken. Whoever walks through ids
 * finds nothing often.
 */
import type { Context } from 'koa'

import type { Actor } from './actor.ts'
import type { RateLimits, RateRule } from './rateLimit.ts'

import { addressOf, tooMany } from './rateLimit.ts'

/** 60 misses, one more a second. */
const MISSES: RateRule = { burst: 60, perMs: 1_000 }

/**
 * Whether more misses may be risked. Asked before anything is looked up: a refusal of the misses
 * alone would tell which ids are none. @returns 0, or the seconds to wait
 */
export async function missesWait(limits: RateLimits, ctx: Context): Promise<number> {
  const waits = await Promise.all((await keysOf(ctx)).map((key) => limits.wait(key, MISSES)))
  return Math.max(...waits)
}

/** The same, as a refusal. Throws Problem too_many, 429. */
export async function requireMisses(limits: RateLimits, ctx: Context): Promise<void> {
  const seconds = await missesWait(limits, ctx)
  if (seconds > 0) throw tooMany(seconds)
}

/** Counts misses. @returns 0, or the seconds to wait where they are more than there were left */
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

/** Who asks counts as far as it is known already: a read asks for no credentials. */
async function keysOf(ctx: Context): Promise<string[]> {
  const { actor } = ctx.state as { actor?: Promise<Actor | null> }
  const principal = (await actor)?.principal
  return [`misses:${addressOf(ctx)}`, ...(principal ? [`misses:${principal}`] : [])]
}
