/** Problems of typed numbers, '' for none. */
import { MAX_PRICE_HOURS } from '#shared/catalogue/source.ts'
import { parseCents } from '#shared/money/money.ts'
import { sentenceOf } from '#shared/problem.ts'
import { t } from '#shared/words/words.ts'

/** Whole hours up to a year. */
export function hoursProblem(text: string): string {
  const isHours = /^\d{1,4}$/.test(text.trim())
  const hours = Number(text)
  return isHours && hours >= 1 && hours <= MAX_PRICE_HOURS ? '' : t('Whole hours, from 1 to 8,760')
}

/** Nothing typed is none. */
export function amountProblem(text: string): string {
  const read = text.trim() === '' ? null : parseCents(text)
  return read && 'problem' in read ? sentenceOf(read.problem) : ''
}

/** Null for nothing, or no amount. */
export function centsIn(text: string): number | null {
  const read = parseCents(text)
  return text.trim() !== '' && 'cents' in read ? read.cents : null
}
