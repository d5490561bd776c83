import { parseLink } from '#shared/links.ts'

/** @returns the link that a text is, as it is stored; null for any other text */
export function readPastedLink(text: string): string | null {
  const read = /^https?:\/\/\S+$/i.test(text.trim()) ? parseLink(text) : null
  return read && 'link' in read ? read.link : null
}
