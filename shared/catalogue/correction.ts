/** The operator's view of the catalogue: source values, corrections by hand, and hidden parts. */
import * as z from 'zod/mini'

import { paged } from '../admin/people.ts'
import { fit, merchant } from './part.ts'

/** Correctable fields of a part. */
export const PART_FIELDS = [
  'name',
  'partNumber',
  'brand',
  'category',
  'image',
  'retailerNumber',
] as const
export type PartField = (typeof PART_FIELDS)[number]

export const byHand = z.object({
  /** A username, '' for a deleted account. */
  by: z.string(),
  /** Milliseconds since 1970. */
  at: z.number(),
})
export type ByHand = z.infer<typeof byHand>

export const listedPart = z.object({
  id: z.string(),
  partNumber: z.string(),
  brand: z.string(),
  name: z.string(),
  category: z.string(),
  isHidden: z.boolean(),
  /** Number of corrections by hand. */
  corrections: z.number(),
})
export type ListedPart = z.infer<typeof listedPart>

/** A page may be empty and still have a next one. */
export const listedParts = z.object({ parts: z.array(listedPart), ...paged })
export type ListedParts = z.infer<typeof listedParts>

export const deskField = z.object({
  field: z.enum(PART_FIELDS),
  value: z.string(),
  /** Source value, when a correction replaced it. */
  corrected: z.nullable(z.object({ said: z.string(), ...byHand.shape })),
})
export type DeskField = z.infer<typeof deskField>

/** A fact from a source, added by hand, or removed by hand. */
export const deskFact = <Fact>(fact: z.ZodMiniType<Fact>) =>
  z.object({
    key: z.string(),
    fact,
    state: z.enum(['said', 'added', 'removed']),
    hand: z.nullable(byHand),
  })
export type DeskFact<Fact> = z.infer<ReturnType<typeof deskFact<Fact>>>

export const reference = z.object({ partNumber: z.string(), brand: z.string() })
export type Reference = z.infer<typeof reference>

export const offerWords = z.object({
  /** US dollars, "11.49"; a foreign price in its own currency. */
  price: z.string(),
  /** '' when unknown. */
  shipping: z.string(),
  availability: z.string(),
  link: z.string(),
})
export type OfferWords = z.infer<typeof offerWords>

export const deskOffer = z.object({
  ...offerWords.shape,
  merchantId: z.string(),
  merchant: z.string(),
  isMerchantHidden: z.boolean(),
  /** '' for US dollars. */
  currency: z.string(),
  asOf: z.number(),
  /** Name of its source, '' when none is kept. */
  source: z.string(),
  state: z.enum(['said', 'corrected', 'removed']),
  /** Source values of corrected fields. */
  said: z.partialRecord(z.keyof(offerWords), z.string()),
  hand: z.nullable(byHand),
})
export type DeskOffer = z.infer<typeof deskOffer>

/** An alias of the part, added by hand. */
export const deskAlias = z.object({
  ...byHand.shape,
  partNumber: z.string(),
  brand: z.string(),
  name: z.string(),
  kind: z.enum(['renamed', 'merged']),
})

export const deskPart = z.object({
  id: z.string(),
  fields: z.array(deskField),
  isHidden: z.boolean(),
  isDemo: z.boolean(),
  origin: z.string(),
  addedAt: z.number(),
  offers: z.array(deskOffer),
  references: z.array(deskFact(reference)),
  fits: z.array(deskFact(fit)),
  aliases: z.array(deskAlias),
})
export type DeskPart = z.infer<typeof deskPart>

/** Answer to an edit: null once the part is merged or removed. */
export const editedPart = z.object({ part: z.nullable(deskPart) })

/** A merchant with its terms. */
export const deskMerchant = z.object({
  ...merchant.shape,
  /** Name in its sources, when renamed by hand. */
  said: z.nullable(z.string()),
  isHidden: z.boolean(),
})
export type DeskMerchant = z.infer<typeof deskMerchant>

export const deskMerchants = z.object({ merchants: z.array(deskMerchant), ...paged })
export type DeskMerchants = z.infer<typeof deskMerchants>

/** A removed part: no import brings it back. */
export const removedPart = z.object({
  ...byHand.shape,
  partNumber: z.string(),
  brand: z.string(),
  name: z.string(),
})
export type RemovedPart = z.infer<typeof removedPart>

export const removedParts = z.object({
  parts: z.array(removedPart),
  ...paged,
  /** Removed merchants, all on the first page. */
  merchants: z.array(z.object({ key: z.string(), name: z.string(), ...byHand.shape })),
})
export type RemovedParts = z.infer<typeof removedParts>
