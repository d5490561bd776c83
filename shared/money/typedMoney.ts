/**
 * Parses amounts as people type them: "12,50", "1.234,50 €", "CHF 1'200", "12.–". An ambiguous
 * amount is never guessed: it is refused with a sentence on how to write it.
 */
import type { Money } from './money.ts'

import { t } from '../words/words.ts'
import { digitsOf, DOLLARS, formatMoney, formatOf, isCode, maxMinorOf } from './money.ts'

export interface TypedIn {
  /** Currency of bare amounts, and of "$" or "kr" where they may mean it. */
  currency?: string
  /** Locale of the person: decides between thousands and decimals, and whose "$" it is. */
  locale?: string
}

export type MoneyProblem = 'not_a_number' | 'negative' | 'too_much' | 'decimals' | 'ambiguous'

export type TypedMoney = { money: Money } | { problem: MoneyProblem; sentence: string }

const no = (problem: MoneyProblem, sentence: string): TypedMoney => ({ problem, sentence })
const noNumber = () => no('not_a_number', t('A price is a number, for example 12.50.'))

/** Direction marks and invisible characters. */
const UNSEEN = /[\u00ad\u061c\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g
const BLANKS = /[\s'’`´]/
/** From first to last digit; separators are judged later. */
const NUMBER = /\d(?:[\d.,\s'’`´]*\d)?/u

/** Parses a typed or pasted amount. */
export function parseMoney(
  typed: string,
  { currency = DOLLARS, locale = 'en-US' }: TypedIn = {},
): TypedMoney {
  const text = withPlainDigits(typed, currency, locale)
  const number = NUMBER.exec(text)
  if (!number) return noNumber()
  let before = text.slice(0, number.index)
  // "12.–", "12,--", "449:-" in Sweden and "1250/-" in India: no decimals.
  const behind = text
    .slice(number.index + number[0].length)
    .replace(/^[.,]?\s?[-–—]{1,2}(?!\d)|^\s?[/:][-–=](?=\s|$)|^[.,](?=\s|$)/, '')
  let amount = number[0]
  // ".5", "$ .5", but not "Rs.5".
  const [, , point = ''] = /(^|[\s$€£¥₹])([.,])$/.exec(before) ?? []
  if (point && /^\d+$/.test(amount)) {
    amount = `0${point}${amount}`
    before = before.slice(0, -1)
  }
  const sign = /[-−–]/
  if (/\d/.test(behind) || sign.test(behind)) return noNumber()
  const isNegative = sign.test(before)
  const words = `${before.replace(sign, '')} ${behind}`.trim()
  const known = currencyIn(words, currency, locale)
  if (!known) return noNumber()
  if (isNegative) return no('negative', t('A price cannot be below 0.'))
  if (known.length > 1) {
    const [first = '', second = ''] = known
    return no(
      'ambiguous',
      t(
        '“{words}” may be {first}, {second} or another currency. Write the code: {first} {amount}.',
        { words, first, second, amount },
      ),
    )
  }
  return inCurrency(amount, known[0] ?? currency, locale)
}

/** Splits a number into whole part and decimals by its marks. */
function inCurrency(amount: string, currency: string, locale: string): TypedMoney {
  const digits = digitsOf(currency)
  const marks = [...new Set(amount.replaceAll(/\d/g, ''))]
  let [whole, fraction] = [amount, '']
  const last = marks.at(-1) ?? ''
  const lastAt = amount.lastIndexOf(last)
  const behind = amount.length - lastAt - 1
  const isOnce = last !== '' && amount.indexOf(last) === lastAt
  if (isOnce && !BLANKS.test(last)) {
    const isGroup = behind === 3 && marks.length === 1 && /^[1-9]\d{0,2}[.,]/.test(amount)
    const isDecimal = !isGroup || isDecimalMark(last, digits, currency, locale)
    if (isGroup && isDecimal && digits !== 3) {
      const plain = amount.replace(last, '')
      const small = `${amount.slice(0, lastAt)}.${amount.slice(lastAt + 1, lastAt + 1 + digits)}`
      const sentence =
        digits === 0
          ? t('“{amount}” can be read in two ways. Write {plain}.', { amount, plain })
          : t(
              '“{amount}” can be read in two ways. Write {plain}, or {small} for the smaller amount.',
              { amount, plain, small },
            )
      return no('ambiguous', sentence)
    }
    if (isDecimal) [whole, fraction] = [amount.slice(0, lastAt), amount.slice(lastAt + 1)]
  }
  const plain = withoutGroups(whole)
  if (plain === null || plain.length > 15) return noNumber()
  if (/[1-9]/.test(fraction.slice(digits))) {
    return no('decimals', decimalsSentence(currency, digits))
  }
  const minor = Number(plain + fraction.slice(0, digits).padEnd(digits, '0'))
  const most = maxMinorOf(currency)
  if (minor > most)
    return no(
      'too_much',
      t('A price goes up to {amount}.', { amount: formatMoney({ minor: most, currency }) }),
    )
  return { money: { minor, currency } }
}

function decimalsSentence(currency: string, digits: number): string {
  if (currency === DOLLARS) return t('A price has at most 2 decimals.')
  if (digits === 0) return t('A price in {currency} has no decimals.', { currency })
  return t('A price in {currency} has at most {digits} decimals.', { currency, digits })
}

/** Whether "1.234" has three decimals, in this locale. */
function isDecimalMark(mark: string, digits: number, currency: string, locale: string): boolean {
  // As fields display it.
  if (digits === 3 && mark === '.') return true
  return marksOf(currency, locale).decimal === mark
}

/** "1'234" -> "1234"; null when the groups are not thousands. */
function withoutGroups(whole: string): string | null {
  if (/^\d+$/.test(whole)) return whole
  const marks = new Set(whole.replaceAll(/\d/g, '').replaceAll(/\s/g, ' '))
  if (marks.size > 1) return null
  const groups = whole.split(/\D/)
  const [first = '', ...rest] = groups
  // India groups by two after the first thousand: "12,34,567".
  const isPlain = rest.every((group) => group.length === 3)
  const isLakh =
    marks.has(',') &&
    rest.at(-1)?.length === 3 &&
    first.length < 3 &&
    rest.slice(0, -1).every((group) => group.length === 2)
  if (!/^[1-9]\d{0,2}$/.test(first) || !(isPlain || isLakh)) return null
  return groups.join('')
}

interface Marks {
  decimal: string
  /** Digits 0 to 9 of the locale. */
  digits: string
  /** Sign of the currency. */
  sign: string
}
const marksKnown = new Map<string, Marks>()
const digitsKnown = new Map<string, [digits: string, decimal: string]>()

function marksOf(currency: string, locale: string): Marks {
  const key = locale + currency
  let marks = marksKnown.get(key)
  if (!marks) {
    const parts = formatOf(isCode(currency) ? currency : 'XXX', locale).formatToParts(1_234_567)
    const valueOf = (type: string) => parts.find((part) => part.type === type)?.value
    const [digits, usual] = digitsKnown.get(locale) ?? digitsOfLocale(locale)
    marks = {
      digits,
      decimal: valueOf('decimal') ?? opposite(valueOf('group')) ?? usual,
      sign: signKey(valueOf('currency') ?? ''),
    }
    marksKnown.set(key, marks)
  }
  return marks
}

/** For amounts without decimals: the mark that does not separate thousands. */
const opposite = (group: string | undefined) =>
  group === '.' ? ',' : group === ',' ? '.' : undefined

/** Digits of some scripts are surrogate pairs. */
const lettersOf = (text: string): string[] => Array.from(text)

function digitsOfLocale(locale: string): [digits: string, decimal: string] {
  const plain = new Intl.NumberFormat(locale, { useGrouping: false })
  // From a currency format: some locales write amounts differently from numbers.
  const parts = formatOf('EUR', locale).formatToParts(1)
  const decimal = parts.find(({ type }) => type === 'decimal')?.value ?? '.'
  const found: [string, string] = [
    lettersOf(plain.format(9_876_543_210)).reverse().join(''),
    decimal,
  ]
  digitsKnown.set(locale, found)
  return found
}

/** Converts digits and marks of other scripts, and drops direction marks. */
function withPlainDigits(typed: string, currency: string, locale: string): string {
  const { decimal, digits } = marksOf(currency, locale)
  let text = typed.replaceAll(UNSEEN, '').replace(/(\d)€(\d\d)$/, '$1.$2 €')
  if (!digits.startsWith('0')) {
    const ours = lettersOf(digits)
    text = lettersOf(text)
      .map((one) => (ours.includes(one) ? ours.indexOf(one) : one))
      .join('')
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

/** Names people type instead of a code or sign; of several the kit's currency is meant. */
const WORDS: Record<string, readonly string[]> = {
  euro: ['EUR'],
  euros: ['EUR'],
  us$: ['USD'],
  c$: ['CAD'],
  dollar: ['USD'],
  dollars: ['USD'],
  pound: ['GBP'],
  pounds: ['GBP'],
  fr: ['CHF'],
  sfr: ['CHF'],
  franken: ['CHF'],
  rs: ['INR', 'PKR', 'LKR', 'NPR', 'MUR'],
  rupee: ['INR', 'PKR', 'LKR', 'NPR', 'MUR'],
  rupees: ['INR', 'PKR', 'LKR', 'NPR', 'MUR'],
  円: ['JPY'],
  yen: ['JPY'],
  元: ['CNY'],
  zł: ['PLN'],
  zl: ['PLN'],
  kč: ['CZK'],
  kronor: ['SEK'],
  руб: ['RUB'],
  грн: ['UAH'],
  лв: ['BGN'],
}

/** Currencies named by the words around a number; several when ambiguous, null for none. */
function currencyIn(words: string, currency: string, locale: string): readonly string[] | null {
  // Its own sign first: loading all signs takes a while.
  if (words === '' || signKey(words) === marksOf(currency, locale).sign) return [currency]
  // "F CFA" is one sign; "$12.50 CAD" has two.
  const whole = meaningsOf(words, locale)
  let [all, near] =
    whole.all.length > 0 ? [whole.all, whole.near] : [currencyCodes(), currencyCodes()]
  for (const word of whole.all.length > 0 ? [] : words.split(/\s+/)) {
    const meant = meaningsOf(word, locale)
    all = all.filter((code) => meant.all.includes(code))
    near = near.filter((code) => meant.near.includes(code))
  }
  if (all.includes(currency)) return [currency]
  // "50p" does not mean pula.
  if (/^[a-z]$/i.test(words) && near.length !== 1) return null
  const sure = all.length > 1 && near.length === 1 ? near : all
  return sure.length > 0 ? sure : null
}

interface Meanings {
  /** Currencies with that name in any locale. */
  all: readonly string[]
  /** Currencies with that name in this locale. */
  near: readonly string[]
}

/** Currencies a code, sign or word may mean. */
function meaningsOf(word: string, locale: string): Meanings {
  const key = signKey(word)
  const code = key.toUpperCase()
  const said = currencyCodes().includes(code) ? [code] : WORDS[key]
  // Swiss locales format "EUR", yet people type "€".
  const elsewhere = () => ({ all: signsOf('en-US').get(key)?.all ?? [], near: [] })
  const { all, near } = signsOf(locale).get(key) ?? elsewhere()
  // Albanian calls today's guilder by its predecessor's code.
  if (said === undefined) return { all, near }
  return { all: [...new Set([...said, ...all])], near: [...new Set([...said, ...near])] }
}

/** Codes this browser knows. */
export function currencyCodes(): readonly string[] {
  return (codesKnown ??= Intl.supportedValuesOf('currency'))
}
let codesKnown: readonly string[] | undefined

/** Look-up key of a sign: "Fr." and "fr" are equal. */
const signKey = (sign: string) =>
  sign.replaceAll(/\s/g, '').replaceAll(UNSEEN, '').toLowerCase().replace(/\.$/, '')

const signsKnown = new Map<string, Map<string, Meanings>>()

function signsOf(locale: string): Map<string, Meanings> {
  let signs = signsKnown.get(locale)
  if (signs) return signs
  const all = new Map<string, string[]>()
  const near = new Map<string, string[]>()
  for (const currency of currencyCodes()) {
    const [own, narrow] = (['symbol', 'narrowSymbol'] as const).map((currencyDisplay) => {
      const options = { style: 'currency', currency, currencyDisplay } as const
      const parts = new Intl.NumberFormat(locale, options).formatToParts(1)
      return signKey(parts.find(({ type }) => type === 'currency')?.value ?? '')
    })
    if (own) near.set(own, [...(near.get(own) ?? []), currency])
    for (const sign of new Set([own, narrow]))
      if (sign) all.set(sign, [...(all.get(sign) ?? []), currency])
  }
  signs = new Map(
    [...all].map(([sign, codes]) => [sign, { all: codes, near: near.get(sign) ?? [] }]),
  )
  signsKnown.set(locale, signs)
  return signs
}
