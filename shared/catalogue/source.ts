/** A source of parts that keeps itself current: where its file is, how it is read, and how long its word stands. */
import * as z from 'zod/mini'

import { feed, feedMapping } from './feed.ts'

export const SOURCE_KINDS = ['address', 'upload'] as const
export const SOURCE_FORMATS = ['auto', 'csv', 'json', 'xml'] as const
export type SourceFormat = (typeof SOURCE_FORMATS)[number]
/** What stands before the decimals of its amounts; `auto`: each amount says so itself. */
export const DECIMALS = ['auto', '.', ','] as const
export type Decimal = (typeof DECIMALS)[number]
/** Of files: a week. */
export const DEFAULT_PRICE_HOURS = 7 * 24
export const MAX_PRICE_HOURS = 8_760
export const MAX_SOURCES = 50
export const MAX_SOURCE_NAME = 80
export const MAX_ADDRESS = 2_000

/** What an operator says of a source. */
export const sourceSettings = z.object({
  name: z.string(),
  kind: z.enum(SOURCE_KINDS),
  /** '' for uploads. */
  address: z.string(),
  /** For whom it speaks; '' for the merchants that begin with its own files. */
  merchant: z.string(),
  format: z.enum(SOURCE_FORMATS),
  /** A name that browsers know, '' for what the file says of itself. */
  encoding: z.string(),
  decimal: z.enum(DECIMALS),
  /** Of amounts that name none. */
  currency: z.string(),
  /** US dollars for one of it; null leaves its prices as they are, uncounted. */
  rate: z.nullable(z.number()),
  mapping: feedMapping,
  /** See schedule.ts; '' for by hand. */
  schedule: z.string(),
  /** How long its prices stand. */
  priceHours: z.int(),
  /** Whether its prices may be kept over time. */
  historyAllowed: z.boolean(),
})
export type SourceSettings = z.infer<typeof sourceSettings>

export const source = z.object({
  ...sourceSettings.shape,
  id: z.string(),
  /** When the rate was given. */
  rateAt: z.nullable(z.number()),
  /** Null for none; may be in the past for a moment. */
  nextAt: z.nullable(z.number()),
  lastOkAt: z.nullable(z.number()),
  /** In a row. */
  failures: z.int(),
  /** Of the last run, '' where it went well. */
  error: z.string(),
  /** The newest first, a few. */
  runs: z.array(feed),
})
export type Source = z.infer<typeof source>
