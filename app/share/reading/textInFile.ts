/** Text of a chosen file: a picture of a code, or plain text. */
import type { Found } from '#shared/tables/textOfBytes.ts'

import { textOfBytes } from '#shared/tables/textOfBytes.ts'
import { readStill } from '../../data/hardware/readBarcodes.ts'
import { t } from '#shared/words/words.ts'

/** More than a phone's picture has. */
const MAX_PICTURE_BYTES = 30_000_000
/** Enough to count a list's excess rows. */
const MAX_TEXT_BYTES = 8_000_000

export async function textInFile(file: File): Promise<Found> {
  if (file.type.startsWith('image/')) return textInPicture(file)
  if (file.size > MAX_TEXT_BYTES) {
    return {
      problem: t(
        'This file is larger than 8 MB. A kit has at most 500 lines: cut out the part you need.',
      ),
    }
  }
  const bytes = await file.arrayBuffer().catch(() => null)
  if (bytes === null) return { problem: t('This file could not be read.') }
  return textOfBytes(new Uint8Array(bytes))
}

async function textInPicture(file: File): Promise<Found> {
  if (file.size > MAX_PICTURE_BYTES) {
    return { problem: t('This picture is larger than 30 MB, which is more than can be read.') }
  }
  try {
    const [text] = await readStill(file, ['QRCode'])
    return text === undefined
      ? { problem: t('No code was found in this picture. Try one that is sharper or closer.') }
      : { text }
  } catch (error) {
    const isPicture = !(error instanceof DOMException)
    return {
      problem: isPicture
        ? t('What reads codes is not on this device yet. It is fetched when there is signal.')
        : t('This picture could not be opened.'),
    }
  }
}
