/**
 * Catalogue parts, their offers, and the API's answers. A part's identity is brand and number,
 * normalized by partNumber.ts: several brands may share a number.
 */
import * as z from 'zod/mini'
import { linkProblem } from '../links.ts'

/** Text limits in UTF-16 units. */
export const PART_LIMITS = {
  name: 200,
  category: 80,
  merchant: 80,
  promo: 60,
  availability: 80,
  task: 80,
} as const
/** Offers shown per part, best first. */
export const MAX_OFFERS = 50
export const MAX_CROSS_REFERENCES = 100
export const MAX_FITS = 50
/** Parts per call: as many as a kit has lines. */
export const MAX_LOOKUPS = 500
export const MAX_PARTS_A_PAGE = 100

const cents = z.nullable(z.int())

/** A merchant. With `isDemo`, its links are empty. */
export const merchant = z.object({
  id: z.string(),
  name: z.string(),
  isDemo: z.boolean(),
  /** Whether its price history may be stored and shown. */
  historyAllowed: z.boolean(),
  /** Older offers show as "was $x on date". */
  maxAgeMs: z.number(),
  /** Flat parcel cost; null when unknown. */
  shippingCents: cents,
  /** Goods value that ships free; null for never. */
  freeShippingFromCents: cents,
})
export type Merchant = z.infer<typeof merchant>

/** An offer. Amounts as text are US dollars, "11.49", '' when unknown. */
export const offer = z.object({
  id: z.string(),
  merchantId: z.string(),
  merchant: z.string(),
  basePrice: z.string(),
  /** "Prime" is a badge beside the merchant's name. */
  promo: z.string(),
  promoAmount: z.string(),
  /** "FREE", "$5.99", or ''. */
  shipping: z.string(),
  tax: z.string(),
  coreCharge: z.string(),
  availability: z.string(),
  /**
   * Dollars: base price less promo, plus known shipping, tax and core charge. Incomplete when
   * `cents.shipping` is null: see offer.ts.
   */
  totalPrice: z.number(),
  /** '' for demo data. */
  buyLink: z.string().check(z.refine((link) => linkProblem(link) === null, 'no web link')),
  /** When the merchant gave the price, milliseconds since 1970. */
  asOf: z.number(),
  isDemo: z.boolean(),
  cents: z.object({ base: z.int(), promo: cents, shipping: cents, tax: cents, core: cents }),
  /** Original amount, when an operator's rate converted it to dollars. */
  converted: z.optional(
    z.object({ currency: z.string(), cents: z.int(), rate: z.number(), rateAt: z.number() }),
  ),
})
export type Offer = z.infer<typeof offer>

/** A price in a currency without a rate: shown as it is, never summed or called lowest. */
export const foreignOffer = z.object({
  merchantId: z.string(),
  merchant: z.string(),
  currency: z.string(),
  /** In hundredths, with known shipping, tax and core charge. */
  cents: z.int(),
  hasShipping: z.boolean(),
  availability: z.string(),
  buyLink: z.string().check(z.refine((link) => linkProblem(link) === null, 'no web link')),
  asOf: z.number(),
})
export type ForeignOffer = z.infer<typeof foreignOffer>

export const fit = z.object({
  make: z.string(),
  model: z.string(),
  yearFrom: z.int(),
  yearTo: z.int(),
})
export type PartFit = z.infer<typeof fit>

const named = {
  id: z.string(),
  /** As printed on the part. */
  partNumber: z.string(),
  brand: z.string(),
  name: z.string(),
  category: z.string(),
  image: z.string(),
  isDemo: z.boolean(),
}

