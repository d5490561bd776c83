/**
 * Parses amounts as people type them: "12,50", "1.234,50 €", "CHF 1'200", "12.–". An ambiguous
 * amount is never guessed: it is refused with a sentence on how to write it.
 */
import type { Money } from './money.ts'

import { t } from '../words/words.ts'
import { currenciesOf, marksOf, UNSEEN } from './currencyWords.ts'
import { digitsOf, DOLLARS, formatMoney, maxMinorOf } from './money.ts'
import { readNumber } from './numberText.ts'

export interface TypedIn {
  /** Currency of bare amounts, and of "$" or "kr" where they may mean it. */
  currency?: string
  /** Locale of the person: decides between thousands and decimals, and whose "$" it is. */
  locale?: string
}

export type MoneyProblem = 'not_a_number' | 'negative' | 'too_much' | 'decimals' | 'ambiguous'

export type TypedMoney = { money: Money } | { problem: MoneyProblem; sentence: string }

const no = (problem: MoneyProblem, sentence: string): TypedMoney => ({ problem, sentence })

/** Parses a typed or pasted amount. */
export function parseMoney(
  typed: string,
  { currency: usual = DOLLARS, locale = 'en-US' }: TypedIn = {},
): TypedMoney {
  const read = readNumber(withPlainDigits(typed, usual, locale))
  const [currency, second] = read ? currenciesOf(read.words, usual, locale) : []
  if (!read || currency === undefined)
    return no('not_a_number', t('A price is a number, for example 12.50.'))
  const { amount, mark, words } = read
  if (read.isNegative) return no('negative', t('A price cannot be below 0.'))
  if (second !== undefined) {
    const named = { words, first: currency, second, amount }
    return no(
      'ambiguous',
      t(
        '“{words}” may be {first}, {second} or another currency. Write the code: {first} {amount}.',
        named,
      ),
    )
  }
  const digits = digitsOf(currency)
  // With three decimals as fields display it.
  const isDecimal = marksOf(currency, locale).decimal === mark || (digits === 3 && mark === '.')
  if (read.isOpen && isDecimal && digits !== 3) {
    const plain = read.whole + read.decimals
    const small = `${read.whole}.${read.decimals.slice(0, digits)}`
    const sentence =
      digits === 0
        ? t('“{amount}” can be read in two ways. Write {plain}.', { amount, plain })
        : t(
            '“{amount}” can be read in two ways. Write {plain}, or {small} for the smaller amount.',
            { amount, plain, small },
          )
    return no('ambiguous', sentence)
  }
  const isThousands = read.isOpen && !isDecimal
  if (!isThousands && /[1-9]/.test(read.decimals.slice(digits)))
    return no('decimals', decimalsSentence(currency, digits))
  const minor = Math.round(read.value * 10 ** digits * (isThousands ? 1_000 : 1))
  if (minor <= maxMinorOf(currency)) return { money: { minor, currency } }
  const most = formatMoney({ minor: maxMinorOf(currency), currency })
  return no('too_much', t('A price goes up to {amount}.', { amount: most }))
}

function decimalsSentence(currency: string, digits: number): string {
  if (currency === DOLLARS) return t('A price has at most 2 decimals.')
  if (digits === 0) return t('A price in {currency} has no decimals.', { currency })
  return t('A price in {currency} has at most {digits} decimals.', { currency, digits })
}

/** Converts digits and marks of other scripts, and drops direction marks. */
function withPlainDigits(typed: string, currency: string, locale: string): string {
  const { decimal, digits } = marksOf(currency, locale)
  let text = typed.replaceAll(UNSEEN, '').replace(/(\d)€(\d\d)$/, '$1.$2 €')
  if (digits[0] !== '0') {
    text = Array.from(text, (one) => (digits.includes(one) ? digits.indexOf(one) : one)).join('')
  }
  text = text.replaceAll(/[٬،⹁]/g, ',').replaceAll('٫', '.')
  // "12$50" in escudos.
  if (!/[.,٫]/.test(decimal)) {
    const marks = text.matchAll(/(?<=\d)\D(?=\d)/g)
    const at = [...marks].find(([mark]) => mark === decimal)?.index
    if (at !== undefined) text = `${text.slice(0, at)}.${text.slice(at + 1)}`
  }
  return text.trim()
}
