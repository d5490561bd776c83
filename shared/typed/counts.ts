/** Quantity of a typed line. */
import { COUNT_LABEL } from '../money/amountPatterns.ts'
import { countIn } from '../tables/counts.ts'
import { amountsOf, type Amount } from './lineAmounts.ts'
import { isMeasuredBy } from './sizes.ts'
import { isKept, type Span, type TypedText } from './typedText.ts'

const TIMES_BEFORE = /(?<![\w.,/°"-])[x×]( ?)$/i
/** Ends in a number, so a following "x 20" is its other dimension. */
const SIDE = /(?:(?:^|[\s(])\d+(?:[.,]\d+)?(?:mm|cm|in|["”″])?|\d\/\d+["”″]?)$/i
const TIMES_AFTER = /^ ?[x×](?!\w| \d+(?:[.,]\d+)?(?![\w/-]|[.,]\w))/i
const SIZE_AFTER = /^ ?\d+(?:[.,]\d+)?(?:mm|cm|in|["”″])/i
const WORD_AFTER = /^ ?(?!x)([\p{L}]+\.?)(?!\d)/iu

/** A number that is marked as a quantity, the surest marks with the lowest rank. */
interface Count {
  digits: Span
  value: number
  /** With its mark. */
  whole: Span
  rank: number
  isUnsure: boolean
}

/** Takes the quantity, as far as the line marks it as one. */
export function takeCount(text: TypedText): void {
  const all = amountsOf(text)
  // Beside a price, "2 each" is a quantity.
  const isPriced = text.piece('price') !== undefined || all.some(({ isMoney }) => isMoney)
  const counts = all.flatMap((one) => (one.isCount && countOf(text, one, isPriced)) || [])
  const [first] = counts.toSorted((a, b) => a.rank - b.rank)
  const isOther = ({ value }: Count) => value !== first?.value
  const why = counts.some(isOther) ? 'several' : first?.isUnsure ? 'size' : null
  for (const count of counts) {
    if (isOther(count)) text.doubt(count.digits, 'several')
    else {
      text.take('qty', count.digits, undefined, why)
      text.drop(count.whole)
    }
  }
}

/** A marked quantity; null for none, and for sizes and sets, which are kept or doubted. */
function countOf(text: TypedText, { digits, value }: Amount, isPriced: boolean): Count | null {
  const { from, to } = digits
  const [ahead, behind] = [text.before(from), text.after(to)]
  const count = (rank: number, before: string, after: string, isUnsure = false): Count => {
    const whole = { from: from - before.length, to: to + after.length }
    return { digits, value, whole, rank, isUnsure }
  }
  const [label] = COUNT_LABEL.exec(ahead) ?? []
  if (label !== undefined) return count(0, label, '')
  const [times, blank] = TIMES_BEFORE.exec(ahead) ?? []
  if (times !== undefined) {
    const before = ahead.slice(0, -times.length).trimEnd()
    const side = SIDE.exec(before)?.[0].trim()
    if (isMeasuredBy(behind)) text.keep({ from: from - times.length, to })
    else if (blank && side !== undefined) {
      text.doubt(digits, 'size')
      if (/^\d+$/.test(side))
        text.doubt({ from: before.length - side.length, to: before.length }, 'size')
    }
    // Mann's part numbers end in "x", and screws have a length.
    else
      return count(1, times, '', side !== undefined || (blank !== '' && endsInSize(text, before)))
    return null
  }
  const [many] = TIMES_AFTER.exec(behind) ?? []
  if (many !== undefined) {
    const rest = behind.slice(many.length)
    if (value < 100 || ahead.trim() === '') return count(1, '', many, SIZE_AFTER.test(rest))
    text.doubt(digits, 'size')
    return null
  }
  const [words, word = ''] = WORD_AFTER.exec(behind) ?? []
  if (words === undefined || countIn(`${value} ${word}`) === null) return null
  if (/^ea/i.test(word)) return isPriced ? count(3, '', words) : null
  // A 94 piece set is one piece.
  const rest = behind.slice(words.length)
  const isOne = /^(?:pc\.?|piece)$/i.test(word) && value !== 1 && /^ ?[\p{L}]/u.test(rest)
  if (!isOne && !/\b(?:set|kit|assortment)\b/i.test(rest)) return count(2, '', words)
  text.doubt(digits, 'amount')
  return null
}

function endsInSize(text: TypedText, before: string): boolean {
  const number = text.taken.find(({ cell, to }) => cell === 'partNumber' && to === before.length)
  return isKept(before.at(-1)) || /\/\d+$/.test(number?.text ?? '')
}
