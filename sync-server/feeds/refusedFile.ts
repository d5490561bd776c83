import { MAX_FEED_ROW } from '#shared/catalogue/feed.ts'
import { tell, type Told } from '../words/told.ts'

/** A file that is refused whole; its sentence is shown. */
export class RefusedFile extends Error {
  override name = 'RefusedFile'

  constructor(sentence: Told, options?: ErrorOptions) {
    super(sentence, options)
  }
}

export const TOO_LONG = tell('The row is longer than {most} characters.', { most: MAX_FEED_ROW })

/** With the names of what it stands in before each value a row is longer than in its file. */
export const MAX_FLAT = 4 * MAX_FEED_ROW

/** What stands in a row, by the headings of the file. */
export type Cells = Readonly<Record<string, string>>

export interface RefusedRow {
  row: number
  problem: Told
  /** What others of its kind have in common, where that is more than what they quote. */
  kind?: Told
  cells?: Cells
}

/** What a reader of files hands on, one after the other. */
export type FileRow =
  | { row: number; cells: Cells }
  | RefusedRow
  /** All of a file that has them in its first row, as they stand there. */
  | { headings: string[] }
