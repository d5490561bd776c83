/** Turns a kit's lines and offers into a basket problem, and back. */
import type { Line } from '../../kinds/kit.ts'
import type { Merchant, Offer } from '../part.ts'
import type { BasketProblem, LineOffer } from './basketProblem.ts'

import { goodsCents, standOffers } from '../offer.ts'
import { MAX_SHOPS } from './basketProblem.ts'

export interface BasketOptions {
  /** Limit on parcels, null for none. */
  mostShops: number | null
  /** Merchant ids. */
  locked: readonly string[]
  banned: readonly string[]
  /** Ids of lines not to buy. */
  owned: readonly string[]
}

/** Knowledge of a part, without its screen. */
interface OffersKnown {
  hasNumber: boolean
  isPartKnown: boolean
  offers: 'fresh' | 'soldOut' | 'none'
  /** All its offers are from excluded merchants. */
  isLeftOut: boolean
}

/** A part with its offers and merchants, as the caller knows them. */
export interface PartPrices {
  partNumber: string
  brand: string
  name: string
  prices: Offer[]
  merchants: Merchant[]
  isDemo: boolean
}

export interface KitProblem {
  problem: BasketProblem
  /** Merchants and lines, by the problem's indexes. */
  shops: Merchant[]
  lines: {
    line: Line
    part: PartPrices
    offers: Offer[]
    /** No merchant has a price from today: these are stale. */
    isOld: boolean
  }[]
  /** All merchants of the lines, including excluded ones. */
  sellers: Merchant[]
  /** Lines in no basket, with what is known of their offers. */
  without: { line: Line; known: OffersKnown }[]
  owned: Line[]
  /** Age range of the offers used, milliseconds; null without any. */
  oldest: number | null
  newest: number | null
  isDemo: boolean
  /**
   * Ids of sellers with unknown shipping. It counts as zero, so they are dropped for every line
   * somebody else has: a total without shipping must not beat a complete one.
   */
  unsaid: ReadonlySet<string>
}

/** @param parts part each line means, by line id */
export function kitProblem(
  lines: readonly Line[],
  parts: ReadonlyMap<string, PartPrices>,
  options: BasketOptions,
  now: number,
): KitProblem {
  const owned = lines.filter(({ id, qty }) => options.owned.includes(id) || qty === 0)
  const without: KitProblem['without'] = []
  const wanted: KitProblem['lines'] = []
  for (const line of lines) {
    if (owned.includes(line)) continue
    const part = parts.get(line.id)
    const { offers: current, isOld } = part ? offersOf(part, now) : NO_OFFERS
    const offers = current.filter(({ merchantId }) => !options.banned.includes(merchantId))
    if (part && offers.length > 0) wanted.push({ line, part, offers, isOld })
    else without.push({ line, known: knownOf(line, part, current.length > 0) })
  }
  const sellers = shopsOf(wanted, options.locked)
  const parcels = new Map(sellers.map((seller) => [seller.id, parcelCents(seller, wanted)]))
  const isUnsaid = ({ id }: { id: string }) => parcels.get(id) === null
  const whole = wanted.map((each) => {
    // A locked shop stays: its total is not why it was chosen.
    const offers = each.offers.filter(
      ({ merchantId: id }) => !isUnsaid({ id }) || options.locked.includes(id),
    )
    return offers.some(({ merchantId: id }) => !isUnsaid({ id })) ? { ...each, offers } : each
  })
  const shops = shopsOf(whole, options.locked)
  const placeOf = new Map(shops.map(({ id }, at) => [id, at]))
  const kept = whole.map((each) => ({
    ...each,
    offers: each.offers.filter(({ merchantId }) => placeOf.has(merchantId)),
  }))
  const times = kept.flatMap(({ offers }) => offers.map(({ asOf }) => asOf))
  return {
    problem: {
      shops: shops.map((shop) => ({
        shippingCents: parcels.get(shop.id) ?? 0,
        freeFromCents: shop.freeShippingFromCents,
        ...(options.locked.includes(shop.id) && { isLocked: true }),
      })),
      lines: kept.map(({ line, offers }) =>
        offers.map((offer) => lineOffer(offer, line.qty, placeOf.get(offer.merchantId) ?? 0)),
      ),
      ...(options.mostShops !== null && { mostShops: options.mostShops }),
    },
    shops,
    lines: kept,
    sellers,
    without,
    owned: owned.filter(({ qty }) => qty > 0),
    oldest: times.length > 0 ? Math.min(...times) : null,
    newest: times.length > 0 ? Math.max(...times) : null,
    isDemo: kept.some(({ part }) => part.isDemo),
    unsaid: new Set(sellers.filter(isUnsaid).map(({ id }) => id)),
  }
}

const NO_OFFERS = { offers: [], isOld: false }

/** Today's offers, else stale ones. */
function offersOf(
  { prices, merchants }: PartPrices,
  now: number,
): { offers: Offer[]; isOld: boolean } {
  const ids = new Set(merchants.map(({ id }) => id))
  const there = standOffers(prices, merchants, now).filter(
    ({ offer, standing }) => ids.has(offer.merchantId) && !standing.isSoldOut,
  )
  const fresh = there.filter(({ standing }) => !standing.isStale)
  const isOld = fresh.length === 0
  return { offers: (isOld ? there : fresh).map(({ offer }) => offer), isOld }
}

function knownOf(line: Line, part: PartPrices | undefined, isOffered: boolean): OffersKnown {
  const offers = isOffered ? 'fresh' : part && part.prices.length > 0 ? 'soldOut' : 'none'
  const hasNumber = line.partNumber.trim() !== ''
  return { hasNumber, isPartKnown: part !== undefined, offers, isLeftOut: isOffered }
}

/** Merchants of all offers, most lines first, up to MAX_SHOPS. */
function shopsOf(lines: KitProblem['lines'], locked: readonly string[]): Merchant[] {
  const count = new Map<string, number>()
  const merchants = new Map<string, Merchant>()
  for (const { part, offers } of lines) {
    for (const { merchantId } of offers) count.set(merchantId, (count.get(merchantId) ?? 0) + 1)
    for (const merchant of part.merchants) merchants.set(merchant.id, merchant)
  }
  const rank = (id: string) => (count.get(id) ?? 0) + (locked.includes(id) ? 1e6 : 0)
  return [...count.keys()]
    .sort((a, b) => rank(b) - rank(a) || (a < b ? -1 : 1))
    .slice(0, MAX_SHOPS)
    .flatMap((id) => merchants.get(id) ?? [])
}

/** Parcel cost: by the merchant's terms, else the highest shipping among these offers. */
function parcelCents({ id, shippingCents }: Merchant, lines: KitProblem['lines']): number | null {
  if (shippingCents !== null) return shippingCents
  const asked = lines.flatMap(({ offers }) =>
    offers.flatMap((offer) => (offer.merchantId === id ? (offer.cents.shipping ?? []) : [])),
  )
  return asked.length > 0 ? Math.max(...asked) : null
}

function lineOffer({ cents }: Offer, qty: number, shop: number): LineOffer {
  const goods = goodsCents(cents)
  const each = goods + (cents.core ?? 0) + (cents.tax ?? 0)
  return { shop, costCents: each * qty, goodsCents: goods * qty }
}
