/** Price and quantity of a typed line, as far as the line tells which is which. */
import { LEFT_OVER } from '../money/amountPatterns.ts'
import { centsToDecimal, DOLLARS } from '../money/money.ts'
import { isForeignPrice, valueIn } from '../money/pastedPrice.ts'
import { isMeasuredBy, isNamedBy, isNormedBy, isPitch, isThread, isYear, SIZES } from './sizes.ts'
import { takeCount } from './counts.ts'
import { amountsOf, type Amount } from './lineAmounts.ts'
import { spanOf, type Span, type TypedText } from './typedText.ts'

/** Extracts price and quantity from a line, and notes other candidates as doubts. */
export function amountsIn(text: TypedText): void {
  for (const size of text.open.matchAll(SIZES)) text.keep(spanOf(size))
  const mayBeCount = !text.piece('qty')
  if (mayBeCount && !text.piece('price')) takeProduct(text)
  const mayBePrice = !text.piece('price')
  if (mayBeCount) takeCount(text)
  if (mayBePrice) takePrice(text)
}

/** Unused numbers that may be the missing price or quantity become doubts. */
export function doubtAmounts(text: TypedText): void {
  if (text.piece('price') && text.piece('qty')) return
  for (const match of text.open.matchAll(LEFT_OVER)) {
    const span = spanOf(match)
    const isName =
      isYear(match[0]) || isMeasuredBy(text.after(span.to)) || isNamedBy(text.before(span.from))
    if (match.groups?.['bare'] === undefined || !isName) text.doubt(span, 'amount')
  }
}

/** "2 x 12.98", "$12.98 x2", "2 @ 9": quantity and unit price. */
function takeProduct(text: TypedText): void {
  const all = amountsOf(text)
  for (const [at, second] of all.entries()) {
    const first = all[at - 1]
    if (!first || !/^ ?[x×*@] ?$/i.test(text.open.slice(first.whole.to, second.from))) continue
    const [count, price] = first.isCount ? [first, second] : [second, first]
    if (!count.isCount || !(price.isMoney || price.hasCents)) continue
    const span = { from: first.whole.from, to: second.whole.to }
    if (!price.isMoney && !price.isEach && isMeasuredBy(second.after)) return text.keep(span)
    if (!price.isMoney && price === second && isThread(count.value, price.value)) {
      for (const { digits } of [count, price]) text.doubt(digits, 'size')
      return
    }
    if (isSplit(text, price)) continue
    const why = !price.isMoney && isPitch(price.value) ? 'size' : null
    text.take('price', price, priceText(text, price), why)
    text.take('qty', count.digits, undefined, why)
    return text.drop(span)
  }
}

/** A price per liter is not a price per bottle. */
const OF_MEASURE = /^ ?(?:\/|per ) ?[\p{L}]/iu
const OF_ALL =
  /^ ?(?:(?:in )?total|altogether|for (?:all )?(?<count>\d{1,2})(?![\w.,/])|for (?:both|all|(?:the |a )?(?:pair|set|lot))|(?:\/|per |a ) ?(?:pair|set|lot))(?!\w)/iu
