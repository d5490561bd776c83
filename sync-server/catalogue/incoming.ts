/** A part as a source delivers it: parsed, validated and in cents. */
import type { OfferCents } from '#shared/catalogue/offer.ts'
import type { PartFit } from '#shared/catalogue/part.ts'

import { brandKey, partNumberKey } from '#shared/catalogue/partNumber.ts'
import { DOLLARS } from '#shared/money/money.ts'

export interface IncomingOffer {
  /** Merchant name; an unknown merchant begins with this offer. */
  merchant: string
  cents: OfferCents
  promo: string
  availability: string
  /** '' for none. */
  link: string
  /** Milliseconds since 1970. */
  asOf: number
  /** Currency of the amounts if not dollars: such an offer is shown and never counted. */
  foreign?: string
  /** The merchant's own amount, where the operator's rate converted it to dollars. */
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

/** First origin of a part. */
export const ORIGINS = ['built-in', 'retailer', 'feed'] as const
export type Origin = (typeof ORIGINS)[number]

/** Comparison keys of a part or of another number of it, as columns. */
export const partKeys = ({ number, brand }: { number: string; brand: string }) => ({
  number_key: partNumberKey(number),
  brand_key: brandKey(brand),
})

/** The same of a fit. */
export const fitKeys = ({ make, model, yearFrom }: Omit<PartFit, 'yearTo'>) => ({
  make_key: make.toLowerCase(),
  model_key: model.toLowerCase(),
  year_from: yearFrom,
})

/** Columns of an offer, without its times. */
export const offerColumns = ({ cents, converted, ...offer }: IncomingOffer) => ({
  base_cents: cents.base,
  promo: offer.promo,
  promo_cents: cents.promo,
  shipping_cents: cents.shipping,
  tax_cents: cents.tax,
  core_cents: cents.core,
  availability: offer.availability,
  buy_link: offer.link,
  currency: offer.foreign ?? DOLLARS,
  own_currency: converted?.currency ?? null,
  own_cents: converted?.cents ?? null,
  rate: converted?.rate ?? null,
})

/** Columns of an offer's word, with its times. */
export const OFFER_COLUMNS = [
  'base_cents',
  'promo',
  'promo_cents',
  'shipping_cents',
  'tax_cents',
  'core_cents',
  'availability',
  'buy_link',
  'as_of',
  'currency',
  'own_currency',
  'own_cents',
  'rate',
  'rate_at',
] as const
