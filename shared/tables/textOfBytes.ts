/** `note` tells people how the file was decoded. */
import { t } from '../words/words.ts'

export type Found = { text: string; note?: string } | { problem: string }

/** Decodes a file in the encodings spreadsheets write. */
export function textOfBytes(bytes: Uint8Array): Found {
  const [first, second] = bytes
  // Byte order mark of UTF-16, as Windows writes it.
  if ((first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff)) {
    return { text: new TextDecoder(first === 0xff ? 'utf-16le' : 'utf-16be').decode(bytes) }
  }
  if (bytes.subarray(0, 4_096).includes(0) || (first === 0x50 && second === 0x4b)) {
    return { problem: t('This file is no text. Save the spreadsheet as CSV, and choose that.') }
  }
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
