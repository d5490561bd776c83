/** How words that are searched for are found in what a part says of itself, here and on the server. */
import { partNumberKey } from './partNumber.ts'

/** More than anybody means at once. */
export const MAX_WORDS = 10

/** Signs of ASCII, which part words; of a text in lower case. */
const SIGNS = /[^a-z0-9\u0080-\uffff]+/

export type SearchWord =
  /** Found where a word begins with it. */
  | { kind: 'start'; text: string }
  /** With digits or signs in it: found anywhere, as it is written or as letters and digits alone. */
  | { kind: 'within'; texts: readonly string[] }

/** The words of a text that is typed, each as it is looked for. */
export function searchWords(text: string): SearchWord[] {
  return text.toLowerCase().split(/\s+/).filter(Boolean).slice(0, MAX_WORDS).map(searchWord)
}

function searchWord(word: string): SearchWord {
  const key = partNumberKey(word).toLowerCase()
  const isPlain = !SIGNS.test(word)
  // So short a piece of a number is in too many.
  if (isPlain && (!/\d/.test(word) || word.length < 3))
    return { kind: 'start', text: singular(word) }
  return { kind: 'within', texts: [...new Set([word, key])].filter(Boolean) }
}

/** "filters" is what begins with "filter". */
function singular(word: string): string {
  return word.length > 3 && /[^s]s$/.test(word) ? word.slice(0, -1) : word
}

/** Whether a text in lower case has the word. */
export function hasWord(text: string, word: SearchWord): boolean {
  if (word.kind === 'within') return word.texts.some((one) => text.includes(one))
  return text.split(SIGNS).some((one) => one.startsWith(word.text))
}
