/** A file of parts and prices that an operator uploads: looked at whole before any of it counts. */
import * as z from 'zod/mini'
import { previewPart } from './job.ts'

export const MAX_FEED_ROWS = 1_000_000
export const MAX_FEED_BYTES = 512 * 1024 * 1024
/** Of one row, in UTF-16 units. */
export const MAX_FEED_ROW = 16 * 1024
export const MAX_FEED_NAME = 120
/** Refused rows that are shown with their reason; the others are counted. */
export const MAX_FEED_PROBLEMS = 100
/** Files that may wait at a time. */
export const MAX_WAITING_FEEDS = 5

/** Names of columns, compared by letters and digits; the first of each is how we write it. */
export const FEED_COLUMNS = {
  partNumber: ['partNumber', 'mpn'],
  brand: ['brand', 'manufacturer', 'brandName'],
  name: ['name', 'title', 'partName'],
  price: ['price', 'basePrice', 'unitPrice'],
  merchant: ['merchant', 'vendor', 'seller'],
  currency: ['currency', 'priceCurrency'],
  category: ['category'],
  promo: ['promo'],
  promoAmount: ['promoAmount'],
  shipping: ['shipping'],
  tax: ['tax'],
  coreCharge: ['coreCharge', 'core'],
  availability: ['availability'],
  link: ['link', 'buyLink', 'url'],
  image: ['image'],
  fcpPartNumber: ['fcpPartNumber', 'sku'],
  make: ['make'],
  model: ['model'],
  yearFrom: ['yearFrom'],
  yearTo: ['yearTo'],
  crossReferences: ['crossReferences'],
  asOf: ['asOf'],
} as const
export type FeedColumn = keyof typeof FEED_COLUMNS

/** Without these nothing can be read; `merchant` may be said once for the whole file. */
export const REQUIRED_COLUMNS: readonly FeedColumn[] = ['partNumber', 'brand', 'name', 'price']

export const FEED_STATES = [
  'reading',
  'waiting',
  'importing',
  'imported',
  'refused',
  'discarded',
] as const

export const feed = z.object({
  id: z.string(),
  name: z.string(),
  state: z.enum(FEED_STATES),
  /** Rows of the file without its headers, so far. */
  rows: z.int(),
  accepted: z.int(),
  refused: z.int(),
  /** The first refused rows; `row` is its line for CSV, with the headers in line 1. */
  problems: z.array(z.object({ row: z.int(), reason: z.string() })),
  /** The first accepted parts. */
  parts: z.array(previewPart),
  /** Headers nothing is known about. */
  ignored: z.array(z.string()),
  /** Why the whole file was refused, '' unless it was. */
  error: z.string(),
  /** '' for an account that is gone. */
  uploadedBy: z.string(),
  createdAt: z.number(),
})
export type Feed = z.infer<typeof feed>
