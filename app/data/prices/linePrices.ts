/** Catalogue prices beside the prices in a kit's lines. Pure. */
import type { Offer } from '#shared/catalogue/part.ts'
import type { Line } from '#shared/kinds/kit.ts'
import type { PartRow } from '../device/db.ts'
import type { PriceKnown } from './priceState.ts'

import { goodsCents, isOffered, standOffers, type Stood } from '#shared/catalogue/offer.ts'
import { centsOf, formatCents, formatPrice } from '#shared/money/money.ts'
import { many, t } from '#shared/words/words.ts'
import { hasNumber } from './hasNumber.ts'
import { type PriceOrigin, SAMPLES } from './priceOrigins.ts'

export interface LinePrice {
  line: Line
  part: PartRow | undefined
  /** Best offer for all its pieces, possibly sold out or stale; null without any. */
  best: Stood<Offer> | null
  /**
   * Price the line can take: one piece before shipping, tax and deposit, like every price in a kit.
   * Null when nobody offers it today.
   */
  takeCents: number | null
  /** Origin of the line's price, null without a price. */
  origin: PriceOrigin | null
  /** The line's price when the kit was saved; null when it had none. */
  savedCents: number | null
  /** Savings for all its pieces since then, if that can be paid today; else 0. */
  lessCents: number
}

interface Beside {
  /** Part each line means, by line id. */
  parts: ReadonlyMap<string, PartRow>
  origins: ReadonlyMap<string, PriceOrigin>
  /** Lines as saved, empty for a kit never saved. */
  saved: readonly Line[]
}

/** Prices of each line with a part number, in line order. */
export function linePrices(
  lines: readonly Line[],
  { parts, origins, saved }: Beside,
  now: number,
): LinePrice[] {
  const savedById = new Map(saved.map((line) => [line.id, centsOf(line.price)]))
  return lines.filter(hasNumber).map((line) => {
    const part = parts.get(line.id)
    const pieces = Math.max(1, line.qty)
    const best = (part && standOffers(part.prices, part.merchants, now, pieces)[0]) ?? null
    const takeCents = best && isOffered(best.standing) ? goodsCents(best.offer.cents) : null
    const savedCents = savedById.get(line.id) ?? null
    const isLess = best?.standing.mayWin && takeCents !== null && savedCents !== null
    return {
      line,
      part,
      best,
      takeCents,
      origin: line.price === null ? null : (origins.get(line.id) ?? null),
      savedCents,
      lessCents: isLess ? Math.max(0, savedCents - takeCents) * line.qty : 0,
    }
  })
}

/** A line that would change by taking the catalogue's price. */
export interface Taken extends LinePrice {
  best: Stood<Offer>
  takeCents: number
}

/** Whether taking would change the line. */
export function canTake(price: LinePrice): price is Taken {
  return price.best !== null && price.takeCents !== null && price.takeCents !== price.line.price
}

/**
 * Lines that "take all" changes: those without a price, and those priced from the catalogue. A
 * typed price stays, and so does a price with a draft.
 * @param typing whether the line's price has a draft
 */
export function takenByAll(
  prices: readonly LinePrice[],
  typing: (lineId: string) => boolean,
): { free: Taken[]; over: Taken[] } {
  const wanted = prices.filter(canTake).filter(({ line }) => line.qty > 0)
  const isFree = ({ line, origin }: Taken) =>
    !typing(line.id) && (line.price === null || origin?.merchant !== undefined)
  return { free: wanted.filter(isFree), over: wanted.filter((price) => !isFree(price)) }
}

/** Input for `priceState`. */
export function offersKnown({ part, best }: LinePrice): Omit<PriceKnown, 'asking' | 'isOffline'> {
  const offers = !best
    ? 'none'
    : best.standing.isSoldOut
      ? 'soldOut'
      : best.standing.isStale
        ? 'stale'
        : 'fresh'
  return { hasNumber: true, isPartKnown: part !== undefined, offers, isLeftOut: false }
}

/** Origin of a line's price: "typed price $10.00"; '' without one. */
export function originWords({ line: { price }, origin }: LinePrice): string {
  if (price === null) return ''
  const amount = formatPrice(price)
  if (origin?.merchant === SAMPLES) return t('sample price {amount}', { amount })
  if (origin?.merchant !== undefined) return t('catalogue price {amount}', { amount })
  if (origin?.by === 'hand') return t('typed price {amount}', { amount })
  return origin?.by === 'shop'
    ? t('price of the shop {amount}', { amount })
    : t('price {amount}', { amount })
}

/** "2 parts are cheaper now: $31.20 less than when it was saved.", '' for none. */
export function cheaperWords(prices: readonly LinePrice[]): string {
  const cheaper = prices.filter(({ lessCents }) => lessCents > 0)
  const less = cheaper.reduce((sum, { lessCents }) => sum + lessCents, 0)
  if (cheaper.length === 0) return ''
  return many(
    cheaper.length,
    '{count} part is cheaper now: {amount} less than when it was saved.',
    '{count} parts are cheaper now: {amount} less than when it was saved.',
    { amount: formatCents(less) },
  )
}
