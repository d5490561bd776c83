/** The one reader of days as files write them, in all offered languages. */
import { dayProblem } from '../day.ts'
import { OFFERED } from '../words/languages.ts'
import { fold } from './fold.ts'

/** First field of a day written 3/4/2026, or 24-03-15. */
export type DayOrder = 'month' | 'day' | 'year'

/** By that order; the last field has two or four figures. */
const SLASHED = {
  day: /^(?<date>\d{1,2})([/-])(?<month>\d{1,2})[/-](?<year>\d{4}|\d{2})/,
  month: /^(?<month>\d{1,2})([/-])(?<date>\d{1,2})[/-](?<year>\d{4}|\d{2})/,
  year: /^(?<year>\d{1,2})([/-])(?<month>\d{1,2})[/-](?<date>\d{2})/,
}
const DAYS = [
  /^(?<year>\d{4})[-/.](?<month>\d{1,2})[-/.](?<date>\d{1,2})/,
  /^(?<year>\d{4})(?<month>\d\d)(?<date>\d\d)/,
  /^(?<date>\d{1,2})\.\s?(?<month>\d{1,2})\.\s?(?<year>\d{4}|\d{2})/,
  /^(?<date>\d{1,2})[\s.-]*(?:de )?(?<month>[\p{L}]{3,})\.?[\s,-]*(?:de )?(?<year>\d{4}|\d{2})/iu,
  /^(?<month>[\p{L}]{3,})\.?\s*(?<date>\d{1,2})(?:st|nd|rd|th)?,?\s+(?<year>\d{4})/iu,
]
const TIME = /^(?:[T\s,-]+\d{1,2}[:.]\d{2}.*)?$/i

/** A day, optionally followed by a time. */
function readBy(pattern: RegExp, text: string): RegExpExecArray | null {
  const found = pattern.exec(text)
  return found && TIME.test(text.slice(found[0].length)) ? found : null
}

/**
 * Order of the days of a file.
 * @param usual where it is open: people are asked then
 */
export function dayOrderIn(
  texts: readonly string[],
  usual: DayOrder,
): { order: DayOrder; isOpen: boolean } {
  const slashed = texts.flatMap((text) => [readBy(SLASHED.day, text) ?? []])
  for (const [, first, mark, second, third = ''] of slashed) {
    const mayBeYear = mark === '-' && third.length === 2 && Number(third) > 0 && Number(third) < 32
    if (Number(first) > 31) return { order: 'year', isOpen: false }
    if (Number(first) > 12 && !mayBeYear) return { order: 'day', isOpen: false }
    if (Number(second) > 12) return { order: 'month', isOpen: false }
  }
  return { order: usual, isOpen: slashed.some(([all]) => all) }
}

/**
 * "2026-11-22", or null for no day. A time is dropped.
 * @param order null refuses a day that depends on it
 * @param latest a two-digit year beyond it belongs to the previous century
 */
export function readDay(text: string, order: DayOrder | null, latest: number): string | null {
  const patterns = order ? [SLASHED[order], ...DAYS] : DAYS
  const found = patterns.map((pattern) => readBy(pattern, text)?.groups).find(Boolean)
  const { year = '', month: said = '', date = '' } = found ?? {}
  const month = /\d/.test(said) ? said : monthOf(said)
  const century = Math.floor(latest / 100) - (Number(year) > latest % 100 ? 1 : 0)
  const full = year.length === 2 ? `${century}${year}` : year
  const day = `${full}-${month.padStart(2, '0')}-${date.padStart(2, '0')}`
  return dayProblem(day) === null ? day : null
}

/** "9" for "Sept", in all offered languages; '' for none or an ambiguous one. */
function monthOf(word: string): string {
  monthsKnown ??= OFFERED.flatMap((tag) => {
    const { format } = new Intl.DateTimeFormat(tag, { month: 'long', timeZone: 'UTC' })
    return Array.from({ length: 12 }, (_, at) => [fold(format(Date.UTC(2000, at))), at + 1])
  })
  const meant = monthsKnown.filter(([name]) => String(name).startsWith(fold(word)))
  const [month, ...others] = new Set(meant.map(([, at]) => at))
  return month === undefined || others.length > 0 ? '' : String(month)
}
let monthsKnown: (string | number)[][] | undefined
