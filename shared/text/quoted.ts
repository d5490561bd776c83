import { many, t } from '../words/words.ts'

/** A person's words inside a sentence of ours: quoted, and cut when long. */
export function quoted(text: string): string {
  return t('“{text}”', { text: text.length > 40 ? `${text.slice(0, 39)}…` : text })
}

const MOST_TOLD = 5

/** "“Total”, “Shipping” and 3 more" */
export function firstOf(words: readonly string[]): string {
  const shown = words.slice(0, MOST_TOLD).join(', ')
  const more = words.length - MOST_TOLD
  return more > 0 ? t('{shown} and {more} more', { shown, more }) : shown
}

/** Note on lines with an ambiguous or invalid value. */
export const lookWords = (lines: number): string =>
  many(
    lines,
    '{count} line to look at: a price or a number is not clear.',
    '{count} lines to look at: a price or a number is not clear.',
  )
