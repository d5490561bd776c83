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
/** "Part no. 8E0615301", "#2290601": what stands before a number. */
const LABEL =
  /(?<!\w)(?:(?:part|item|oem?|mfr|mfg) ?(?:no\.?|number|#|nr\.?)|pn|p\/n|mpn|sku|ref\.?|oem?|#)[ :#.]{0,4}$/i
const WORD = /(?:(?<![\w./,-])|(?<=no\.))[A-Z\d](?:[\w./-]{0,60}[A-Z\d])?(?![\w/]|[.,-]\d)/gi

const labelOf = (text: TypedText, at: number) => LABEL.exec(text.before(at).slice(-20))?.[0] ?? ''
const digitsIn = (text: string): number => text.replaceAll(/\D/g, '').length

/** Takes a number recognized by its shape or by a label. */
export function takeShape(text: TypedText): void {
  const shapes = SHAPES.map((shape) => shape.exec(text.open)).filter((match) => match !== null)
  const [first] = shapes.toSorted((a, b) => a.index - b.index || b[0].length - a[0].length)
  const isLabelled = ({ 0: word, index }: RegExpExecArray) =>
    digitsIn(word) > 2 && !isMeasure(word) && labelOf(text, index) !== ''
  const capitals = /[a-z]/.test(text.open) ? CAPITALS.exec(text.open) : null
  const isNumber = ({ 0: words, index }: RegExpExecArray) =>
    !/^usd /i.test(words) &&
    !isForeignPrice(words) &&
    !isYear(words.split(' ')[1] ?? '') &&
    !isOfUnit(text.after(index + words.length))
  const found =
    first ??
    [...text.open.matchAll(WORD)].find(isLabelled) ??
    (capitals && isNumber(capitals) ? capitals : null)
  if (found) takeWithLabel(text, spanOf(found))
}

/** Takes the word that looks like a number, preferably after the maker. */
export function takeCode(text: TypedText): void {
  const hasSmall = /[a-z]/.test(text.line)
  const isNumber = ({ 0: word, index }: RegExpExecArray) =>
    isCode(word, hasSmall) && !isOfUnit(text.after(index + word.length))
  const code = behindMaker(text) ?? [...text.open.matchAll(WORD)].find(isNumber)
  if (code) takeWithLabel(text, 'index' in code ? spanOf(code) : code)
}

function takeWithLabel(text: TypedText, span: Span): void {
  const label = labelOf(text, span.from)
  text.take('partNumber', span)
  if (label !== '') text.drop({ from: span.from - label.length, to: span.from })
}

const SMALL = /^(?:for|the|and|set|of|to|no|nr|qty|kit|oil|pad|air|x|a|in|on|v)$/i

/** "Mahle OC 90", "mann cu 2450", "NGK 2332": after its maker, a number may be shorter. */
function behindMaker(text: TypedText): Span | null {
  const maker = text.piece('manufacturer')
  if (!maker) return null
  const next =
    /^[ ,:#-]*(?<number>(?:(?<letters>[a-z]{1,3}) (?=\d{2,5}))?(?<word>[a-z\d][\w./-]*))(?![\w])/i
  const match = next.exec(text.after(maker.to))
  const { number = '', letters, word = '' } = match?.groups ?? {}
  if (!match || (letters !== undefined && SMALL.test(letters))) return null
  const to = maker.to + match[0].length
  const digits = digitsIn(word)
  const isWord = letters === undefined && (digits === 0 || isMeasure(word))
  const isShort = letters === undefined && (/^\d+$/.test(word) ? digits < 4 : word.length < 3)
  const isPrice = /^\d+[.,]\d{1,2}$/.test(word)
  if (isWord || isShort || isPrice || isYear(word) || isOfUnit(text.after(to))) return null
  return { from: to - number.length, to }
}

/** @param hasSmall whether the line has lower-case letters, so that capitals mean something */
function isCode(word: string, hasSmall: boolean): boolean {
  const digits = digitsIn(word)
  const letters = word.replaceAll(/[^a-z]/gi, '').length
  if (digits === 0 || word.length < 4 || word.length > 40 || isMeasure(word)) return false
  if (/^\d+[.,]\d$|^\d[.,]\d{3}$|(?:^|[/-])\d{1,5}[.,]\d{2}(?:$|[/-])/.test(word)) return false
  const isSpelled = hasSmall && letters > 2 && word.length > 4 && word === word.toUpperCase()
  return (
    digits > 4 || (digits > 2 && letters > 0) || (digits > 3 && /[./-]/.test(word)) || isSpelled
  )
}
