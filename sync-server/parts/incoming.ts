/** A part as a source hands it over: read, judged and in cents, whatever shop or file it is from. */
import type { OfferCents } from '#shared/catalogue/offer.ts'
import type { PartFit } from '#shared/catalogue/part.ts'

export interface IncomingOffer {
  /** Name of the merchant; one that is not known yet begins with this offer. */
  merchant: string
  cents: OfferCents
  promo: string
  availability: string
  /** '' for none. */
  link: string
  /** Milliseconds since 1970. */
  asOf: number
  /** The currency its amounts are in when that is not dollars: it is shown and never counted. */
  foreign?: string
  /** What the merchant said, where the operator's rate made dollars of it. */
  converted?: { currency: string; cents: number; rate: number; rateAt: number }
}

export interface IncomingPart {
  number: string
  brand: string
  name: string
  category: string
  image: string
  task: string
  retailerNumber: string
  unitCents: number
  rating: { average: number; count: number }
  fits: readonly PartFit[]
  crossReferences: readonly { number: string; brand: string }[]
  offers: readonly IncomingOffer[]
}

/** Where a part came from first. */
export const ORIGINS = ['built-in', 'retailer', 'feed'] as const
export type Origin = (typeof ORIGINS)[number]
