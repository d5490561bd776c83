/**
 * Pseudo-locales made from English: a sentence that stays plain is missing from the catalogues, a
 * box that overflows has no room for German, and unmirrored layout is not ready for Arabic.
 */
import type { Language } from './words.ts'

const PLAIN = 'AaCcDdEeGgIiLlNnOoRrSsTtUuYyZz'
const ACCENTED = 'ÅåÇçÐðÉéĜĝÎîĻļÑñÖöŔŕŠšŢţÛûÝýŽž'
const LONGER = 0.4
/** Markup to leave alone: `{name}`, `<tag>`. */
const HOLES = /(\{\w+\}|<\/?\w+>)/
const RIGHT_TO_LEFT = '\u202e'
const END = '\u202c'

export const PSEUDO_TAGS = ['en-XA', 'ar-XB'] as const
export type PseudoTag = (typeof PSEUDO_TAGS)[number]

/** "⟦Šåvé ķîţ···⟧" for "Save kit": accents, 40% longer, and brackets that show truncation. */
function accented(text: string): string {
  const plain = text.split(HOLES).map((part, index) => (index % 2 ? part : accents(part)))
  const length = text.replace(new RegExp(HOLES, 'g'), '').length
  return `⟦${plain.join('')}${dots(Math.ceil(length * LONGER))}⟧`
}

/** Split into words, so that lines can break. */
const dots = (count: number) => '·'.repeat(count).replaceAll(/·{12}(?=·)/g, '$& ')

const accents = (text: string) =>
  Array.from(text, (letter) => ACCENTED[PLAIN.indexOf(letter)] ?? letter).join('')

/** Words from right to left, as in Arabic. */
const mirrored = (text: string): string =>
  text
    .split(HOLES)
    .map((part, index) => (index % 2 || !part.trim() ? part : RIGHT_TO_LEFT + part + END))
    .join('')

const MAKERS: Record<PseudoTag, (text: string) => string> = { 'en-XA': accented, 'ar-XB': mirrored }

/** A language whose catalogue has every key. */
export function pseudo(tag: PseudoTag): Language {
  const make = MAKERS[tag]
  const ofKey = (key: string) => (key.split('\u0004').at(-1) ?? '').split('\0').map(make).join('\0')
  const get = (_: object, key: string | symbol) =>
    typeof key === 'string' && key ? ofKey(key) : undefined
  return { tag, catalogue: new Proxy({}, { get }) }
}
