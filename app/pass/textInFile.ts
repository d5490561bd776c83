/** What is written in a file somebody chose: a picture of a code, or text. */
import { MAX_CODE_LENGTH } from '#shared/kitCode.ts'
import { readStill } from '../store/readBarcodes.ts'

/** More than a picture of a phone has. */
const MAX_PICTURE_BYTES = 30_000_000

export async function textInFile(file: File): Promise<{ text: string } | { problem: string }> {
  if (file.type.startsWith('image/')) return textInPicture(file)
  if (file.size > MAX_CODE_LENGTH) {
    return { problem: 'This file is larger than 1 MB, which is more than can be read.' }
  }
  const bytes = await file.arrayBuffer().catch(() => null)
  if (bytes === null) return { problem: 'This file could not be read.' }
  try {
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes) }
  } catch {
    return { problem: 'This file is no text in UTF-8. Save it again as UTF-8 text.' }
  }
}

async function textInPicture(file: File): Promise<{ text: string } | { problem: string }> {
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
