/** Where a retailer's parts come from: one adapter a file, chosen by the settings. */
import type { IncomingPart } from '../parts/incoming.ts'
import type { Told } from '../words/told.ts'

/** A page that gives no part; the sentence is shown to the operator. */
export class Unfit extends Error {
  override name = 'Unfit'

  constructor(sentence: Told) {
    super(sentence)
  }
}

/** The source does not answer; the same page may be tried again. */
export class SourceAway extends Error {
  override name = 'SourceAway'

  constructor(sentence: Told) {
    super(sentence)
  }
}

export interface CatalogueSource {
  /** Names it in the database: never changes. */
  id: string
  /** For people. */
  name: string
  isDemo: boolean
  /** How many pages a scrape looks at; those behind them are for "Add 10 More Parts". */
  scrapeSize: number
  /** Its pages, in an order that lasts. Throws SourceAway or Unfit. */
  list(signal: AbortSignal): Promise<string[]>
  /** The part of one page. Throws SourceAway or Unfit. */
  read(page: string, signal: AbortSignal): Promise<IncomingPart>
}
