/** The kit an address names, for the API and for the pages of shared links alike. */
import type { Knex } from 'knex'
import type { Context } from 'koa'

import type { Deps } from '../deps.ts'
import type { Kit } from '#shared/kit.ts'
import type { KitKey, StoredKit } from '../sync/readKit.ts'

import { kitScope } from '#shared/limits.ts'
import { Problem } from '#shared/problem.ts'
import { publicKit, readKit } from '../sync/readKit.ts'
import { readOld } from './oldReads.ts'
import { addressOf, tooMany } from './rateLimit.ts'

export type FindEnv = Pick<Deps, 'db' | 'limits' | 'reads'>

/** Whoever walks through ids finds nothing often: 60 misses, one more a second. */
const MISSES = { burst: 60, perMs: 1_000 }

/**
 * Reads a kit as `shown` has it, which is what a stranger sees unless told otherwise.
 * @param by null for a name that no kit can have
 * @throws Problem not_found, 404, also for what was deleted or hidden; too_many, 429
 */
export async function findKit(
  env: FindEnv,
  ctx: Context,
  by: KitKey | null,
  shown: (stored: StoredKit) => Kit | null | Promise<Kit | null> = publicKit,
): Promise<{ kit: Kit; stored: StoredKit }> {
  const { limits } = env
  const key = `misses:${addressOf(ctx)}`
  // Asked first: a refusal of the misses alone would tell which ids are none.
  const seconds = await limits.wait(key, MISSES)
  if (seconds > 0) throw tooMany(seconds)
  const stored = by && (await readOld(ctx, env, (from) => readSettled(env, from, by)))
  const kit = stored && (await shown(stored))
  if (stored && kit) return { kit, stored }
  await limits.take(key, MISSES)
  throw new Problem('not_found', 404, 'Parts list not found')
}

/** Null from a replica for what changed just now: then the database itself is asked. */
async function readSettled({ db, reads }: FindEnv, from: Knex, by: KitKey) {
  const stored = await readKit(from, by)
  return stored && from !== db && reads.isFresh(kitScope(stored.kitId)) ? null : stored
}
