/** What is written in a file somebody chose: a picture of a code, or text. */
import { readStill } from '../hardware/readBarcodes.ts'

/** More than a picture of a phone has. */
const MAX_PICTURE_BYTES = 30_000_000
/** Enough to say of a list how many rows too many it has. */
const MAX_TEXT_BYTES = 8_000_000

/** `note` is what a person should know about how it was read. */
export type Found = { text: string; note?: string } | { problem: string }

export async function textInFile(file: File): Promise<Found> {
  if (file.type.startsWith('image/')) return textInPicture(file)
  if (file.size > MAX_TEXT_BYTES) {
    return {
      problem:
        'This file is larger than 8 MB. A kit has at most 500 lines: cut out the part you need.',
    }
  }
  const bytes = await file.arrayBuffer().catch(() => null)
  if (bytes === null) return { problem: 'This file could not be read.' }
  return textOf(new Uint8Array(bytes))
}

function textOf(bytes: Uint8Array): Found {
  const [first, second] = bytes
  // The mark that Windows puts before 16-bit letters.
  if ((first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff)) {
    return { text: new TextDecoder(first === 0xff ? 'utf-16le' : 'utf-16be').decode(bytes) }
  }
  if (bytes.subarray(0, 4_096).includes(0) || (first === 0x50 && second === 0x4b)) {
    return { problem: 'This file is no text. Save the spreadsheet as CSV, and choose that.' }
  }
  try {
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes) }
  } catch {
    return {
      text: new TextDecoder('windows-1252').decode(bytes),
      note: 'This file is not in UTF-8. It was read as Western European (Windows-1252): look at letters like ä and é.',
    }
  }
}

async function textInPicture(file: File): Promise<Found> {
  if (file.size > MAX_PICTURE_BYTES) {
    return { problem: 'This picture is larger than 30 MB, which is more than can be read.' }
  }
  try {
    const [text] = await readStill(file, ['QRCode'])
    return text === undefined
      ? { problem: 'No code was found in this picture. Try one that is sharper or closer.' }
      : { text }
  } catch (error) {
    const isPicture = !(error instanceof DOMException)
    return {
      problem: isPicture
        ? 'What reads codes is not on this device yet. It is fetched when there is signal.'
        : 'This picture could not be opened.',
    }
  }
}
