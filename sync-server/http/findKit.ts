/** The kit an address names, for the API and for the pages of shared links alike. */
import type { Context } from 'koa'

import type { Deps } from '../deps.ts'
import type { Kit } from '#shared/kinds/kit.ts'
import type { KitKey, StoredKit } from '../sync/read/readKit.ts'

import { boundName, readBoundName } from '#shared/sync/boundLink.ts'
import { isBuildId } from '#shared/ids.ts'
import { Problem } from '#shared/problem.ts'
import { t } from '#shared/words/words.ts'
import { publicKit, readKit } from '../sync/read/readKit.ts'
import { countMisses, requireMisses } from './misses.ts'
import { tooMany } from './rateLimit.ts'
import { amongFew, roomInTurn } from './turns/turns.ts'

export type FindEnv = Pick<Deps, 'db' | 'limits'>

/**
 * What the address of a list names: its build id, and with a mark (`k`) that kit alone.
 * @returns null for a name that no kit can have
 */
export function listKey(id: string | undefined, k: string | string[] | undefined): KitKey | null {
  if (k !== undefined) return readBoundName(boundName(String(id), String(k)))
  return isBuildId(id) ? { buildId: id } : null
}

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
  const { db, limits } = env
  await requireMisses(limits, ctx)
  const stored = by && (await amongFew(() => readKit(db, by)))
  // A full kit takes milliseconds to put together.
  await roomInTurn()
  const kit = stored && (await shown(stored))
  if (stored && kit) return { kit, stored }
  const seconds = await countMisses(limits, ctx, 1)
  if (seconds > 0) throw tooMany(seconds)
  throw new Problem('not_found', 404, t('Parts list not found'))
}
