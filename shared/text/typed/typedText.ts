import { DOLLARS } from '../../money.ts'
import type { LINE_COLUMNS } from '../pastedColumns.ts'

/** A cell of a part's line. */
export type LineCell = (typeof LINE_COLUMNS)[number]

/** Where a piece stands in the line; `to` is behind its last character. */
export interface Span {
  from: number
  to: number
}

/**
 * Why a number may mean something else. `amount`: nothing says whether it is a price or a quantity.
 * `several`: another one could be it as well. `size`: it may be a measure. `all`: it may be the price
 * of all of them together.
 */
export type Why = 'amount' | 'several' | 'size' | 'all'

/** A number that was left in the name. */
export interface Doubt {
  text: string
  span: Span
  why: Why
}

export interface Taken extends Span {
  cell: LineCell
  /** What goes into the cell. */
  text: string
  why: Why | null
}

/** In `open`, for what was taken out, and for what stays in the name whatever it looks like. */
const TAKEN = '\uE000'
const KEPT = '\uE001'
export const isKept = (letter: string | undefined): boolean => letter === KEPT

/** A line of which one piece after the other is taken, each character once. */
export class TypedText {
  readonly line: string
  /** The line, as long as it was, with everything that is settled blotted out. */
  open: string
  readonly taken: Taken[] = []
  readonly doubts: Doubt[] = []
  /** Taken out and of no cell, such as the bullet of a list. */
  readonly #dropped: Span[] = []

  /** @param currency of the kit: what an amount is in that does not say otherwise */
  constructor(
    line: string,
    readonly currency: string = DOLLARS,
  ) {
    // What blots out may not stand in it, and all blanks are one.
    this.line = line.replaceAll(/[\uE000\uE001\u00A0\u2009\u202F]/g, ' ')
    this.open = this.line
  }

  piece(cell: LineCell): Taken | undefined {
    return this.taken.find((one) => one.cell === cell)
  }

  take(cell: LineCell, { from, to }: Span, text?: string, why: Why | null = null): Taken {
    const piece = { cell, from, to, text: text ?? this.line.slice(from, to), why }
    this.taken.push(piece)
    this.#blot({ from, to }, TAKEN)
    return piece
  }

  drop(span: Span): void {
    this.#dropped.push(span)
    this.#blot(span, TAKEN)
  }

  keep(span: Span): void {
    this.#blot(span, KEPT)
  }

  /** Stays in the name, and that is said. */
  doubt(span: Span, why: Why): void {
    this.doubts.push({ text: this.line.slice(span.from, span.to), span, why })
    this.keep(span)
  }

  /** What nothing was made of, in the order of the line, without the blanks around it. */
  rest(): Span[] {
    const spans: Span[] = []
    let from = 0
    const gone = [...this.taken, ...this.#dropped].toSorted((a, b) => a.from - b.from)
    for (const piece of [...gone, { from: this.line.length, to: this.line.length }]) {
      const words = this.line.slice(from, piece.from)
      const begin = from + (words.length - words.trimStart().length)
      if (words.trim() !== '') spans.push({ from: begin, to: begin + words.trim().length })
      from = Math.max(from, piece.to)
    }
    return spans
  }

  /** What stands before a place and is not blotted out. */
  before(at: number): string {
    return this.open.slice(0, at)
  }

  after(at: number): string {
    return this.open.slice(at)
  }

  #blot({ from, to }: Span, mark: string): void {
    this.open = this.open.slice(0, from) + mark.repeat(to - from) + this.open.slice(to)
  }
}

/**
 * Where a match stands, or a named group of it. Each group is looked for behind the one before it,
 * since the places that browsers tell (`d`) cost a pattern its check; between the groups of our
 * patterns nothing stands that one of them could begin with.
 */
export function spanOf(match: RegExpMatchArray, group?: string): Span {
  const begin = match.index ?? 0
  if (group === undefined) return { from: begin, to: begin + match[0].length }
  let from = 0
  for (const [name, text = ''] of Object.entries<string | undefined>(match.groups ?? {})) {
    from = match[0].indexOf(text, from)
    if (name === group) return { from: begin + from, to: begin + from + text.length }
    from += text.length
  }
  return { from: 0, to: 0 }
}
