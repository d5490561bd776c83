/** Price and quantity of a typed line, as far as the line tells which is which. */
import { centsToDecimal, parseCents } from '../money/money.ts'
import { isForeignPrice, valueIn } from '../money/pastedPrice.ts'
import {
  ANY_NUMBER,
  COUNT_EACH,
  COUNT_OF_PIECES,
  COUNT_X,
  LABELLED_COUNT,
  X_COUNT,
  MONEY,
  OF_EACH,
  PRICE_TIMES,
  METRIC,
  MEASURED,
  NEGATIVE,
  TIMES_PRICE,
} from '../text/numberPatterns.ts'
import { barePrice, isSplit, moneyFrom, priceText, saidPrice } from './prices.ts'
import { isMeasuredBy, isNamedBy, isPitch, isThread, isYear } from './sizes.ts'
import { isKept, spanOf, type Span, type TypedText } from './typedText.ts'

const HAS_CENTS = /[.,]\d{2}$/

/** Extracts price and quantity from a line, and notes other candidates as doubts. */
export function amountsIn(text: TypedText): void {
  keepSizes(text)
  const mayBeCount = !text.piece('qty')
  if (mayBeCount && !text.piece('price')) timesPrice(text)
  const said = text.piece('price') ? 'each' : saidPrice(text)
  if (mayBeCount) takeCount(text)
  if (said === 'all') shareOut(text)
  if (said === null) barePrice(text)
}

/** Unused numbers that may be the missing price or quantity become doubts. */
export function doubtAmounts(text: TypedText): void {
  if (text.piece('price') && text.piece('qty')) return
  const isName = ({ from, to }: Span) =>
    isYear(text.line.slice(from, to)) ||
    isMeasuredBy(text.after(to)) ||
    isNamedBy(text.before(from))
  for (const pattern of [MONEY, NEGATIVE, ANY_NUMBER])
    for (const span of Array.from(text.open.matchAll(pattern), (match) => spanOf(match)))
      if (pattern !== ANY_NUMBER || !isName(span)) text.doubt(span, 'amount')
}

const AT_HEAD = /^\s*\d{1,6}(?:[.,]\d{1,4})?(?= ?[x×])/i

/** "M14 x 1.5", "14 x 20 mm". At the start of a line the first number may be a quantity. */
function keepSizes(text: TypedText): void {
  for (const match of text.open.matchAll(METRIC)) text.keep(spanOf(match))
  const open = text.open.replace(AT_HEAD, ({ length }) => ' '.repeat(length))
  for (const match of open.matchAll(MEASURED)) text.keep(spanOf(match))
}

/** "2 x 12.98", "$12.98 x2", "2 @ 9": quantity and unit price. */
function timesPrice(text: TypedText): void {
  for (const match of [...text.open.matchAll(TIMES_PRICE), ...text.open.matchAll(PRICE_TIMES)]) {
    const { count = '', price = '', before, behind: unit, times } = match.groups ?? {}
    const isMoney = before !== undefined || unit !== undefined || times === '@'
    if (!isMoney && !HAS_CENTS.test(price)) continue
    const span = spanOf(match)
    const rest = text.after(span.to)
    const each = OF_EACH.exec(rest)
    if (!isMoney && !each && isMeasuredBy(rest)) {
      text.keep(span)
      return
    }
    if (!isMoney && isThread(count, price) && span.from === spanOf(match, 'count').from) {
      text.doubt(spanOf(match, 'count'), 'size')
      text.doubt(spanOf(match, 'price'), 'size')
      return
    }
    const amount = spanOf(match, 'price')
    if (isSplit(text, amount)) continue
    const from = moneyFrom(match, amount)
    const end = unit === undefined ? amount.to : spanOf(match, 'behind').to
    const why = !isMoney && isPitch(price) ? 'size' : null
    text.take('price', { from, to: end }, priceText(text, from, end), why)
    text.take('qty', spanOf(match, 'count'), count, why)
    text.drop({ from: span.from, to: span.to + (each?.[0].length ?? 0) })
    return
  }
}

/** Divides a total price by the quantity, if it divides evenly. */
function shareOut(text: TypedText): void {
  const price = text.piece('price')
  if (!price) return
  price.why = 'all'
  const count = Number(text.piece('qty')?.text ?? 0)
  const read = parseCents(isForeignPrice(price.text) ? '' : (valueIn(price.text) ?? ''))
  if (count > 1 && 'cents' in read && read.cents % count === 0)
    price.text = centsToDecimal(read.cents / count)
}

