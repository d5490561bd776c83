/** Reads typed numbers that are no amounts of money, such as rates and liters. */
import { t } from '../words/words.ts'
import { type DecimalMark, readNumber } from './numberText.ts'

export function decimalMark(locale: string): DecimalMark {
  const parts = new Intl.NumberFormat(locale).formatToParts(1.5)
  return parts.some(({ type, value }) => type === 'decimal' && value === ',') ? ',' : '.'
}

/** "1,08": a number for a field, with the locale's decimal mark. `readTyped` reads it. */
export const typedNumber = (number: string | number, locale: string): string =>
  String(number).replace('.', decimalMark(locale))

/**
 * @param locale of the person: with its decimal mark "1.234" has decimals, with the other mark two
 *   readings are likely
 * @param isNone sentence for any other text
 * @returns the number as "1234.5", or a sentence
 */
export function readTyped(
  typed: string,
  locale: string,
  isNone: string,
): { number: string } | { problem: string } {
  const read = readNumber(typed)
  if (!read || read.words !== '' || read.isNegative) return { problem: isNone }
  const { amount, mark, whole, decimals, isOpen } = read
  const number = `${whole || 0}${decimals && `.${decimals}`}`
  if (!isOpen || mark === decimalMark(locale)) return { number }
  const words = { amount, plain: whole + decimals, small: `${number}0` }
  return {
    problem: t(
      '“{amount}” can be read in two ways. Write {plain}, or {small} for the smaller amount.',
      words,
    ),
  }
}