const FOR = /(?<![\w.,'’/°Ø-])(?<count>\d{1,3}) ?for $/i
/** Text after an amount that rules it out as a price: a range, thousands, a discount. */
const NO_PRICE =
  /^(?: ?[-–—] ?[\p{Sc}]?\d|[km](?!\w)| ?(?:off|core|deposit|ship(?:ping)?|tax|discount|rebate)(?!\w))/iu

/** Takes the marked price, or the last number with cents where none is marked. */
function takePrice(text: TypedText): void {
  const all = amountsOf(text)
  const isMarked = all.some(({ isMoney }) => isMoney)
  const prices = all.filter(isMarked ? ({ isMoney }) => isMoney : isBarePrice).filter((amount) => {
    const isNone = isMarked ? isNoPrice(text, amount) : isSide(amount)
    if (isNone) text.doubt(amount, isMarked ? 'several' : 'size')
    return !isNone
  })
  // "449:-" is of some other currency as well.
  const isOther = (said: string) => isForeignPrice(said) || /[:/]/.test(said)
  const isOwn = (price: Amount) => text.currency !== DOLLARS || !isOther(priceText(text, price))
  const own = prices.filter(isOwn)
  const those = own.length > 0 ? own : prices
  const chosen = those.find(({ isEach }) => isEach) ?? those.at(isMarked ? 0 : -1)
  if (!chosen) return
  const { whole, after, before, isEach } = chosen
  const counted = FOR.exec(before)
  const ofAll = isEach || counted ? null : OF_ALL.exec(after)
  const isOfMeasure = !isEach && !ofAll && OF_MEASURE.test(after)
  const why = those.length > 1 && !isEach ? 'several' : isOfMeasure ? 'size' : null
  text.take('price', chosen, priceText(text, chosen), why)
  const from = whole.from - (counted?.[0].length ?? 0)
  const to = whole.to + (ofAll?.[0].length ?? 0)
  const count = (counted ?? ofAll)?.groups?.['count'] ?? ''
  const said = counted ? { from, to: from + count.length } : { from: to - count.length, to }
  const known = text.piece('qty')
  if (known && count !== '' && Number(known.text) !== Number(count)) text.doubt(said, 'several')
  else {
    if (count !== '') text.take('qty', said)
    text.drop({ from, to })
  }
  text.drop(whole)
  for (const other of prices) if (other !== chosen) text.doubt(other, 'several')
  if (counted || ofAll || /(?:total|sum):? $/i.test(before)) shareOut(text)
}

/** "2 USD 12.50": a currency between two numbers belongs to the second. */
const isNoPrice = (text: TypedText, amount: Amount): boolean =>
  isSplit(text, amount) ||
  NO_PRICE.test(amount.after) ||
  (!amount.isEach &&
    amount.whole.from === amount.digits.from &&
    /^ ?\d[\d'’ ]{0,9}[.,]\d{2}(?!\d)/.test(amount.after))

const isSide = ({ before, after }: Amount): boolean =>
  /\d ?[x×] ?$/i.test(before) || /^ ?(?:[x×]|[-–—]) ?\d/.test(after)

const isBarePrice = ({ hasCents, isEach, before, after }: Amount): boolean =>
  hasCents &&
  (isEach || !(/^(?:[\p{L}/]|-\w)/u.test(after) || isMeasuredBy(after) || isNormedBy(before)))

/** "1 299 €" may be one piece at 299: thousands, or a quantity. */
function isSplit(text: TypedText, { digits: { from, to }, after }: Amount): boolean {
  const number = text.line.slice(from, to)
  const isEnd =
    /^\d{3}(?:[.,]\d{1,2})?$/.test(number) && /(?<![\d.,])\d{1,3} $/.test(text.before(from))
  return isEnd || (!/[.,]\d{1,2}$/.test(number) && /^ \d{3}(?![\d.,])/.test(after))
}

/** A price without its dollar sign; other currencies keep theirs. */
function priceText(text: TypedText, { from, to }: Span): string {
  const said = text.line.slice(from, to).trim()
  if (isForeignPrice(said) || text.currency !== DOLLARS) return said
  return said.replaceAll(/us ?\$|usd|dollars?|\$/gi, '').trim()
}

/** Divides a total price by the quantity, if it divides evenly. */
function shareOut(text: TypedText): void {
  const price = text.piece('price')
  if (!price) return
  price.why = 'all'
  const count = Number(text.piece('qty')?.text ?? 0)
  const cents = isForeignPrice(price.text) ? NaN : Math.round((valueIn(price.text) ?? NaN) * 100)
  if (count > 1 && cents % count === 0) price.text = centsToDecimal(cents / count)
}