interface Count extends Span {
  text: string
  whole: Span
  isUnsure: boolean
}

/** Takes the quantity, as far as the line marks it as one. */
function takeCount(text: TypedText): void {
  const labelled = Array.from(text.open.matchAll(LABELLED_COUNT), (match) => countOf(match))
  const all = [...labelled, ...times(text), ...pieces(text)]
  const counts = all.filter((count) => all.find(({ from }) => from === count.from) === count)
  const isOther = (count: Count) => Number(count.text) !== Number(counts[0]?.text)
  const why = counts.some(isOther) ? 'several' : counts[0]?.isUnsure ? 'size' : null
  for (const count of counts) {
    if (isOther(count)) text.doubt(count, 'several')
    else {
      text.take('qty', count, count.text, why)
      text.drop(count.whole)
    }
  }
}

const countOf = (match: RegExpMatchArray, isUnsure = false): Count => ({
  ...spanOf(match, 'count'),
  text: match.groups?.['count'] ?? '',
  whole: spanOf(match),
  isUnsure,
})

/** Ends in a number, so a following "x 20" is its other dimension. */
const SIDE = /(?:^|[\s(])(?<screw>[mø])?\d+(?:[.,]\d+)?(?:mm|cm|in|["”″])?$|\d\/\d+["”″]?$/i

/** "x2", "x 2", "2x", "2 x" */
function times(text: TypedText): Count[] {
  const found: Count[] = []
  for (const match of text.open.matchAll(X_COUNT)) {
    const { from, to } = spanOf(match)
    const before = text.before(from).trimEnd()
    const side = SIDE.exec(before)
    const isApart = match.groups?.['blank'] === ' '
    if (isMeasuredBy(text.after(to)) || (isApart && side?.groups?.['screw']))
      text.keep({ from, to })
    else if (isApart && side) {
      const sideFrom = before.length - side[0].trim().length
      text.keep({ from: sideFrom, to })
      if (/^\d+$/.test(side[0].trim())) text.doubt({ from: sideFrom, to: before.length }, 'size')
      text.doubt(spanOf(match, 'count'), 'size')
    }
    // Mann's part numbers end in "x", and screws have a length.
    else found.push(countOf(match, side !== null || (isApart && endsInSize(text, from))))
  }
  for (const match of text.open.matchAll(COUNT_X)) {
    const { from, to } = spanOf(match)
    const side = /^ ?\d+(?:[.,]\d+)?(?![\w/-])/.exec(text.after(to))
    const isMeasure = side !== null || /^ ?\d+(?:[.,]\d+)?(?:mm|cm|in|["”″])/i.test(text.after(to))
    const isFirst = text.before(from).trim() === ''
    if (isMeasure && !(isFirst && !side)) text.keep({ from, to: to + (side?.[0].length ?? 0) })
    else if (Number(match.groups?.['count']) > 99 && !isFirst)
      text.doubt(spanOf(match, 'count'), 'size')
    else found.push(countOf(match, isMeasure))
  }
  return found.toSorted((a, b) => a.from - b.from)
}

function endsInSize(text: TypedText, at: number): boolean {
  const before = text.before(at).trimEnd()
  const number = text.taken.find(({ cell, to }) => cell === 'partNumber' && to === before.length)
  return isKept(before.at(-1)) || /\/\d+$/.test(number?.text ?? '')
}

/** "2 pcs"; a 94 piece set is one piece. */
function pieces(text: TypedText): Count[] {
  const found: Count[] = []
  for (const match of text.open.matchAll(COUNT_OF_PIECES)) {
    const { dash, word = '' } = match.groups ?? {}
    const span = spanOf(match)
    const rest = text.after(span.to)
    const isOne = /^(?:pc\.?|piece)$/i.test(word) && !/^1(?!\d)/.test(match[0])
    const isOfSet = /\b(?:set|kit|assortment)\b/i.test(rest) || (isOne && /^ ?[\p{L}]/u.test(rest))
    if (dash !== undefined) text.keep(span)
    else if (isOfSet) text.doubt(spanOf(match, 'count'), 'amount')
    else found.push(countOf(match))
  }
  // Beside a price, "2 each" is a quantity.
  const each = text.piece('price') ? text.open.matchAll(COUNT_EACH) : []
  return [...found, ...Array.from(each, (match) => countOf(match))]
}
