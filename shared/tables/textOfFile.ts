/** `note` tells people what of the file was read, and how. */
import { t } from '../words/words.ts'

export type Found = { text: string; note?: string } | { problem: string }

/** Far above the largest log; enough to count a list's excess rows. */
const MAX_FILE_BYTES = 8_000_000

/** More than a device should unpack. */
export class TooLarge extends Error {}

/**
 * Text of a file: CSV and other text, or the tables of a workbook.
 * @param isAll every sheet, each below its name; else the one with parts
 */
export async function textOfFile(file: Blob, isAll = false): Promise<Found> {
  if (file.size > MAX_FILE_BYTES)
    return { problem: t('This file is larger than 8 MB. Cut out the part you need.') }
  try {
    const bytes = new Uint8Array(await file.arrayBuffer())
    // A workbook is a zip.
    if (bytes[0] !== 0x50 || bytes[1] !== 0x4b) return textOfBytes(bytes)
    return await (await import('./readWorkbook.ts')).textOfWorkbook(bytes, isAll)
  } catch (error) {
    const problem =
      error instanceof TooLarge
        ? t(
            'This spreadsheet is too large, or has something far away from its table. Copy what you need into a new one, and choose that.',
          )
        : t(
            'This file cannot be read. Save the spreadsheet as .xlsx, without a password, or as CSV, and choose that.',
          )
    return { problem }
  }
}

/** Decodes text in the encodings spreadsheets write. */
export function textOfBytes(bytes: Uint8Array): Found {
  const [first, second] = bytes
  // Byte order mark of UTF-16, as Windows writes it.
  if ((first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff)) {
    return { text: new TextDecoder(first === 0xff ? 'utf-16le' : 'utf-16be').decode(bytes) }
  }
  if (bytes.subarray(0, 4_096).includes(0)) throw new Error('no text')
  try {
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes) }
  } catch {
    return {
      text: new TextDecoder('windows-1252').decode(bytes),
      note: t(
        'This file is not in UTF-8. It was read as Western European (Windows-1252): look at letters like ä and é.',
      ),
    }
  }
}
