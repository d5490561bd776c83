/** The catalogue as an operator sees it: what sources say, what was corrected by hand, and what is hidden. */
import type { PartFit } from './part.ts'

/** What of a part may be corrected. */
export const PART_FIELDS = [
  'name',
  'partNumber',
  'brand',
  'category',
  'image',
  'retailerNumber',
] as const
export type PartField = (typeof PART_FIELDS)[number]

export interface ByHand {
  /** A username, '' for an account that is gone. */
  by: string
  /** Milliseconds since 1970. */
  at: number
}

export interface ListedPart {
  id: string
  partNumber: string
  brand: string
  name: string
  category: string
  isHidden: boolean
  /** How much of it was corrected by hand. */
  corrections: number
}

export interface ListedParts {
  parts: ListedPart[]
  /** Goes into `after`; null on the last page. A page may be empty although there is a next one. */
  next: string | null
}

export interface DeskField {
  field: PartField
  value: string
  /** What sources say, where that is not what stands. */
  corrected: ({ said: string } & ByHand) | null
}

/** A fact beside its names: of a source, added by hand, or taken out by hand. */
export interface DeskFact<Fact> {
  key: string
  fact: Fact
  state: 'said' | 'added' | 'removed'
  hand: ByHand | null
}

// A type: it goes into bodies, which an interface does not fit.
export type Reference = { partNumber: string; brand: string }

export interface OfferWords {
  /** US dollars, "11.49"; of a foreign one in its currency. */
  price: string
  /** '' where it is not known. */
  shipping: string
  availability: string
  link: string
}

export interface DeskOffer extends OfferWords {
  merchantId: string
  merchant: string
  isMerchantHidden: boolean
  /** '' for US dollars. */
  currency: string
  asOf: number
  /** The name of its source, '' for none that is kept. */
  source: string
  state: 'said' | 'corrected' | 'removed'
  /** What its source says of that which was corrected. */
  said: Partial<OfferWords>
  hand: ByHand | null
}

/** Another name it goes by here, since somebody said so. */
export interface DeskAlias extends ByHand {
  partNumber: string
  brand: string
  name: string
  kind: 'renamed' | 'merged'
}

export interface DeskPart {
  id: string
  fields: DeskField[]
  isHidden: boolean
  isDemo: boolean
  origin: string
  addedAt: number
  offers: DeskOffer[]
  references: DeskFact<Reference>[]
  fits: DeskFact<PartFit>[]
  aliases: DeskAlias[]
}

export interface DeskMerchant {
  id: string
  name: string
  /** What sources call it, where it was named by hand. */
  said: string | null
  isHidden: boolean
  isDemo: boolean
}

export interface DeskMerchants {
  merchants: DeskMerchant[]
  next: string | null
}

/** A part that is kept out: no import brings it back. */
export interface RemovedPart extends ByHand {
  partNumber: string
  brand: string
  name: string
}

export interface RemovedParts {
  parts: RemovedPart[]
  next: string | null
  /** Kept out as well, all of them, on the first page. */
  merchants: ({ key: string; name: string } & ByHand)[]
}
