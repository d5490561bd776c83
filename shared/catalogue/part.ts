/**
 * A part of the catalogue, what merchants ask for it, and the answers about both. Its identity is
 * brand and number, both as partNumber.ts compares them: one number may be several brands'.
 */
import * as z from 'zod/mini'
import { linkProblem } from '../links.ts'

/** Of text in the catalogue, in UTF-16 units. */
export const PART_LIMITS = {
  name: 200,
  category: 80,
  merchant: 80,
  promo: 60,
  availability: 80,
  task: 80,
} as const
/** Merchants of one part that are shown, the best first. */
export const MAX_OFFERS = 50
export const MAX_CROSS_REFERENCES = 100
export const MAX_FITS = 50
/** Parts that one call may ask offers of: as many lines as a kit has. */
export const MAX_LOOKUPS = 500
export const MAX_PARTS_A_PAGE = 100

const cents = z.nullable(z.int())

/** Who sells. Of demonstration data `isDemo` is true, and nothing leads anywhere. */
export const merchant = z.object({
  id: z.string(),
  name: z.string(),
  isDemo: z.boolean(),
  /** Whether its prices may be kept and shown over time. */
  historyAllowed: z.boolean(),
  /** An offer that is older is shown as "was $x on date". */
  maxAgeMs: z.number(),
  /** What a parcel costs, whatever is in it; null when it is not known. */
  shippingCents: cents,
  /** Goods worth so much ship free; null for never. */
  freeShippingFromCents: cents,
})
export type Merchant = z.infer<typeof merchant>

/** Amounts as text are US dollars, "11.49", and '' when they are not known. */
export const offer = z.object({
  id: z.string(),
  merchantId: z.string(),
  /** The merchant's name. */
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
   * Dollars: base price less promo, with shipping, tax and core charge as far as they are known. No
   * total where `cents.shipping` is null: see offer.ts.
   */
  totalPrice: z.number(),
  /** '' for demonstration data. */
  buyLink: z.string().check(z.refine((link) => linkProblem(link) === null, 'no web link')),
  /** When the merchant said so, milliseconds since 1970. */
  asOf: z.number(),
  isDemo: z.boolean(),
  cents: z.object({ base: z.int(), promo: cents, shipping: cents, tax: cents, core: cents }),
  /** What the merchant said, where an operator's rate made these dollars of it. */
  converted: z.optional(
    z.object({ currency: z.string(), cents: z.int(), rate: z.number(), rateAt: z.number() }),
  ),
})
export type Offer = z.infer<typeof offer>

/** A price in a currency nobody gave a rate for: shown as it is, in no sum and never the lowest. */
export const foreignOffer = z.object({
  merchantId: z.string(),
  merchant: z.string(),
  currency: z.string(),
  /** Hundredths of it, with shipping, tax and core charge as far as they are known. */
  cents: z.int(),
  hasShipping: z.boolean(),
  availability: z.string(),
  buyLink: z.string().check(z.refine((link) => linkProblem(link) === null, 'no web link')),
  asOf: z.number(),
})
export type ForeignOffer = z.infer<typeof foreignOffer>

const fit = z.object({
  make: z.string(),
  model: z.string(),
  yearFrom: z.int(),
  yearTo: z.int(),
})
export type PartFit = z.infer<typeof fit>

/** What lists and choosers show of a part. */
export const partSummary = z.object({
  id: z.string(),
  /** As it is printed on the part. */
  partNumber: z.string(),
  brand: z.string(),
  name: z.string(),
  category: z.string(),
  image: z.string(),
  isDemo: z.boolean(),
  /** Dollars of the best of today's offers that are in stock, null without one. */
  lowestPrice: z.nullable(z.number()),
  /** The shipping of no such offer is known: the price leaves it out. */
  isBeforeShipping: z.optional(z.boolean()),
  /** Of that offer. */
  asOf: z.nullable(z.number()),
  /** The name of who makes it. */
  merchant: z.optional(z.string()),
  /** What that merchant says of its stock; of no such offer, where all of today's are sold out, that. */
  availability: z.optional(z.string()),
  /** Of a search with a vehicle: whether it is said to fit; null where nothing is said of any. */
  isFitting: z.optional(z.nullable(z.boolean())),
})
export type PartSummary = z.infer<typeof partSummary>

/** `GET /api/parts/{partNumber}` where one part is meant. `prices` come best first. */
export const partDetail = z.object({
  id: z.string(),
  partNumber: z.string(),
  brand: z.string(),
  name: z.string(),
  category: z.string(),
  image: z.string(),
  isDemo: z.boolean(),
  /** The built-in task it is a sample of, '' for none. */
  task: z.string(),
  /** The retailer's own number, '' when it has none. */
  fcpPartNumber: z.string(),
  ratings: z.object({ average: z.number(), count: z.int() }),
  prices: z.array(offer),
  foreignPrices: z.optional(z.array(foreignOffer)),
  merchants: z.array(merchant),
  fits: z.array(fit),
  /** Numbers that others give the same part; `isListed` when they have a page here. */
  crossReferences: z.array(
    z.object({ partNumber: z.string(), brand: z.string(), isListed: z.boolean() }),
  ),
  /** The latest word of any merchant, null without an offer. */
  asOf: z.nullable(z.number()),
})
export type PartDetail = z.infer<typeof partDetail>

/** The same call where several brands have the number: `?brand=` says which is meant. */
export const partChoices = z.object({ choices: z.array(partSummary) })
export type PartChoices = z.infer<typeof partChoices>

export const partAnswer = z.union([partDetail, partChoices])
export type PartAnswer = z.infer<typeof partAnswer>

/**
 * How many there are of what could be narrowed to, each as if it alone were not narrowed yet. Where
 * there are more parts than are counted, each is at least so many.
 */
export const partCounts = z.object({
  all: z.int(),
  isMore: z.boolean(),
  inStock: z.int(),
  /** In the order of PRICE_BANDS. */
  prices: z.array(z.int()),
  brands: z.array(z.object({ brand: z.string(), count: z.int() })),
  /** Of a search with a vehicle: those that are said to fit, and all with the words. */
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
 * `GET /api/parts?q=&category=&limit=&after=&counts=yes` and all of partSearch.ts; `next` goes into
 * `after`. A page may be empty although there is a next one.
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
      /** Totals, oldest first; the first may be from before `since`. */
      observations: z.array(z.object({ at: z.number(), cents: z.int() })),
    }),
  ),
  /** Merchants whose prices may not be kept over time. */
  withheld: z.array(z.string()),
})
export type PartHistory = z.infer<typeof partHistory>

/**
 * `POST /api/parts/offers {parts: [{partNumber, brand?}]}`: offers for the lines of a kit. `parts`
 * answers each asked one in its place; null when it is not known or several brands have the number.
 * An answer holds at most a megabyte: when `parts` are fewer than asked, the rest is asked again.
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
