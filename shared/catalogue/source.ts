/** A source of parts that refreshes itself: where its file is, and how it is parsed. */
import * as z from 'zod/mini'

import { feed, feedMapping } from './feed.ts'

export const SOURCE_KINDS = ['address', 'upload'] as const
export const SOURCE_FORMATS = ['auto', 'csv', 'json', 'xml'] as const
export type SourceFormat = (typeof SOURCE_FORMATS)[number]
/** Decimal separator; `auto` decides per amount. */
export const DECIMALS = ['auto', '.', ','] as const
export type Decimal = (typeof DECIMALS)[number]
/** Default for files: a week. */
export const DEFAULT_PRICE_HOURS = 7 * 24
export const MAX_PRICE_HOURS = 8_760
export const MAX_SOURCES = 50
export const MAX_SOURCE_NAME = 80
export const MAX_ADDRESS = 2_000

export const sourceSettings = z.object({
  name: z.string(),
  kind: z.enum(SOURCE_KINDS),
  /** '' for uploads. */
  address: z.string(),
  /** Merchant of its offers; '' when its own files name them. */
  merchant: z.string(),
  format: z.enum(SOURCE_FORMATS),
  /** Label from the Encoding Standard, '' to trust the file. */
  encoding: z.string(),
  decimal: z.enum(DECIMALS),
  /** Currency of amounts that name none; '' where that was not said yet. */
  currency: z.string(),
  /** US dollars per unit; null leaves its prices unconverted and uncounted. */
  rate: z.nullable(z.number()),
  mapping: feedMapping,
  /** See schedule.ts; '' for manual runs. */
  schedule: z.string(),
  /** How long its prices hold. */
  priceHours: z.int(),
  /** Whether its price history may be stored. */
  historyAllowed: z.boolean(),
})
export type SourceSettings = z.infer<typeof sourceSettings>

export const NEW_SOURCE: SourceSettings = {
  name: '',
  kind: 'address',
  address: '',
  merchant: '',
  format: 'auto',
  encoding: '',
  decimal: 'auto',
  currency: 'USD',
  rate: null,
  mapping: {},
  schedule: '0 4 * * *',
  priceHours: DEFAULT_PRICE_HOURS,
  historyAllowed: false,
}
/** Settings that a new file begins with: its currency is asked for. */
export const UPLOADED: SourceSettings = {
  ...NEW_SOURCE,
  kind: 'upload',
  currency: '',
  schedule: '',
}

export const source = z.object({
  ...sourceSettings.shape,
  id: z.string(),
  /** When the rate was set. */
  rateAt: z.nullable(z.number()),
  /** Null for none; may be briefly in the past. */
  nextAt: z.nullable(z.number()),
  lastOkAt: z.nullable(z.number()),
  /** In a row. */
  failures: z.int(),
  /** Error of the last run, '' for success. */
  error: z.string(),
  /** Recent runs, newest first. */
  runs: z.array(feed),
})
export type Source = z.infer<typeof source>
