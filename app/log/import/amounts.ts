/** Parses days and numbers of other apps. */
import { fold } from '#shared/text/fold.ts'
import { dayProblem } from '#shared/day.ts'
import type { DecimalMark, NumberText } from '#shared/money/numberText.ts'
import { otherMark, readNumber } from '#shared/money/numberText.ts'
import { OFFERED } from '#shared/words/languages.ts'

/** First field of a day written 3/4/2026, or 24-03-15. */
export type DayOrder = 'month' | 'day' | 'year'

/** Number cells of a file, by role. */
export interface NumberCells {
  /** Odometers have no three decimals: "123.456" groups thousands. */
  mileage: readonly string[]
  /** Nobody fills up a thousand liters: "39.752" has decimals. */
  fuel: readonly string[]
  others: readonly string[]
}

/**
 * Decimal mark of a file: by a number that reads only one way, else by those that only one reading
 * makes sense of. Null where both are possible.
 */
export function decimalMarkIn({ mileage, fuel, others }: NumberCells): DecimalMark | null {
  const marksOf = (texts: readonly string[], isOpen: boolean) =>
    texts.flatMap((text) => {
      const read = readNumber(text)
      return read?.mark && read.isOpen === isOpen ? [read.mark] : []
    })
  const sure = marksOf([...mileage, ...fuel, ...others], false)
  const likely = [...marksOf(mileage, true).map(otherMark), ...marksOf(fuel, true)]
  for (const votes of [sure, likely]) {
    const more = votes.filter((mark) => mark === ',').length - votes.length / 2
    if (more !== 0) return more > 0 ? ',' : '.'
  }
  return sure.length + likely.length + marksOf(others, true).length > 0 ? null : '.'
}

/** One number, also "120k" and "~ 142,000"; null for none, several, or a negative one. */
export function numberIn(text: string, mark: DecimalMark): NumberText | null {
  const read = readNumber(text, mark)
  // ".5" must not become 5.
  if (!read || read.isNegative || read.whole === '') return null
  const [, isThousands, unit = ''] = /^(k(?![\p{L}\d]))?(.*)$/isu.exec(read.behind) ?? []
  const words = `${read.before.replace(/^\s*(?:[~≈]|ca?\.|about\b)/i, '')} ${unit}`.trim()
  const thousands = isThousands ? { value: read.value * 1_000, decimals: '' } : {}
  return { ...read, words, ...thousands }
}

const SLASHED = /^(\d{1,2})([/-])(\d{1,2})[/-](\d{4}|\d{2})/
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

/** Day order of a file; null where every day is ambiguous. */
export function dayOrderIn(texts: Iterable<string>): DayOrder | null {
  for (const text of texts) {
    const [, first = '', mark, second = '', third = ''] = readBy(SLASHED, text) ?? []
    const mayBeYear = mark === '-' && third.length === 2 && Number(third) > 0 && Number(third) < 32
    if (Number(first) > 31) return 'year'
    if (Number(first) > 12 && !mayBeYear) return 'day'
    if (Number(second) > 12) return 'month'
  }
  return null
}

/** Whether any of them depends on the order. */
export function hasOpenOrder(texts: readonly string[]): boolean {
  return texts.some((text) => readBy(SLASHED, text))
}

/**
 * "2026-11-22", or null for no day. A time is dropped.
 * @param latest a two-digit year beyond it belongs to the previous century: a log is about the past
 */
export function dayIn(text: string, order: DayOrder, latest: number): string | null {
  const [, first, , second, third] = readBy(SLASHED, text) ?? []
  const slashed = {
    year: { year: first, month: second, date: third },
    day: { year: third, month: second, date: first },
    month: { year: third, month: first, date: second },
  }[order]
  const named = DAYS.map((pattern) => readBy(pattern, text)?.groups).find(Boolean)
  const { year = '', month: said = '', date = '' } = first ? slashed : (named ?? {})
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
