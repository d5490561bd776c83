/** Finds the kit of an address, for the API and shared pages alike. */
import type { Context } from 'koa'

import type { Deps } from './deps.ts'
import type { Kit } from '#shared/kinds/kit.ts'

import { boundName, readBoundName } from '#shared/cells/boundLink.ts'
import { isBuildId } from '#shared/ids.ts'
import { Problem } from '#shared/problem.ts'
import { t } from '#shared/words/words.ts'
import { type KitKey, publicKit, readKit, type StoredKit } from '../../sync/read/readKit.ts'
import { countMisses, requireMisses } from '../../http/misses.ts'
import { tooMany } from '../../http/rateLimit.ts'
import { amongFew, roomInTurn } from '../../http/turns.ts'

export type FindEnv = Pick<Deps, 'db' | 'limits'>

/**
 * Key in a list's address: its build id, and with a mark (`k`) that kit only.
 * @returns null for an impossible name
 */
export function listKey(id: string | undefined, k: string | string[] | undefined): KitKey | null {
  if (k !== undefined) return readBoundName(boundName(String(id), String(k)))
  return isBuildId(id) ? { buildId: id } : null
}

/**
 * Reads a kit through `shown`, by default as a stranger sees it.
 * @param by null for an impossible name
 * @throws Problem not_found, 404, also for a deleted or hidden kit; too_many, 429
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
  // Assembling a full kit takes milliseconds.
  await roomInTurn()
  const kit = stored && (await shown(stored))
  if (stored && kit) return { kit, stored }
  const seconds = await countMisses(limits, ctx, 1)
  if (seconds > 0) throw tooMany(seconds)
  throw new Problem('not_found', 404, t('Parts list not found'))
}
