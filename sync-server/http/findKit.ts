/** The kit an address names, for the API and for the pages of shared links alike. */
import type { Knex } from 'knex'
import type { Context } from 'koa'

import type { Kit } from '#shared/kit.ts'
import type { KitKey, StoredKit } from '../sync/readKit.ts'
import type { RateLimits } from './rateLimit.ts'

import { Problem } from '#shared/problem.ts'
import { publicKit, readKit } from '../sync/readKit.ts'
import { addressOf, tooMany } from './rateLimit.ts'

/** Whoever walks through ids finds nothing often: 60 misses, one more a second. */
const MISSES = { burst: 60, perMs: 1_000 }

/**
 * Reads a kit as `shown` has it, which is what a stranger sees unless told otherwise.
 * @param by null for a name that no kit can have
 * @throws Problem not_found, 404, also for what was deleted or hidden; too_many, 429
 */
export async function findKit(
  { db, limits }: { db: Knex; limits: RateLimits },
  ctx: Context,
  by: KitKey | null,
  shown: (stored: StoredKit) => Kit | null | Promise<Kit | null> = publicKit,
): Promise<{ kit: Kit; stored: StoredKit }> {
  const key = `misses:${addressOf(ctx)}`
  // Asked first: a refusal of the misses alone would tell which ids are none.
  const seconds = await limits.wait(key, MISSES)
  if (seconds > 0) throw tooMany(seconds)
  const stored = by && (await readKit(db, by))
  const kit = stored && (await shown(stored))
  if (stored && kit) return { kit, stored }
  await limits.take(key, MISSES)
  throw new Problem('not_found', 404, 'Parts list not found')
}
