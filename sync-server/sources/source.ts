/** Catalogue sources: one adapter per file, chosen by the settings. */
import type { IncomingPart } from '../catalogue/incoming.ts'
import type { Told } from '../words/told.ts'

/** A page without a usable part; the operator sees the sentence. */
export class Unfit extends Error {
  override name = 'Unfit'

  constructor(sentence: Told) {
    super(sentence)
  }
}

/** The source does not answer; the page may be retried. */
export class SourceAway extends Error {
  override name = 'SourceAway'

  constructor(sentence: Told) {
    super(sentence)
  }
}

export interface CatalogueSource {
  /** Stored in the database: never changes. */
  id: string
  /** Shown to people. */
  name: string
  isDemo: boolean
  /** Pages of a scrape; later ones are for "Add 10 More Parts". */
  scrapeSize: number
  /** Page ids in a stable order. Throws SourceAway or Unfit. */
  list(signal: AbortSignal): Promise<string[]>
  /** The part of one page. Throws SourceAway or Unfit. */
  read(page: string, signal: AbortSignal): Promise<IncomingPart>
}
