/** The price and the quantity in a typed line, as far as it says which is which. */
import { centsToDecimal, parseCents } from '../../money.ts'
import { readPastedPrice } from '../pastedPrice.ts'
import { takeCount } from './counts.ts'
import {
  ANY_NUMBER,
  MONEY,
  OF_EACH,
  PRICE_TIMES,
  METRIC,
  MEASURED,
  NEGATIVE,
  TIMES_PRICE,
} from './numberPatterns.ts'
import { barePrice, isSplit, moneyFrom, priceText, saidPrice } from './prices.ts'
import { isMeasuredBy, isNamedBy, isNormedBy, isPitch, isThread, isYear } from './sizes.ts'
import { spanOf, type TypedText } from './typedText.ts'

const HAS_CENTS = /[.,]\d{2}$/

/** Takes the price and the quantity out of a line, and says what else could be one. */
export function amountsIn(text: TypedText): void {
  keepSizes(text)
  const mayBePrice = !text.piece('price')
  const mayBeCount = !text.piece('qty')
  let isOfAll = false
  let isSaid = !mayBePrice
  if (mayBePrice && mayBeCount) timesPrice(text)
  if (mayBePrice && !text.piece('price')) {
    const said = saidPrice(text)
    isSaid = said !== null
    isOfAll = said === 'all'
  }
  if (mayBeCount) takeCount(text)
  if (isOfAll) shareOut(text)
  if (!isSaid && !text.piece('price')) barePrice(text)
}

/** Numbers that nothing was made of and that may be the missing price or quantity: said. */
export function doubtAmounts(text: TypedText): void {
  if (text.piece('price') && text.piece('qty')) return
  for (const match of text.open.matchAll(MONEY)) text.doubt(spanOf(match), 'amount')
  for (const match of text.open.matchAll(NEGATIVE)) text.doubt(spanOf(match), 'amount')
  for (const match of text.open.matchAll(ANY_NUMBER)) {
    const span = spanOf(match)
    const isName =
      isYear(match[0]) ||
      isMeasuredBy(text.after(span.to)) ||
      isNamedBy(text.before(span.from)) ||
      isNormedBy(text.before(span.from))
    if (!isName) text.doubt(span, 'amount')
  }
}

const AT_HEAD = /^\s*\d{1,6}(?:[.,]\d{1,4})?(?= ?[x×])/i

/** "M14 x 1.5", "14 x 20 mm". At the head of a line the first number may say how many. */
function keepSizes(text: TypedText): void {
  for (const match of text.open.matchAll(METRIC)) text.keep(spanOf(match))
  const open = text.open.replace(AT_HEAD, ({ length }) => ' '.repeat(length))
  for (const match of open.matchAll(MEASURED)) text.keep(spanOf(match))
}

/** "2 x 12.98", "$12.98 x2", "2 @ 9": how many for how much each. */
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

/** The price of all of them, for each of them, where that comes out even. */
function shareOut(text: TypedText): void {
  const price = text.piece('price')
  if (!price) return
  price.why = 'all'
  const count = Number(text.piece('qty')?.text ?? 0)
  const read = parseCents(readPastedPrice(price.text) ?? '')
  if (count > 1 && 'cents' in read && read.cents % count === 0)
    price.text = centsToDecimal(read.cents / count)
}