/** A part in lists and choosers. */
export const partSummary = z.object({
  ...named,
  /** Dollars of today's best in-stock offer, null without one. */
  lowestPrice: z.nullable(z.number()),
  /** No such offer has known shipping: the price leaves it out. */
  isBeforeShipping: z.optional(z.boolean()),
  /** Time of that offer. */
  asOf: z.nullable(z.number()),
  merchant: z.optional(z.string()),
  /** Stock text of that offer; when all of today's are sold out, theirs. */
  availability: z.optional(z.string()),
  /** With a vehicle in the search: whether it fits; null when no fitment is known. */
  isFitting: z.optional(z.nullable(z.boolean())),
})
export type PartSummary = z.infer<typeof partSummary>

/** `GET /api/parts/{partNumber}` for a single match. `prices` are best first. */
export const partDetail = z.object({
  ...named,
  /** Built-in task it is a sample for, '' for none. */
  task: z.string(),
  /** The retailer's own number, '' for none. */
  fcpPartNumber: z.string(),
  ratings: z.object({ average: z.number(), count: z.int() }),
  prices: z.array(offer),
  foreignPrices: z.optional(z.array(foreignOffer)),
  merchants: z.array(merchant),
  fits: z.array(fit),
  /** Same part under other numbers; `isListed` when it has a page here. */
  crossReferences: z.array(
    z.object({ partNumber: z.string(), brand: z.string(), isListed: z.boolean() }),
  ),
  /** Newest offer, null without one. */
  asOf: z.nullable(z.number()),
})
export type PartDetail = z.infer<typeof partDetail>

/** Same call when several brands share the number: `?brand=` selects one. */
export const partChoices = z.object({ choices: z.array(partSummary) })
export type PartChoices = z.infer<typeof partChoices>

export const partAnswer = z.union([partDetail, partChoices])
export type PartAnswer = z.infer<typeof partAnswer>

/** Counts per facet, each ignoring its own filter. Capped: with `isMore`, they are lower bounds. */
export const partCounts = z.object({
  all: z.int(),
  isMore: z.boolean(),
  inStock: z.int(),
  /** In the order of PRICE_BANDS. */
  prices: z.array(z.int()),
  brands: z.array(z.object({ brand: z.string(), count: z.int() })),
  /** With a vehicle in the search: fitting parts, and all that match the words. */
  fits: z.nullable(
    z.object({
      fitting: z.int(),
      isMoreFitting: z.boolean(),
      any: z.int(),
      isMoreAny: z.boolean(),
    }),
  ),
})
export type PartCounts = z.infer<typeof partCounts>

/**
 * `GET /api/parts?q=&category=&limit=&after=&counts=yes` plus partSearch.ts; `next` goes into
 * `after`. A page may be empty and still have a next one.
 */
export const partsPage = z.object({
  parts: z.array(partSummary),
  next: z.nullable(z.string()),
  counts: z.optional(partCounts),
})
export type PartsPage = z.infer<typeof partsPage>

/** `GET /api/parts/{partNumber}/history?brand=&days=`. */
export const partHistory = z.object({
  partNumber: z.string(),
  brand: z.string(),
  since: z.number(),
  until: z.number(),
  isDemo: z.boolean(),
  merchants: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      /** Totals, oldest first; the first may predate `since`. */
      observations: z.array(z.object({ at: z.number(), cents: z.int() })),
    }),
  ),
  /** Merchants whose price history may not be stored. */
  withheld: z.array(z.string()),
})
export type PartHistory = z.infer<typeof partHistory>

/**
 * `POST /api/parts/offers {parts: [{partNumber, brand?}]}`: offers for the lines of a kit. `parts`
 * are in request order; null when unknown or shared by several brands. Answers are capped at a
 * megabyte: ask again for parts beyond the returned ones.
 */
export const partOffers = z.object({
  parts: z.array(
    z.nullable(
      z.object({
        partNumber: z.string(),
        brand: z.string(),
        name: z.string(),
        isDemo: z.boolean(),
        prices: z.array(offer),
      }),
    ),
  ),
  merchants: z.array(merchant),
})
export type PartOffers = z.infer<typeof partOffers>
