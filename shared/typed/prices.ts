/** Price of a typed line. */
import { DOLLARS } from '../money/money.ts'
import { isForeignPrice } from '../money/pastedPrice.ts'
import { BARE_PRICE, OF_EACH, PRICE_LABEL, SAID_PRICE } from '../text/numberPatterns.ts'
import { isMeasuredBy, isNormedBy } from './sizes.ts'
import { spanOf, type Span, type TypedText } from './typedText.ts'

/** A price per liter is not a price per bottle. */
const OF_MEASURE = /^ ?(?:\/|per ) ?[\p{L}]/iu
const OF_ALL =
  /^ ?(?:(?:in )?total|altogether|for (?:all )?(?<count>\d{1,2})(?![\w.,/])|for (?:both|all|(?:the |a )?(?:pair|set|lot))|(?:\/|per |a ) ?(?:pair|set|lot))(?!\w)/iu
/** Text after an amount that rules it out as a price: a range, thousands, a discount. */
const NO_PRICE =
  /^(?: ?[-–—] ?[\p{Sc}]?\d| \d{3}(?![\d.,])|[km](?!\w)| ?(?:off|core|deposit|ship(?:ping)?|tax|discount|rebate)(?!\w))/iu

interface Price extends Span {
  text: string
  isEach: boolean
  isOfAll: boolean
  isOfMeasure: boolean
  /** Quantity in "2 for $20". */
  count: Span | null
  /** Span with the words around it. */
  whole: Span
}

/** Takes a marked price. @returns whether it is per piece or for all; null without one */
export function saidPrice(text: TypedText): 'each' | 'all' | null {
  const prices = pricesIn(text)
  const isOwn = (price: Price) => text.currency !== DOLLARS || !isForeignPrice(price.text)
  const own = prices.filter(isOwn)
  const those = own.length > 0 ? own : prices
  const chosen = those.find((price) => price.isEach) ?? those[0]
  if (!chosen) return text.doubts.length > 0 ? 'each' : null
  const isOneOfSeveral = those.length > 1 && !chosen.isEach
  text.take(
    'price',
    chosen,
    chosen.text,
    isOneOfSeveral ? 'several' : chosen.isOfMeasure ? 'size' : null,
  )
  if (chosen.count && !text.piece('qty')) text.take('qty', chosen.count)
  text.drop(chosen.whole)
  for (const other of prices) if (other !== chosen) text.doubt(other, 'several')
  return chosen.isOfAll ? 'all' : 'each'
}

function pricesIn(text: TypedText): Price[] {
  const found: Price[] = []
  for (const match of text.open.matchAll(SAID_PRICE)) {
    const { amount, before = '', for: count } = match.groups ?? {}
    const number = spanOf(match, amount === undefined ? 'bare' : 'amount')
    const whole = spanOf(match)
    const rest = text.after(whole.to)
    const isThousands = !/[.,]\d{1,2}$/.test(text.line.slice(number.from, number.to))
    const none = NO_PRICE.exec(rest)
    // "2 USD 12.50": a currency between two numbers belongs to the second.
    const isBetween = amount === undefined && /^ ?\d[\d'’ ]{0,9}[.,]\d{2}(?!\d)/.test(rest)
    if (isBetween || isSplit(text, number) || (none && (isThousands || !/^ \d/.test(none[0])))) {
      text.doubt(whole, 'several')
      continue
    }
    const each = OF_EACH.exec(rest)
    const all = count === undefined ? OF_ALL.exec(rest) : null
    const words = (each ?? all)?.[0].length ?? 0
    const behind = all?.groups?.['count'] && spanOf(all, 'count')
    const counted = count !== undefined && spanOf(match, 'for')
    const from = moneyFrom(match, number)
    const to = /[-–—]$/.test(match[0]) ? number.to : whole.to
    found.push({
      from,
      to,
      text: priceText(text, from, to),
      isEach: each !== null || /^[@à]|each/i.test(before),
      isOfMeasure: !each && !all && OF_MEASURE.test(rest),
      isOfAll: counted !== false || all !== null || /(?:total|sum):? $/i.test(text.before(from)),
      count:
        counted || (behind ? { from: whole.to + behind.from, to: whole.to + behind.to } : null),
      whole: { from: whole.from, to: whole.to + words },
    })
  }
  return found
}

/** Start of an amount, including its currency mark. */
export function moneyFrom(match: RegExpMatchArray, { from }: Span): number {
  const money = match.groups?.['before']?.replace(PRICE_LABEL, '') ?? ''
  return money === '' ? from : spanOf(match, 'before').to - money.length
}

/** "1 299 €" may be one piece at 299: thousands, or a quantity. */
export function isSplit(text: TypedText, { from, to }: Span): boolean {
  const number = text.line.slice(from, to)
  const isAfter = /^\d{3}(?:[.,]\d{1,2})?$/.test(number)
  const isBefore = /^\d{1,3}$/.test(number)
  return (
    (isAfter && /(?<![\d.,])\d{1,3} $/.test(text.before(from))) ||
    (isBefore && /^ \d{3}(?![\d.,])/.test(text.after(to)))
  )
}

/** A price without its dollar sign; other currencies keep theirs. */
export function priceText(text: TypedText, from: number, to: number): string {
  const said = text.line.slice(from, to).trim()
  if (isForeignPrice(said)) return said
  const plain = text.currency === DOLLARS ? /us ?\$|usd|dollars?|[$@à]/gi : /[@à]/gi
  return said.replaceAll(plain, '').trim()
}

/** Takes a number with cents when nothing else is a price. */
export function barePrice(text: TypedText): void {
  const found: { span: Span; whole: Span }[] = []
  for (const match of text.open.matchAll(BARE_PRICE)) {
    const span = spanOf(match)
    const rest = text.after(span.to)
    const before = text.before(span.from)
    const each = OF_EACH.exec(rest)
    if (!each && (/^[\p{L}]/u.test(rest) || isMeasuredBy(rest) || isNormedBy(before))) continue
    const isSide = /\d ?[x×] ?$/i.test(before) || /^ ?[x×] ?\d/.test(rest)
    if (isSide && /[mø]\d+ ?[x×] ?$/i.test(before)) text.keep(span)
    else if (isSide || /^ ?[-–—] ?\d/.test(rest)) text.doubt(span, 'size')
    else found.push({ span, whole: { from: span.from, to: span.to + (each?.[0].length ?? 0) } })
  }
  const last = found.pop()
  if (!last) return
  text.take('price', last.span, undefined, found.length > 0 ? 'several' : null)
  text.drop(last.whole)
  for (const { span } of found) text.doubt(span, 'several')
}
