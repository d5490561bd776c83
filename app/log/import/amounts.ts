/** Days and numbers as other apps write them. */
import { dayProblem } from '#shared/day.ts'
import { isCode } from '#shared/money.ts'
import { currencyCodes, parseMoney } from '#shared/typedMoney.ts'
import { browserLocale } from '../../device/browserLocale.ts'

/** What stands before the decimals. */
export type DecimalMark = '.' | ','
/** What comes first where a day is written 3/4/2026. */
export type DayOrder = 'month' | 'day'

/**
 * What stands before the decimals in a file, by all its numbers: a mark with no or more than three
 * figures behind it, or behind another mark, says so.
 */
export function decimalMarkIn(texts: Iterable<string>): DecimalMark {
  let points = 0
  let commas = 0
  for (const text of texts) {
    const mark = /^\D*\d[\d.,'’  ]*?([.,])(\d+)\D*$/.exec(text)
    if (!mark) continue
    const [, sign = '', behind = ''] = mark
    const others = text.replace(/[.,]\d+\D*$/, '')
    const isSure = behind.length !== 3 || /[.,]/.test(others.replaceAll(sign, ''))
    if (!isSure || others.includes(sign)) continue
    if (sign === ',') commas++
    else points++
  }
  return commas > points ? ',' : '.'
}

/** A number without its thousands, signs and words; null for none. */
export function numberIn(text: string, mark: DecimalMark): number | null {
  const digits = /-?\d[\d.,'’  ]*/.exec(text)?.[0].replaceAll(/['’  ]/g, '')
  if (digits === undefined) return null
  const plain =
    mark === ',' ? digits.replaceAll('.', '').replace(',', '.') : digits.replaceAll(',', '')
  const value = Number(plain.replace(/\.$/, ''))
  return Number.isFinite(value) ? value : null
}

const SLASHED = /^(\d{1,2})[/-](\d{1,2})[/-](\d{4}|\d{2})(?!\d)/

/** The order that the days of a file have; null where each could be read in both. */
export function dayOrderIn(texts: Iterable<string>): DayOrder | null {
  for (const text of texts) {
    const [, first = '', second = ''] = SLASHED.exec(text) ?? []
    if (Number(first) > 12) return 'day'
    if (Number(second) > 12) return 'month'
  }
  return null
}

/** Whether an order is needed to read any of them. */
export function hasOpenOrder(texts: readonly string[]): boolean {
  return texts.some((text) => SLASHED.test(text))
}

/** "2026-11-22", or null for what is no day. The time of the day is left out. */
export function dayIn(text: string, order: DayOrder): string | null {
  const iso = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?!\d)/.exec(text)
  const dotted = /^(\d{1,2})\.(\d{1,2})\.(\d{4}|\d{2})(?!\d)/.exec(text)
  const slashed = SLASHED.exec(text)
  const parts = iso
    ? [iso[1], iso[2], iso[3]]
    : dotted
      ? [dotted[3], dotted[2], dotted[1]]
      : slashed && order === 'day'
        ? [slashed[3], slashed[2], slashed[1]]
        : slashed && [slashed[3], slashed[1], slashed[2]]
  if (!parts) return null
  const [year = '', month = '', date = ''] = parts
  const full = year.length === 2 ? `20${year}` : year
  const day = `${full}-${month.padStart(2, '0')}-${date.padStart(2, '0')}`
  return dayProblem(day) === null ? day : null
}

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
  return sign === undefined ? null : { code: codeOf(sign, usual) }
}

/** The same of a text that says nothing else: "EUR", "euro", "Kč"; codes of tomorrow are let be. */
export function codeOf(text: string, usual: string): string | null {
  const isAsStored: boolean = isCode(text)
  if (isAsStored) return text
  const read = parseMoney(`1 ${text}`, { currency: usual, locale: browserLocale() })
  return 'money' in read ? read.money.currency : null
}
