import { parseLink } from '#shared/links.ts'

/** @returns a text's link in its stored form; null for any other text */
export function readPastedLink(text: string): string | null {
  const read = /^https?:\/\/\S+$/i.test(text.trim()) ? parseLink(text) : null
  return read && 'link' in read ? read.link : null
}
