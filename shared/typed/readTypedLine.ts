/**
 * Parses a typed line into a part's cells: "Mann oil filter HU 719/7 x $12.98 x2". An ambiguous
 * number is never silently taken as price or quantity: it stays in the name as a doubt, or its
 * piece says why it may be wrong.
 */
import { MAKES } from '../vehicles/makes.ts'
import { KNOWN_BRANDS } from './knownBrands.ts'
import { isLink } from '../tables/pastedColumns.ts'
import { collapseBlanks, trimEndOf } from '../text/trimEndOf.ts'
import { amountsIn, doubtAmounts } from './amounts.ts'
import { takeCode, takeShape } from './partNumbers.ts'
import type { Cell } from '../tables/columnHeads.ts'
import { TypedText, type Doubt, type Span, type Why } from './typedText.ts'

export interface TypedPiece {
  cell: Cell
  /** Cell value as typed: "12,98" for a price. */
  text: string
  spans: readonly Span[]
  /** Why this may be wrong, null when sure. */
  why: Why | null
}

export interface TypedLine {
  pieces: Partial<Record<Cell, TypedPiece>>
  doubts: readonly Doubt[]
}

/** A piece somebody has assigned to a cell, by its text anywhere in the line. */
export interface NamedPiece {
  cell: Cell
  text: string
}

export interface TypedContext {
  /** Makers besides the built-in ones. */
  brands?: readonly string[]
  /** Words of the vehicle, which are no maker and no number: "Ford", "F-150". */
  words?: readonly string[]
  /** Assigned pieces, taken before anything is parsed. */
  named?: readonly NamedPiece[]
  /** Currency of the kit; absent for dollars. */
  currency?: string
}

/** Parses a line while it is typed, even half of one. */
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
  // With price and quantity both sure, there is nothing to ask.
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

/** Position of whole words in a line. */
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

/** "Mann-Filter" and "mann filter" are equal; lengths are preserved. */
const asMaker = (name: string) => inSmall(name).replaceAll('-', ' ')

/** Lower-cases letters whose length stays the same, so positions hold. */
function inSmall(text: string): string {
  return text.replaceAll(/[\p{Lu}]/gu, (letter) => {
    const small = letter.toLowerCase()
    return small.length === letter.length ? small : letter
  })
}

/** "Genuine Ford", "OEM VW": the car's maker made the part. */
const GENUINE: readonly string[] = [...MAKES, 'VW'].flatMap((make) =>
  ['genuine', 'original', 'oem', 'oe'].map((word) => `${word} ${inSmall(make)}`),
)

/** Takes the first maker in the line, by its longest name. */
function takeMaker(text: TypedText, own: readonly string[], words: readonly string[]): void {
  const vehicle = new Set(words.map(asMaker))
  const makers = [...own, ...KNOWN_BRANDS].map((maker) => asMaker(maker.trim()))
  const isMaker = (name: string) => name.length > 1 && /[\p{L}]/u.test(name) && !vehicle.has(name)
  const best =
    firstOf(inSmall(text.open), GENUINE) ?? firstOf(asMaker(text.open), makers.filter(isMaker))
  if (best) text.take('manufacturer', best)
}

/** The first of some names in a line, of two at one place the longer one. */
function firstOf(line: string, names: readonly string[]): Span | null {
  const found = names.map((name) => findWords(line, name)).filter((span) => span !== null)
  return found.toSorted((a, b) => a.from - b.from || b.to - a.to)[0] ?? null
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

/** Joins the remaining words, without marks left over from taken pieces. */
function nameOf(parts: readonly string[]): string {
  const words = collapseBlanks(parts.join(' '))
    .replaceAll(/\( ?\)|\[ ?\]/g, '')
    .replaceAll(/ ([,;:])/g, '$1')
    .replaceAll(/([,;:])[,;:]+/g, '$1')
  const plain = collapseBlanks(words).replace(/^[ ,;:|–—@-]+/, '')
  // The point left from "$12." while it is being typed.
  return trimEndOf(plain, ' ,;:|–—@-(').replace(/(?:^| )[./]$/, '')
}
