/** Part number of a typed line, in the formats of car and part makers. */
import { isForeignPrice } from '../money/pastedPrice.ts'
import { isMeasure, isOfUnit, isYear } from './sizes.ts'
import { spanOf, type Span, type TypedText } from './typedText.ts'

/** Numbers with spaces, recognized by their shape. */
const SHAPES: readonly RegExp[] = [
  // 06A 115 561 B, 8E0 615 301 Q, 1K0 698 151
  /(?<![\w./-])(?:\d[A-Z\d][A-Z]|\d[A-Z]\d)[ .]?\d{3}[ .]?\d{3}(?:[ .]?[A-WYZ]{1,2})?(?![\w/]|[.-]\w)/i,
  // 357 615 301 A
  /(?<![\w./-])\d{3} \d{3} \d{3} [A-WYZ]{1,2}(?![\w/]|[.-]\w)/i,
  // N 908 132 02, WHT 000 310 A, G 052 195 A2
  /(?<![\w./-])(?:N ?\d{3} ?\d{3} ?\d{2}|WHT ?\d{3} ?\d{3}(?: ?[A-WYZ])?|G ?\d{3} ?[A-Z\d]{3} ?[A-Z]\d)(?![\w/]|[.-]\w)/i,
  // 0 986 494 254, F 026 400 009
  /(?<![\w./-])[01F] \d{3} [A-Z\d]{3} [A-Z\d]{3}(?![\w/]|[.-]\w)/i,
  // 713 6106 10, 2290 601 099, 33387 01
  /(?<![\w./-])(?:\d{3} \d{4} \d{2}|\d{4} \d{3} \d{3}|\d{5} 0\d)(?![\w/]|[.-]\w)/i,
  // 11 42 7 566 327, A 271 180 00 09, 000 989 82 01
  /(?<![\w./-])(?:\d{2} \d{2} \d \d{3} \d{3}|A ?\d{3} ?\d{3} ?\d{2} ?\d{2}|\d{3} \d{3} \d{2} \d{2})(?![\w/]|[.-]\w)/i,
  // HU 719/7 x, W 719/45, LX 1006/1D. A trailing separate letter is Mann's, not the "x" of "x 2".
  /(?<![\w./-])(?!(?:P|LT) ?\d{3}\/\d{2}|(?:to|on|by|of|at|in|for|the|and|per|no) )[A-Z]{1,3} ?\d{2,4}\/\d{1,3}[A-Z]?(?: [xznky](?! ?\d{1,6}(?![\w]|[.,]\d)))?(?![\w/]|[.-]\w)/i,
]
/** Capitals only, or "for 2008" would match: CU 2450, VKBA 3643, C 35 154. */
const CAPITALS = /(?<![\w./-])(?:[A-Z]{1,4} \d{4,5}|[A-Z]{1,2} \d{2} \d{3})(?![\w/]|[.,-]\w)/
const LABEL =
  /(?<!\w)(?:(?:part|item|oem?|mfr|mfg) ?(?:no\.?|number|#|nr\.?)|pn|p\/n|mpn|sku|ref\.?|oem?|#)[ :#.]*/gi
const LABELLED = /^[A-Z\d][\w./-]*(?![\w/])/i

/** "Part no. 8E0615301", "#2290601": the number, and the span with its label. */
function labelledIn(line: string): { number: Span; whole: Span } | null {
  for (const { 0: label, index } of line.matchAll(LABEL)) {
    const from = index + label.length
    const [number = ''] = LABELLED.exec(line.slice(from)) ?? []
    const to = from + number.length
    if (/\d/.test(number)) return { number: { from, to }, whole: { from: index, to } }
  }
  return null
}

/** Takes a number recognized by its shape or by a label. */
export function takeShape(text: TypedText): void {
  const shapes = SHAPES.map((shape) => shape.exec(text.open)).filter((match) => match !== null)
  const [first] = shapes.toSorted((a, b) => a.index - b.index || b[0].length - a[0].length)
  if (first) {
    takeWithLabel(text, spanOf(first))
    return
  }
  const said = labelledIn(text.open)
  const number = said ? text.open.slice(said.number.from, said.number.to) : ''
  if (said && number.replaceAll(/\D/g, '').length > 2 && !isMeasure(number)) {
    text.take('partNumber', said.number)
    text.drop(said.whole)
    return
  }
  const capitals = /[a-z]/.test(text.open) ? CAPITALS.exec(text.open) : null
  const digits = capitals?.[0].split(' ')[1] ?? ''
  const isMoney = /^usd /i.test(capitals?.[0] ?? '') || isForeignPrice(capitals?.[0] ?? '')
  if (capitals && !isMoney && !isYear(digits) && !isOfUnit(text.after(spanOf(capitals).to)))
    text.take('partNumber', spanOf(capitals))
}

/** Takes the word that looks like a number, preferably after the maker. */
export function takeCode(text: TypedText): void {
  const span = behindMaker(text) ?? firstCode(text)
  if (span) takeWithLabel(text, span)
}

/** "Part no. 09.A758.11": takes the label along. */
function takeWithLabel(text: TypedText, span: Span): void {
  const label =
    /(?:(?<![\p{L}\d])(?:(?:part|item) (?:no\.?|number|nr\.?)|pn|p\/n|mpn|sku|oem?)[ :#.]*|#)$/iu
  const [words = ''] = label.exec(text.before(span.from)) ?? []
  text.take('partNumber', span)
  if (words !== '') text.drop({ from: span.from - words.length, to: span.from })
}

const SMALL = /^(?:for|the|and|set|of|to|no|nr|qty|kit|oil|pad|air|x|a|in|on|v)$/i

/** "Mahle OC 90", "mann cu 2450", "NGK 2332": after its maker, a number may be shorter. */
function behindMaker(text: TypedText): Span | null {
  const maker = text.piece('manufacturer')
  if (!maker) return null
  const next =
    /^[ ,:#-]*(?<number>(?:(?<letters>[a-z]{1,3}) (?=\d{2,5}))?(?<word>[a-z\d][\w./-]*))(?![\w])/i
  const match = next.exec(text.after(maker.to))
  const { letters, word = '' } = match?.groups ?? {}
  if (!match || (letters !== undefined && SMALL.test(letters))) return null
  const { from, to } = spanOf(match, 'number')
  const span = { from: maker.to + from, to: maker.to + to }
  const digits = word.replaceAll(/\D/g, '').length
  const isWord = letters === undefined && (digits === 0 || isMeasure(word))
  const isShort = letters === undefined && (/^\d+$/.test(word) ? digits < 4 : word.length < 3)
  const isPrice = /^\d+[.,]\d{1,2}$/.test(word)
  if (isWord || isShort || isPrice || isYear(word)) return null
  return isOfUnit(text.after(span.to)) ? null : span
}

function firstCode(text: TypedText): Span | null {
  const hasSmall = /[a-z]/.test(text.line)
  const word = /(?<![\w./,-])#?(?<word>[A-Z\d](?:[\w./-]{0,60}[A-Z\d])?)(?![\w/]|[.,-]\d)/gi
  for (const match of text.open.matchAll(word)) {
    const span = spanOf(match, 'word')
    if (isCode(match.groups?.['word'] ?? '', hasSmall) && !isOfUnit(text.after(span.to)))
      return span
  }
  return null
}

/** @param hasSmall whether the line has lower-case letters, so that capitals mean something */
function isCode(word: string, hasSmall: boolean): boolean {
  const digits = word.replaceAll(/\D/g, '').length
  const letters = word.replaceAll(/[^a-z]/gi, '').length
  if (digits === 0 || word.length < 4 || word.length > 40 || isMeasure(word)) return false
  if (/^\d+[.,]\d$|^\d[.,]\d{3}$|(?:^|[/-])\d{1,5}[.,]\d{2}(?:$|[/-])/.test(word)) return false
  const isSpelled = hasSmall && letters > 2 && word.length > 4 && word === word.toUpperCase()
  return (
    digits > 4 || (digits > 2 && letters > 0) || (digits > 3 && /[./-]/.test(word)) || isSpelled
  )
}
