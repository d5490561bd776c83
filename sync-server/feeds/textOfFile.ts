/** Text of a feed: unpacked within limits and decoded as a stream. */
import { Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'

import { MAX_FEED_BYTES } from '#shared/catalogue/feed.ts'
import { RefusedFile } from './refusedFile.ts'
import { tell } from '../words/told.ts'

/** A list of parts packs to about a tenth; a higher ratio is a zip bomb. */
const MAX_RATIO = 200
const FREE_BYTES = 16 * 1024 * 1024
const HEAD_BYTES = 512

interface Said {
  /** Set by the operator; '' for none. */
  encoding: string
  /** From the response headers; '' for none. */
  charset: string
}

/** @throws RefusedFile for non-text, or too much of it */
export async function* textOfFile(
  bytes: AsyncIterable<Buffer>,
  said: Said,
): AsyncGenerator<string> {
  let decoder: TextDecoder | null = null
  const decode = (chunk: Buffer, stream: boolean): string => {
    try {
      decoder ??= new TextDecoder(encodingOf(chunk, said), { fatal: true })
      return decoder.decode(chunk, { stream })
    } catch (error) {
      throw notIn(decoder?.encoding ?? said.encoding, error)
    }
  }
  for await (const chunk of withHead(unpacked(bytes), HEAD_BYTES, Buffer.concat))
    yield decode(chunk, true)
  yield decode(Buffer.alloc(0), false)
}

/** A stream with its first pieces as one, of at least so many units where it has as many. */
export async function* withHead<Piece extends string | Buffer>(
  pieces: AsyncIterable<Piece>,
  least: number,
  join: (pieces: Piece[]) => Piece,
): AsyncGenerator<Piece, undefined> {
  const head: Piece[] = []
  let size = 0
  for await (const piece of pieces) {
    if (size < least) {
      head.push(piece)
      size += piece.length
      if (size >= least) yield join(head)
    } else yield piece
  }
  if (size < least) yield join(head)
}

export const NOT_UTF8 = tell(
  'The file is not UTF-8. Save it as “CSV UTF-8”, or say at its source which encoding it is in.',
)

function notIn(encoding: string, cause: unknown): RefusedFile {
  const other = tell('The file is not readable as {encoding}.', { encoding })
  return new RefusedFile(encoding === 'utf-8' ? NOT_UTF8 : other, { cause })
}

/** A byte order mark overrides declared encodings, as in browsers. */
function encodingOf(head: Buffer, { encoding, charset }: Said): string {
  if (head[0] === 0xef && head[1] === 0xbb && head[2] === 0xbf) return 'utf-8'
  if (head[0] === 0xff && head[1] === 0xfe) return 'utf-16le'
  if (head[0] === 0xfe && head[1] === 0xff) return 'utf-16be'
  if (encoding) return encoding
  const declared = /^\s*<\?xml[^>]{0,100}?encoding=["']([\w.:-]{1,40})["']/.exec(
    head.subarray(0, HEAD_BYTES).toString('latin1'),
  )?.[1]
  return [charset, declared].find((label) => label && isEncoding(label)) ?? 'utf-8'
}

/** Whether browsers know the encoding. */
export function isEncoding(label: string): boolean {
  try {
    return new TextDecoder(label).encoding !== ''
  } catch {
    return false
  }
}

/**
 * Test-unpacks a file: one that is too large or truncated is refused before its rows cost anything.
 * @throws RefusedFile
 */
export async function checkPacking(bytes: AsyncIterable<Buffer>): Promise<void> {
  for await (const chunk of unpacked(bytes)) void chunk
}

async function* unpacked(bytes: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const chunks = withHead(bytes, 4, Buffer.concat)
  const { value: head = Buffer.alloc(0) } = await chunks.next()
  if (head.subarray(0, 4).toString('latin1') === 'PK\u0003\u0004') {
    throw new RefusedFile(
      tell(
        'The file is a ZIP file or a spreadsheet (XLSX). Save it as CSV, or pack that with gzip.',
      ),
    )
  }
  let packed = head.length
  async function* whole() {
    yield head
    for await (const chunk of chunks) {
      packed += chunk.length
      yield chunk
    }
  }
  const isPacked = head[0] === 0x1f && head[1] === 0x8b
  let size = 0
  for await (const chunk of isPacked ? gunzipped(whole()) : whole()) {
    size += chunk.length
    if (size > MAX_FEED_BYTES) {
      throw new RefusedFile(
        isPacked
          ? tell('Unpacked, the file is larger than 512 MB.')
          : tell('The file is larger than 512 MB.'),
      )
    }
    if (isPacked && size > FREE_BYTES && size > packed * MAX_RATIO) {
      throw new RefusedFile(
        tell('The file unpacks to more than {times} times its size: that is no list of parts.', {
          times: MAX_RATIO,
        }),
      )
    }
    yield chunk
  }
}

async function* gunzipped(bytes: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const gunzip = createGunzip()
  const source = Readable.from(bytes)
  source.once('error', (error) => gunzip.destroy(error))
  try {
    for await (const chunk of source.pipe(gunzip)) yield chunk as Buffer
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : ''
    if (code === 'Z_BUF_ERROR') {
      throw new RefusedFile(tell('The file ends in the middle: it was not packed to its end.'))
    }
    if (code.startsWith('Z_'))
      throw new RefusedFile(tell('The file is packed, and cannot be unpacked.'))
    throw error
  } finally {
    source.destroy()
    gunzip.destroy()
  }
}
