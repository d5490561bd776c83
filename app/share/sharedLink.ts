/** A shared or pasted shop page: address and title. Pure. */
import { cleanText } from '#shared/define.ts'
import { findKitCode } from '#shared/kinds/kitCode.ts'
import { MAX_NAME } from '#shared/kinds/kit.ts'
import { parseLink } from '#shared/links.ts'
import { collapseBlanks, trimEndOf } from '#shared/text/trimEndOf.ts'

const MOST_WORDS = 1_000

interface SharedTexts {
  title?: string
  text: string
  url?: string
}

/** @returns null unless it is a single link */
export function sharedLink({ title = '', text, url = '' }: SharedTexts) {
  // Most apps put the address at the end of their text.
  const whole = [url, text].filter(Boolean).join(' ')
  if (whole.length > MOST_WORDS + 2 * 2_048 || findKitCode(whole) !== null) return null
  const found = [...new Set(whole.match(/https?:\/\/\S+/g) ?? [])]
  const [address] = found
  if (address === undefined || found.length > 1 || text.trim().split('\n').length > 3) return null
  const read = parseLink(trimEndOf(address, '),.;'))
  if (!('link' in read)) return null
  const words = title.trim() || text.replaceAll(address, '')
  const name = collapseBlanks(cleanText(words))
  return { link: read.link, name: name.slice(0, MAX_NAME) }
}
