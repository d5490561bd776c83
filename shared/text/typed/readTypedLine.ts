/**
 * One typed line as the cells of a part: "Mann oil filter HU 719/7 x $12.98 x2". What can be meant in
 * two ways is never taken for a price or a quantity in silence: it stays in the name and is named
 * among the doubts, or the piece that was made of it says why it may be wrong.
 */
import { MAKES } from '../../vehicles/makes.ts'
import { KNOWN_BRANDS } from './knownBrands.ts'
import { isLink } from '../pastedColumns.ts'
import { collapseBlanks, trimEndOf } from '../trimEndOf.ts'
import { amountsIn, doubtAmounts } from './amounts.ts'
import { takeCode, takeShape } from './partNumbers.ts'
import { TypedText, type Doubt, type LineCell, type Span, type Why } from './typedText.ts'

export interface TypedPiece {
  cell: LineCell
  /** What goes into the cell, as it was typed: "12,98" for a price. */
  text: string
  spans: readonly Span[]
  /** Why this may not be what was meant. */
  why: Why | null
}

export interface TypedLine {
  pieces: Partial<Record<LineCell, TypedPiece>>
  doubts: readonly Doubt[]
}

/** A piece that somebody has said what it is, by its text wherever it stands. */
export interface NamedPiece {
  cell: LineCell
  text: string
}

export interface TypedContext {
  /** Makers that are known besides the usual ones. */
  brands?: readonly string[]
  /** Words of the vehicle: of no maker and no number, "Ford" and "F-150". */
  words?: readonly string[]
  /** What comes before anything that is read. */
  named?: readonly NamedPiece[]
  /** Of the kit; absent for dollars. */
  currency?: string
}

/** Reads a line as it is typed, also half of one. */
export function readTypedLine(line: string, context: TypedContext = {}): TypedLine {
  const { brands = [], words = [], named = [], currency } = context
  const text = new TypedText(line, currency)
  const bullet = /^\s*(?:(?:[-*•]|\d{1,2}[.)]|\[[ xX]?\])\s+(?=\D))+/.exec(line)
  if (bullet) text.drop({ from: 0, to: bullet[0].length })
  for (const piece of named) takeNamed(text, piece)
  takeLink(text)
  for (const word of words) if (/\d/.test(word)) keepWord(text, word)
  if (!text.piece('manufacturer')) takeMaker(text, brands, words)
  if (!text.piece('partNumber')) takeShape(text)
  amountsIn(text)
  if (!text.piece('partNumber')) takeCode(text)
  doubtAmounts(text)
  const pieces = piecesOf(text)
  const { price, qty } = pieces
  // Two amounts that are sure leave nothing to ask.
  const isClear = price?.why === null && qty?.why === null
  return {
    pieces,
    doubts: isClear ? [] : text.doubts.toSorted((a, b) => a.span.from - b.span.from),
  }
}

function takeNamed(text: TypedText, { cell, text: said }: NamedPiece): void {
  const span = said === '' ? null : findWords(text.open, said)
  if (span) text.take(cell, span)
}

function keepWord(text: TypedText, word: string): void {
  const span = findWords(inSmall(text.open), inSmall(word))
  if (span) text.keep(span)
}

const isInWord = /[\p{L}\p{N}]/u

/** Where words stand that begin and end with a word. */
function findWords(line: string, words: string): Span | null {
  for (let from = line.indexOf(words); from >= 0; from = line.indexOf(words, from + 1)) {
    const to = from + words.length
    const isCut = (at: number) =>
      isInWord.test(line.charAt(at - 1)) && isInWord.test(line.charAt(at))
    if (!isCut(from) && !isCut(to)) return { from, to }
  }
  return null
}

function takeLink(text: TypedText): void {
  if (text.piece('link')) return
  for (const { 0: word, index } of text.open.matchAll(/[^\s\uE000\uE001]+/g)) {
    const address = trimEndOf(word, '),.;')
    // "12.98/ea" has no host.
    if (!isLink(address) || !/^https?:|^[\w.-]+\.[a-z]{2,}\//i.test(address)) continue
    text.take('link', { from: index, to: index + address.length })
    return
  }
}

const GENUINE = /(?<![\p{L}\p{N}])(?:genuine|original|oem?) /giu
const CAR_MAKERS: readonly string[] = [...MAKES, 'VW'].map(inSmall)

/** "Genuine Ford", "OEM VW": the maker of the car made the part. */
function genuineIn(line: string): Span | null {
  for (const { 0: word, index } of line.matchAll(GENUINE)) {
    const at = index + word.length
    const rest = inSmall(line.slice(at))
    const maker = CAR_MAKERS.find(
      (name) => rest.startsWith(name) && !isInWord.test(rest.charAt(name.length)),
    )
    if (maker !== undefined) return { from: index, to: at + maker.length }
  }
  return null
}

/** "Mann-Filter" and "mann filter" are one, and as long as they were. */
const asMaker = (name: string) => inSmall(name).replaceAll('-', ' ')

/** In small letters, where these are as long: what stands where stays the same. */
function inSmall(text: string): string {
  return text.replaceAll(/[\p{Lu}]/gu, (letter) => {
    const small = letter.toLowerCase()
    return small.length === letter.length ? small : letter
  })
}

/** The maker that is named first, by the longest name it has. */
function takeMaker(text: TypedText, own: readonly string[], words: readonly string[]): void {
  const genuine = genuineIn(text.open)
  const line = asMaker(text.open)
  const vehicle = new Set(words.map(asMaker))
  let best = genuine
  for (const maker of genuine ? [] : [...own, ...KNOWN_BRANDS]) {
    const name = asMaker(maker.trim())
    if (name.length < 2 || !/[\p{L}]/u.test(name) || vehicle.has(name)) continue
    const span = findWords(line, name)
    const isBetter =
      span && (!best || span.from < best.from || (span.from === best.from && span.to > best.to))
    if (isBetter) best = span
  }
  if (best) text.take('manufacturer', best)
}

function piecesOf(text: TypedText): TypedLine['pieces'] {
  const pieces: TypedLine['pieces'] = {}
  for (const { cell, from, to, text: said, why } of text.taken) {
    const before = pieces[cell]
    const isNumber = cell === 'price' || cell === 'qty' || cell === 'link'
    pieces[cell] = {
      cell,
      text: before ? (isNumber ? before.text : `${before.text} ${said}`) : said,
      spans: [...(before?.spans ?? []), { from, to }],
      why: before?.why ?? why,
    }
  }
  const spans = [...(pieces.name?.spans ?? []), ...text.rest()].toSorted((a, b) => a.from - b.from)
  const name = nameOf(spans.map(({ from, to }) => text.line.slice(from, to)))
  if (name !== '') pieces.name = { cell: 'name', text: name, spans, why: null }
  return pieces
}

/** The words that are left, without the marks that stood between them and what was taken out. */
function nameOf(parts: readonly string[]): string {
  const words = collapseBlanks(parts.join(' '))
    .replaceAll(/\( ?\)|\[ ?\]/g, ' ')
    .replaceAll(/ ([,;:])/g, '$1')
    .replaceAll(/([,;:])[,;:]+/g, '$1')
  const plain = collapseBlanks(words).replace(/^[ ,;:|–—@-]+/, '')
  // Of "$12." that is being typed the point is left.
  return trimEndOf(plain, ' ,;:|–—@-(').replace(/(?:^| )[./]$/, '')
}
