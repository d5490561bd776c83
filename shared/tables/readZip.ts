/** Files of a zip. Input is untrusted: sizes are checked before and while it is unpacked. */
import { crc32, rests, through } from '../packed.ts'
import { TooLarge } from './textOfFile.ts'

/** A workbook has some dozen files. */
const MAX_FILES = 5_000
/** Sum of the files that are read, unpacked. */
const MAX_BYTES = 16_000_000

/** @returns reads a file, '' without a name; both throw for what is missing, damaged or too large */
export function readZip(bytes: Uint8Array<ArrayBuffer>): (name?: string) => Promise<string> {
  const view = new DataView(bytes.buffer)
  const two = (at: number) => view.getUint16(at, true)
  const four = (at: number) => view.getUint32(at, true)
  let end = bytes.length - 22
  // A comment may follow the last record.
  while (four(end) !== 0x06054b50) end--
  const count = two(end + 10)
  if (count > MAX_FILES) throw new TooLarge()
  const files = new Map<string, number>()
  for (let at = four(end + 16); files.size < count;) {
    const name = new TextDecoder().decode(bytes.subarray(at + 46, at + 46 + two(at + 28)))
    files.set(name.replaceAll('\\', '/').toLowerCase(), at)
    at += 46 + two(at + 28) + two(at + 30) + two(at + 32)
  }
  const rest = rests()
  let left = MAX_BYTES
  return async (name = '') => {
    const at = files.get(name.toLowerCase())
    if (name === '') return ''
    if (at === undefined) throw new Error(`no ${name}`)
    const [size, local] = [four(at + 24), four(at + 42)]
    left -= size
    if (left < 0) throw new TooLarge()
    const from = local + 30 + two(local + 26) + two(local + 28)
    const packed = bytes.subarray(from, from + four(at + 20))
    const isStored = two(at + 10) === 0
    const body = isStored
      ? packed
      : await through(new DecompressionStream('deflate-raw'), packed, size)
    await rest()
    // Encrypted bytes are as wrong as damaged ones.
    if (body.length !== size || crc32(body) !== four(at + 16)) throw new Error('damaged')
    await rest()
    return new TextDecoder('utf-8', { fatal: true }).decode(body)
  }
}
