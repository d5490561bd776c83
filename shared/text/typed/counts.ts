/** The quantity in a typed line. */
import { COUNT_EACH, COUNT_OF_PIECES, COUNT_X, LABELLED_COUNT, X_COUNT } from './numberPatterns.ts'
import { isMeasuredBy } from './sizes.ts'
import { isKept, spanOf, type Span, type TypedText } from './typedText.ts'

interface Count extends Span {
  text: string
  whole: Span
  isUnsure: boolean
}

/** Takes how many there are, as far as the line says that it is so many of them. */
export function takeCount(text: TypedText): void {
  const all = [...labelled(text), ...times(text), ...pieces(text)]
  const counts = all.filter((count) => all.find(({ from }) => from === count.from) === count)
  const [first] = counts
  if (!first) return
  const others = counts.slice(1).filter((count) => Number(count.text) !== Number(first.text))
  text.take(
    'qty',
    first,
    first.text,
    others.length > 0 ? 'several' : first.isUnsure ? 'size' : null,
  )
  text.drop(first.whole)
  for (const count of counts.slice(1)) {
    if (others.includes(count)) {
      text.doubt(count, 'several')
      continue
    }
    text.take('qty', count)
    text.drop(count.whole)
  }
}

const countOf = (match: RegExpMatchArray, isUnsure = false): Count => ({
  ...spanOf(match, 'count'),
  text: match.groups?.['count'] ?? '',
  whole: spanOf(match),
  isUnsure,
})

function labelled(text: TypedText): Count[] {
  return [...text.open.matchAll(LABELLED_COUNT)].map((match) => countOf(match))
}

/** Ends in a number, so that "x 20" behind it is the other side of it. */
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
    // Part numbers of Mann end in "x", and a screw has a length.
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

/** "2 pcs"; a 94 piece set is one. */
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
  if (!text.piece('price')) return found
  // With a price beside it "2 each" says how many.
  return [...found, ...[...text.open.matchAll(COUNT_EACH)].map((match) => countOf(match))]
}
