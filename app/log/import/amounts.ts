/** Days and numbers as other apps write them. */
import { dayProblem } from '#shared/day.ts'
import { OFFERED } from '#shared/words/languages.ts'
import { isCode } from '#shared/money.ts'
import { currencyCodes, parseMoney } from '#shared/typedMoney.ts'
import { browserLocale } from '../../device/browserLocale.ts'

/** What stands before the decimals. */
export type DecimalMark = '.' | ','
/** What comes first where a day is written 3/4/2026, or 24-03-15. */
export type DayOrder = 'month' | 'day' | 'year'

/** The cells of a file's numbers, by what they may be. */
export interface NumberCells {
  /** An odometer has no three decimals: "123.456" of one are thousands. */
  mileage: readonly string[]
  /** Nobody fills up a thousand liters: "39.752" are decimals. */
  fuel: readonly string[]
  others: readonly string[]
}

/**
 * What stands before the decimals in a file, by all its numbers: one that can be read in a single
 * way says so, else those that only one reading makes sense of. Null where each may be both.
 */
export function decimalMarkIn({ mileage, fuel, others }: NumberCells): DecimalMark | null {
  const sure = { '.': 0, ',': 0 }
  const likely = { '.': 0, ',': 0 }
  let isOpen = false
  const look = (texts: readonly string[], threeAre?: 'decimals' | 'thousands') => {
    for (const text of texts) {
      const [, whole = '', mark, behind = ''] =
        /^\D*(\d[\d.,'’\s]*?)([.,])(\d+)\D*$/.exec(text) ?? []
      if (mark !== '.' && mark !== ',') continue
      const other = mark === '.' ? ',' : '.'
      if (whole.includes(mark)) sure[other]++
      else if (behind.length !== 3 || /^0|\D|\d{4}/.test(whole)) sure[mark]++
      else if (threeAre) likely[threeAre === 'decimals' ? mark : other]++
      else isOpen = true
    }
  }
  look(mileage, 'thousands')
  look(fuel, 'decimals')
  look(others)
  for (const votes of [sure, likely]) {
    if (votes[','] !== votes['.']) return votes[','] > votes['.'] ? ',' : '.'
  }
  return isOpen || sure['.'] > 0 || likely['.'] > 0 ? null : '.'
}

/** A number of a file, with what stands around it. */
export interface ReadNumber {
  value: number
  /** "km", "€", or '' */
  words: string
  decimals: number
  /** It has marks between its thousands. */
  isGrouped: boolean
}

const NUMBER = /^(\D*)(\d(?:[\d.,'’\s]*\d)?)(?:[.,](?:[-–—]{1,2}|(?!\S)))?(\D*)$/

/** One number, also "120k" and "~ 142,000"; null for none, for several, and for one below zero. */
export function numberIn(text: string, mark: DecimalMark): ReadNumber | null {
  const [, before = '', digits = '', behind = ''] = NUMBER.exec(text.trim()) ?? []
  const [whole = '', fraction = '', ...more] = digits.split(mark)
  const isGrouped = /^\d{1,3}(?:([.,'’\s])\d{3})(?:\1\d{3})*$/.test(whole)
  const isNumber = (isGrouped || /^\d+$/.test(whole)) && /^\d*$/.test(fraction)
  // ".5" is no 5.
  const isCut = /(?:^|[\s$€£¥₹])[.,]$/.test(before) || /[-−–—()]/.test(before + behind)
  if (!isNumber || more.length > 0 || isCut) return null
  const [, isThousands, unit = ''] = /^(k(?![\p{L}\d]))?(.*)$/isu.exec(behind) ?? []
  const value = Number(`${whole.replaceAll(/\D/g, '')}.${fraction}0`) * (isThousands ? 1_000 : 1)
  const words = `${before.replace(/^\s*(?:[~≈]|ca?\.|about\b)/i, '')} ${unit}`.trim()
  return { value, words, decimals: isThousands ? 0 : fraction.length, isGrouped }
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

/** A day with nothing behind it but the time. */
function readBy(pattern: RegExp, text: string): RegExpExecArray | null {
  const found = pattern.exec(text)
  return found && TIME.test(text.slice(found[0].length)) ? found : null
}

/** The order that the days of a file have; null where each could be read in several. */
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

/** Whether an order is needed to read any of them. */
export function hasOpenOrder(texts: readonly string[]): boolean {
  return texts.some((text) => readBy(SLASHED, text))
}

/**
 * "2026-11-22", or null for what is no day. The time of the day is left out.
 * @param latest of two figures that would be a later year, the one before is meant: a log tells of
 * what was done
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

const plainWord = (word: string) =>
  word
    .normalize('NFKD')
    .replaceAll(/[\u0300-\u036f]/g, '')
    .toLowerCase()

/** "9" of "Sept", in the languages offered; '' where it is none, or may be two. */
function monthOf(word: string): string {
  monthsKnown ??= OFFERED.flatMap((tag) => {
    const { format } = new Intl.DateTimeFormat(tag, { month: 'long', timeZone: 'UTC' })
    return Array.from({ length: 12 }, (_, at) => [plainWord(format(Date.UTC(2000, at))), at + 1])
  })
  const meant = monthsKnown.filter(([name]) => String(name).startsWith(plainWord(word)))
  const [month, ...others] = new Set(meant.map(([, at]) => at))
  return month === undefined || others.length > 0 ? '' : String(month)
}
let monthsKnown: (string | number)[][] | undefined

/** What stands for a currency beside an amount, with the letters that tell which dollar is meant. */
const SIGN = /(?:[A-Z]{1,3})?[$€£¥₹₽₺₴₩₪₫₱฿]|(?<![A-Za-zÀ-ž])(?:kr|zł|Kč|Ft|lei|Fr)(?![A-Za-zÀ-ž])/

/**
 * The currency that a price or a head names.
 * @param usual what the person says is meant: of "$" and "kr" that may be several
 * @returns null where it names none; its `code` is null where nobody knows which
 */
export function currencyIn(text: string, usual: string): { code: string | null } | null {
  for (const [code] of text.matchAll(/(?<![A-Za-z])[A-Z]{3}(?![A-Za-z$])/g))
    if (currencyCodes().includes(code)) return { code }
  const sign = SIGN.exec(text)?.[0]
  if (sign !== undefined) return { code: codeOf(sign, usual) }
  const code = codeOf(text.replaceAll(/[\d.,'’\s]+/g, ' ').trim(), usual)
  return code === null ? null : { code }
}

/** The same of a text that says nothing else: "EUR", "euro", "Kč"; codes of tomorrow are let be. */
export function codeOf(text: string, usual: string): string | null {
  if (text === '') return null
  const isAsStored: boolean = isCode(text)
  if (isAsStored) return text
  const read = parseMoney(`1 ${text}`, { currency: usual, locale: browserLocale() })
  return 'money' in read ? read.money.currency : null
}
