/** A file that is refused whole; its sentence is shown. */
export class RefusedFile extends Error {
  override name = 'RefusedFile'
}

/** What a reader of files hands on, one after the other. */
export type FileRow =
  | { row: number; record: Readonly<Record<string, string>> }
  | { row: number; problem: string }
  | { ignored: string[] }
