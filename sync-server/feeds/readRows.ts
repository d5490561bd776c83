/** One reader per format behind one interface: rows of values by heading. */
import type { SourceFormat } from '#shared/catalogue/source.ts'
import type { FileRow } from './refusedFile.ts'

import { readCsv } from './readCsv.ts'
import { readJsonFeed } from './readJsonFeed.ts'
import { readXmlFeed } from './readXmlFeed.ts'
import { RefusedFile } from './refusedFile.ts'
import { withHead } from './textOfFile.ts'
import { tell } from '../words/told.ts'

const HEAD_CHARS = 1_024
const PAGE = /^\s*(?:<!--[\s\S]{0,400}?-->\s*)?<(?:!doctype\s+html|html|head|body|title)\b/i

/** @throws RefusedFile for an unreadable or truncated file */
export async function* readRows(
  text: AsyncIterable<string>,
  format: SourceFormat,
): AsyncGenerator<FileRow[]> {
  const pieces = withHead(text, HEAD_CHARS, (all) => all.join(''))
  const { value: head = '' } = await pieces.next()
  if (head.trim() === '') throw new RefusedFile(tell('The file is empty.'))
  if (PAGE.test(head)) {
    throw new RefusedFile(
      tell(
        'This is a web page, not a file of parts: is the address the one of the file, and does it want a login?',
      ),
    )
  }
  async function* whole() {
    yield head
    yield* pieces
  }
  const read = format === 'auto' ? formatOf(head) : format
  yield* READERS[read](whole())
}

const READERS = { csv: readCsv, json: readJsonFeed, xml: readXmlFeed }

function formatOf(head: string): keyof typeof READERS {
  const [first = ''] = head.trimStart()
  if (first === '<') return 'xml'
  return first === '{' || first === '[' ? 'json' : 'csv'
}
