/** Text of a chosen file: a picture of a code, or a table. */
import { type Found, textOfFile } from '#shared/tables/textOfFile.ts'
import { readStill } from '../../data/hardware/readBarcodes.ts'
import { t } from '#shared/words/words.ts'

/** More than a phone's picture has. */
const MAX_PICTURE_BYTES = 30_000_000

export async function textInFile(file: File): Promise<Found> {
  return file.type.startsWith('image/') ? textInPicture(file) : textOfFile(file)
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
