/** Currencies that words, codes and signs name. */
import { fold } from '../text/fold.ts'
import { formatOf, isCode } from './money.ts'
import { otherMark } from './numberText.ts'

/** Names people type instead of a code or sign; of several the usual currency is meant. */
const WORDS: Record<string, string> = {
  AUD: 'au$',
  BGN: 'лв',
  CAD: 'c$',
  CHF: 'fr sfr franken',
  CNY: '元',
  CZK: 'kč',
  EUR: 'euro euros',
  GBP: 'pound pounds',
  INR: 'rs rupee rupees /-',
  JPY: '円 yen',
  KES: '/-',
  LKR: 'rs rupee rupees /-',
  MUR: 'rs rupee rupees',
  NPR: 'rs rupee rupees /-',
  PKR: 'rs rupee rupees /-',
  PLN: 'zł zl',
  RUB: 'руб',
  SEK: 'kronor :-',
  TRY: 'tl',
  TZS: '/-',
  UAH: 'грн',
  UGX: '/-',
  USD: 'us$ dollar dollars',
}

/** Signs inside of other words, as in a heading. */
const SIGNS =
  /(?<![A-Za-z])[A-Z]{3}(?![A-Za-z$])|[A-Z]{0,3}[\p{Sc}]|(?<![\p{L}])(?:kr|zł|Kč|Ft|lei|Fr)(?![\p{L}])/gu

/** Currencies that any text names, such as "Price ($)"; none where it names none. */
export function currenciesIn(text: string, usual: string, locale?: string): readonly string[] {
  const words = text.replaceAll(/\d[\d.,'’\s]*/g, ' ').trim()
  const named = words === '' ? [] : currenciesOf(words, usual, locale)
  if (words === '' || named.length > 0) return named
  const isKnown = (sign: string) => meaningsOf(sign, locale).all.length > 0
  const signs = (words.match(SIGNS) ?? []).filter(isKnown).join(' ')
  return signs === '' ? [] : currenciesOf(signs, usual, locale)
}

/**
 * Currencies that the words around a number name: none for other words, several when ambiguous.
 * @param usual of amounts without words, and of a sign that may be its own
 */
export function currenciesOf(words: string, usual: string, locale = 'en-US'): readonly string[] {
  // Its own sign first: loading all signs takes a while.
  if (['', usual].includes(words) || signKey(words) === marksOf(usual, locale).sign) return [usual]
  // "F CFA" is one sign; "$12.50 CAD" has two.
  const whole = meaningsOf(words, locale)
  const isOne = whole.all.length > 0
  const each = isOne ? [whole] : words.split(/\s+/).map((word) => meaningsOf(word, locale))
  const meant = (which: keyof Meanings) =>
    [...new Set(each[0]?.[which])].filter((code) => each.every((one) => one[which].includes(code)))
  const all = meant('all')
  if (all.includes(usual)) return [usual]
  const near = meant('near')
  // "50p" does not mean pula.
  if (/^[a-z]$/i.test(words) && near.length !== 1) return []
  return all.length > 1 && near.length === 1 ? near : all
}

interface Meanings {
  /** Currencies with that name in any locale. */
  all: string[]
  /** Currencies with that name in this locale. */
  near: string[]
}

/** Swiss locales format "EUR", yet people type "€". */
const meaningsOf = (word: string, locale = 'en-US'): Meanings =>
  signsOf(locale).get(signKey(word)) ?? {
    all: signsOf('en-US').get(signKey(word))?.all ?? [],
    near: [],
  }

/** Codes this browser knows. */
export function currencyCodes(): readonly string[] {
  return (codesKnown ??= Intl.supportedValuesOf('currency'))
}
let codesKnown: readonly string[] | undefined

/** Direction marks and invisible characters. */
export const UNSEEN = /[\u00ad\u061c\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g

/** Look-up key of a sign: "Fr." and "fr" are equal. */
const signKey = (sign: string) =>
  fold(sign).replaceAll(/\s/g, '').replaceAll(UNSEEN, '').replace(/\.$/, '')

const signsKnown = new Map<string, Map<string, Meanings>>()

/** Meanings of all codes, signs and words, by their keys. */
function signsOf(locale: string): Map<string, Meanings> {
  const known = signsKnown.get(locale)
  if (known) return known
  const signs = new Map<string, Meanings>()
  const add = (sign: string, currency: string, isNear = true) => {
    const { all = [], near = [] } = signs.get(signKey(sign)) ?? {}
    signs.set(signKey(sign), {
      all: [...all, currency],
      near: isNear ? [...near, currency] : near,
    })
  }
  for (const currency of currencyCodes()) {
    const [sign = '', narrow = ''] = (['symbol', 'narrowSymbol'] as const).map(
      (currencyDisplay) => {
        const format = new Intl.NumberFormat(locale, {
          style: 'currency',
          currency,
          currencyDisplay,
        })
        return format.formatToParts(1).find(({ type }) => type === 'currency')?.value
      },
    )
    for (const word of [currency, sign, ...(WORDS[currency]?.split(' ') ?? [])]) add(word, currency)
    add(narrow, currency, false)
  }
  signsKnown.set(locale, signs)
  return signs
}

interface Marks {
  decimal: string
  /** Digits 0 to 9 of the locale: some scripts have surrogate pairs. */
  digits: string[]
  /** Key of the currency's sign. */
  sign: string
}
const marksKnown = new Map<string, Marks>()

/** How a locale writes amounts of a currency. */
export function marksOf(currency: string, locale: string): Marks {
  const key = locale + currency
  const known = marksKnown.get(key)
  if (known) return known
  const parts = (code: string) => formatOf(code, locale).formatToParts(9_876_543_210)
  const own = parts(isCode(currency) ? currency : 'XXX')
  const find = (part: string, all = own) => all.find(({ type }) => type === part)?.value
  const digits = own.flatMap(({ type, value }) => (type === 'integer' ? Array.from(value) : []))
  const group = find('group')
  // The one for amounts without decimals does not separate thousands.
  const unsaid = group === '.' || group === ',' ? otherMark(group) : find('decimal', parts('EUR'))
  const marks = {
    digits: digits.reverse(),
    decimal: find('decimal') ?? unsaid ?? '.',
    sign: signKey(find('currency') ?? ''),
  }
  marksKnown.set(key, marks)
  return marks
}
