/** What the catalogue says of the lines of a kit, beside what stands in them. Pure. */
import type { Stood } from '#shared/catalogue/offer.ts'
import type { Offer } from '#shared/catalogue/part.ts'
import type { Line } from '#shared/kinds/kit.ts'
import type { PartRow } from '../device/db.ts'
import type { PriceOrigin } from './priceOrigins.ts'
import type { PriceKnown } from './priceState.ts'

import { goodsCents, isOffered, standOffers } from '#shared/catalogue/offer.ts'
import { centsOf, formatCents, formatPrice } from '#shared/money.ts'
import { many, t } from '#shared/words/words.ts'
import { hasNumber } from './hasNumber.ts'
import { SAMPLES } from './priceOrigins.ts'

export interface LinePrice {
  line: Line
  part: PartRow | undefined
  /** The best of its offers for all its pieces, which may be sold out or of another day; null without any. */
  best: Stood<Offer> | null
  /**
   * What the line can take: a piece before shipping, tax and deposit, as prices in a kit are. Null
   * where nobody offers it today.
   */
  takeCents: number | null
  /** Where the price that stands in the line is from, null without one. */
  origin: PriceOrigin | null
  /** What stood in it when the kit was saved; null where nothing did. */
  savedCents: number | null
  /** How much less all its pieces cost now than then, where somebody could pay that today; else 0. */
  lessCents: number
}

interface Beside {
  /** What each line means, by its id. */
  parts: ReadonlyMap<string, PartRow>
  origins: ReadonlyMap<string, PriceOrigin>
  /** The lines as they were saved, none in a kit that never was. */
  saved: readonly Line[]
}

/** Of each line that has a number, in their order. */
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

/** A line that would change by taking the price of the catalogue. */
export interface Taken extends LinePrice {
  best: Stood<Offer>
  takeCents: number
}

/** Whether taking would change the line. */
export function canTake(price: LinePrice): price is Taken {
  return price.best !== null && price.takeCents !== null && price.takeCents !== price.line.price
}

/**
 * The lines that take their prices when all are taken: those without a price, and those that have
 * theirs from the catalogue. What somebody typed, or is typing, stays unless that is asked for.
 * @param typing whether text that is no price yet stands in the line
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

/** The same as `priceState` takes it. */
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

/** Whose the price of a line is: "typed price $10.00"; '' without one. */
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

/** "2 parts are cheaper now: $31.20 less than when it was saved.", '' where none is. */
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
