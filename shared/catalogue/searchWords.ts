/** Matches search words in a part's text, the same here and on the server. */
import { fold } from '../text/fold.ts'
import { partNumberKey } from './partNumber.ts'

/** More than anybody types. */
export const MAX_WORDS = 10

/** ASCII separators between words, in folded text. */
const SIGNS = /[^a-z0-9\u0080-\uffff]+/

export type SearchWord =
  /** Matches the start of a word. */
  | { kind: 'start'; text: string }
  /** Contains digits or signs: matches anywhere, as written or as letters and digits only. */
  | { kind: 'within'; texts: readonly string[] }

export function searchWords(text: string): SearchWord[] {
  return fold(text).split(/\s+/).filter(Boolean).slice(0, MAX_WORDS).map(searchWord)
}

function searchWord(word: string): SearchWord {
  const key = partNumberKey(word).toLowerCase()
  const isPlain = !SIGNS.test(word)
  // Short pieces of a number match too many.
  if (isPlain && (!/\d/.test(word) || word.length < 3))
    return { kind: 'start', text: singular(word) }
  return { kind: 'within', texts: [...new Set([word, key])].filter(Boolean) }
}

/** "filters" matches words starting with "filter". */
function singular(word: string): string {
  return word.length > 3 && /[^s]s$/.test(word) ? word.slice(0, -1) : word
}

/** Whether folded text contains the word. */
export function hasWord(text: string, word: SearchWord): boolean {
  if (word.kind === 'within') return word.texts.some((one) => text.includes(one))
  return text.split(SIGNS).some((one) => one.startsWith(word.text))
}
