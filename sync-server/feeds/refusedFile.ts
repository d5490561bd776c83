import { MAX_FEED_ROW } from '#shared/catalogue/feed.ts'
import { tell, type Told } from '../words/told.ts'

/** Refuses a whole file; its sentence is shown. */
export class RefusedFile extends Error {
  override name = 'RefusedFile'

  constructor(sentence: Told, options?: ErrorOptions) {
    super(sentence, options)
  }
}

export const TOO_LONG = tell('The row is longer than {most} characters.', { most: MAX_FEED_ROW })

/** Nested names before each value make a flattened row longer than in its file. */
export const MAX_FLAT = 4 * MAX_FEED_ROW

/** Cells of a row, by the file's headings. */
export type Cells = Readonly<Record<string, string>>

export interface RefusedRow {
  row: number
  problem: Told
  /** Reason shared with similar rows, where `problem` quotes a value. */
  kind?: Told
  cells?: Cells
}

/** Items that a reader yields. */
export type FileRow =
  | { row: number; cells: Cells }
  | RefusedRow
  /** Headings of a file whose first row has them. */
  | { headings: string[] }
