/** Checks watches and queues one notice per crossing: the watch keeps its last state. */
import type { Knex } from 'knex'

import type { BasketOptions } from '#shared/catalogue/baskets/kitProblem.ts'

import { kitOfWatch, type Watch } from '#shared/notify/notifications.ts'
import { links } from '#shared/links.ts'
import { formatCents } from '#shared/money/money.ts'
import { kitTitle } from '#shared/kinds/kit.ts'
import { t } from '#shared/words/words.ts'
import { type Cheapest, readCheapest } from '../catalogue/readOffers.ts'
import { userPrincipal } from '../accounts/principal.ts'
import { basketOf } from './basketOf.ts'
import { notify } from '../notices/notify.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
/** Watches of accounts not seen for so long are checked once a day. */
const AWAKE_MS = 28 * DAY_MS
/** Watches per turn. */
const AT_ONCE = 100
/** Baskets per turn: each is a search. */
const BASKETS_AT_ONCE = 5

export interface WatchRow {
  user_id: string
  key: string
  part_number: string
  brand: string
  name: string
  target_cents: number | null
  is_for_stock: boolean
  basket: BasketOptions | null
  is_under: boolean | null
  is_in_stock: boolean | null
  /** For kits: fingerprint of the basket's inputs at the last check. */
  seen: string | null
  set_at: Date
  is_asleep?: boolean
}

/** A watch as devices know it. */
export const watchOf = (row: WatchRow): Watch => ({
  key: row.key,
  partNumber: row.part_number,
  brand: row.brand,
  name: row.name,
  targetCents: row.target_cents,
  isForStock: row.is_for_stock,
  at: row.set_at.getTime(),
  ...(row.basket && { basket: row.basket }),
})

/**
 * Checks watches not checked within the hour, or since the last import.
 * @returns whether more may be due
 */
export async function lookAtWatches(db: Knex, now: number): Promise<boolean> {
  const imported = await db('jobs').max<{ max: Date | null }[]>('finished_at')
  const since = Math.max(now - HOUR_MS, imported[0]?.max?.getTime() ?? 0)
  const due = (isOfKits: boolean) => (trx: Knex.Transaction) =>
    trx('watches')
      // A check in the future is from a clock that was set back.
      .whereRaw(`(checked_at < ? or checked_at > ?)`, [new Date(since), new Date(now + DAY_MS)])
      .whereRaw(`key ${isOfKits ? '' : 'not '}like 'kit:%'`)
      .orderBy('checked_at')
      .limit(isOfKits ? BASKETS_AT_ONCE : AT_ONCE)
      .forUpdate()
      .skipLocked()
      .select<WatchRow[]>(
        'watches.*',
        db.raw(
          `not exists (select from sessions s
             where s.user_id = watches.user_id and s.last_seen_at > ?) as is_asleep`,
          [new Date(now - AWAKE_MS)],
        ),
      )
  const parts = await db.transaction(async (trx) => {
    const rows = await due(false)(trx)
    await lookAtParts(trx, rows, now)
    return rows.length
  })
  const kits = await db.transaction(async (trx) => {
    const rows = await due(true)(trx)
    for (const row of rows) await lookAtBasket(trx, row, now)
    return rows.length
  })
  return parts === AT_ONCE || kits === BASKETS_AT_ONCE
}

/** Current state of a watch; null where unknown. */
interface Seen {
  isUnder: boolean | null
  isInStock: boolean | null
  basket?: string | undefined
}

/** Checks watches of parts. @param isQuiet for new watches, whose screen shows the state */
export async function lookAtParts(
  trx: Knex.Transaction,
  rows: readonly WatchRow[],
  now: number,
  { isQuiet = false } = {},
): Promise<void> {
  if (rows.length === 0) return
  const { rows: known } = await trx.raw<{ rows: { key: string; id: string }[] }>(
    `select asked.key, p.id from unnest(?::text[]) as asked(key)
     left join part_aliases a on a.number_key = split_part(asked.key, ' ', 1)
       and a.brand_key = split_part(asked.key, ' ', 2)
     join parts p on p.hidden_at is null and p.id = coalesce(a.part_id, (
       select id from parts where number_key = split_part(asked.key, ' ', 1)
         and brand_key = split_part(asked.key, ' ', 2)))`,
    [[...new Set(rows.map(({ key }) => key))]],
  )
  const ids = new Map(known.map(({ key, id }) => [key, id]))
  const cheapest = await readCheapest(trx, [...new Set(ids.values())], now)
  for (const row of rows) {
    const best = cheapest.get(ids.get(row.key) ?? '')
    const isTold = await see(trx, row, seenOf(row, best), now)
    if (!isQuiet && best) await tellOfPart(trx, row, best, isTold, now)
  }
}

