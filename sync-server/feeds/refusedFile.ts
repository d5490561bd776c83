/** A file that is refused whole; its sentence is shown. */
export class RefusedFile extends Error {
  override name = 'RefusedFile'
}

/** What stands in a row, by the headings of the file. */
export type Cells = Readonly<Record<string, string>>

/** What a reader of files hands on, one after the other. */
export type FileRow =
  | { row: number; cells: Cells }
  | { row: number; problem: string; cells?: Cells }
  /** All of a file that has them in its first row, as they stand there. */
  | { headings: string[] }
