/** Watches of an account, as its devices set them. */
import type { Knex } from 'knex'

import type { Watch, WatchesAnswer } from '#shared/notify/notifications.ts'

import { keyOfPart } from '#shared/catalogue/partNumber.ts'
import { kitOfWatch, MAX_WATCHES } from '#shared/notify/notifications.ts'
import { lookAtParts, watchOf, type WatchRow } from './watchRound.ts'

/**
 * Sets and removes watches. Idempotent; the later write to a key wins. Over 100 watches, new ones
 * are refused by key.
 * @returns all watches afterwards
 */
export async function writeWatches(
  db: Knex,
  userId: string,
  { set, gone }: { set: readonly Watch[]; gone: readonly string[] },
  now: number,
): Promise<WatchesAnswer> {
  const rows = await db.transaction(async (trx) => {
    // Locks the account: its devices share the limit.
    await trx('users').where({ id: userId }).forUpdate().select('id')
    await trx('watches').where({ user_id: userId }).whereIn('key', gone).delete()
    const known: WatchRow[] = await trx('watches').where({ user_id: userId })
    const byKey = new Map(known.map((row) => [row.key, row]))
    const written: WatchRow[] = []
    for (const watch of set.filter(isRight)) {
      const before = byKey.get(watch.key)
      if (!before && byKey.size >= MAX_WATCHES) continue
      if (before && before.set_at.getTime() >= watch.at) continue
      const row = rowOf(userId, watch)
      byKey.set(watch.key, row)
      written.push(row)
      await trx('watches')
        .insert({
          ...row,
          basket: row.basket && JSON.stringify(row.basket),
          checked_at: new Date(0),
        })
        .onConflict(['user_id', 'key'])
        .merge()
    }
    const ofParts = written.filter(({ key }) => kitOfWatch(key) === null)
    await lookAtParts(trx, ofParts, now, { isQuiet: true })
    return [...byKey.values()]
  })
  const there = new Set(rows.map(({ key }) => key))
  return {
    watches: rows.map(watchOf).sort((a, b) => b.at - a.at),
    refused: set.filter(({ key }) => !there.has(key)).map(({ key }) => key),
  }
}

/** Whether it waits for something, and is named as what it is of. */
function isRight({ key, partNumber, brand, targetCents, isForStock }: Watch): boolean {
  const isOfKit = kitOfWatch(key) !== null
  return isOfKit
    ? targetCents !== null && !isForStock
    : key === keyOfPart(partNumber, brand) && (targetCents !== null || isForStock)
}

/** The state is unknown until the first check. */
function rowOf(userId: string, watch: Watch): WatchRow {
  const { key, partNumber, brand, name, targetCents, isForStock, at, basket } = watch
  return {
    user_id: userId,
    key,
    part_number: partNumber,
    brand,
    name,
    target_cents: targetCents,
    is_for_stock: isForStock,
    basket: basket ?? null,
    is_under: null,
    is_in_stock: null,
    seen: null,
    set_at: new Date(at),
  }
}