/** The best current offer decides both: its total includes shipping, and it must be in stock. */
function seenOf({ target_cents: target }: WatchRow, best: Cheapest | undefined): Seen {
  if (!best) return { isUnder: null, isInStock: null }
  const isWhole = !best.isSoldOut && !best.isBeforeShipping
  const isUnder = target !== null && isWhole ? centsOf(best) <= target : null
  return { isUnder, isInStock: !best.isSoldOut }
}

const centsOf = ({ totalPrice }: Cheapest): number => Math.round(totalPrice * 100)

/** Stores the state. @returns what became true since the last check */
async function see(
  trx: Knex.Transaction,
  row: WatchRow,
  seen: Seen,
  now: number,
): Promise<{ isUnder: boolean; isInStock: boolean }> {
  await trx('watches')
    .where({ user_id: row.user_id, key: row.key })
    .update({
      checked_at: new Date(row.is_asleep ? now + DAY_MS - HOUR_MS : now),
      seen: seen.basket ?? row.seen,
      is_under: seen.isUnder ?? row.is_under,
      is_in_stock: seen.isInStock ?? row.is_in_stock,
    })
  return {
    isUnder: seen.isUnder === true && row.is_under !== true,
    isInStock: seen.isInStock === true && row.is_in_stock !== true,
  }
}

async function tellOfPart(
  trx: Knex.Transaction,
  row: WatchRow,
  best: Cheapest,
  { isUnder, isInStock }: { isUnder: boolean; isInStock: boolean },
  now: number,
): Promise<void> {
  const told = {
    owner: userPrincipal(row.user_id),
    subject: `${row.key} ${now}`,
    path: links.product(row.part_number, row.brand),
  }
  const { name, target_cents: target } = row
  const { merchant } = best
  if (isUnder && target !== null) {
    const words = () => ({
      title: t('{name} is {price}', { name, price: formatCents(centsOf(best)) }),
      body: t('At {merchant}. You wait for {price} or less.', {
        merchant,
        price: formatCents(target),
      }),
    })
    await notify(trx, now, { ...told, kind: 'price', words })
  }
  if (isInStock && row.is_for_stock) {
    const words = () => {
      const price = formatCents(centsOf(best))
      return {
        title: t('{name} is back in stock', { name }),
        body: best.isBeforeShipping
          ? t('At {merchant}, {price} + shipping.', { merchant, price })
          : t('At {merchant}, {price}.', { merchant, price }),
      }
    }
    await notify(trx, now, { ...told, kind: 'stock', words })
  }
}

async function lookAtBasket(trx: Knex.Transaction, row: WatchRow, now: number): Promise<void> {
  const kitId = kitOfWatch(row.key)
  const owner = userPrincipal(row.user_id)
  const found = kitId ? await basketOf(trx, owner, kitId, row.basket, now, row.seen) : null
  const basket = found?.basket ?? null
  // A basket without one of its parts, or a parcel's price, is not the price of the kit.
  const totalCents = basket?.isWhole ? basket.totalCents : null
  const isUnder =
    totalCents !== null && row.target_cents !== null ? totalCents <= row.target_cents : null
  const isTold = await see(trx, row, { isUnder, isInStock: null, basket: found?.seen }, now)
  if (!basket || !isTold.isUnder || totalCents === null) return
  await notify(trx, now, {
    owner,
    kind: 'price',
    subject: `${row.key} ${now}`,
    words: () => ({
      title: t('All parts of {kit} are {price}', {
        kit: kitTitle(basket.kit, t('your draft')),
        price: formatCents(totalCents),
      }),
      body: t('In the cheapest basket. You wait for {price} or less.', {
        price: formatCents(row.target_cents ?? 0),
      }),
    }),
    path: links.basket(basket.buildId),
  })
}
