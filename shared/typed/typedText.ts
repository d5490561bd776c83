import { DOLLARS } from '../money/money.ts'
import type { Cell } from '../tables/columnHeads.ts'

/** Range in the line; `to` is exclusive. */
export interface Span {
  from: number
  to: number
}

/**
 * Why a number is ambiguous. `amount`: price or quantity. `several`: another number could be it as
 * well. `size`: it may be a measure. `all`: it may be a total.
 */
export type Why = 'amount' | 'several' | 'size' | 'all'

/** An ambiguous number left in the name. */
export interface Doubt {
  text: string
  span: Span
  why: Why
}

export interface Taken extends Span {
  cell: Cell
  /** Value for the cell. */
  text: string
  why: Why | null
}

/** Placeholders in `open`, for taken pieces, and for text that stays in the name. */
const TAKEN = '\uE000'
const KEPT = '\uE001'
export const isKept = (letter: string | undefined): boolean => letter === KEPT

/** A line from which pieces are taken one by one, each character once. */
export class TypedText {
  readonly line: string
  /** The line at its original length, with settled text blotted out. */
  open: string
  readonly taken: Taken[] = []
  readonly doubts: Doubt[] = []
  /** Removed text of no cell, such as a list's bullet. */
  readonly #dropped: Span[] = []

  /** @param currency currency of the kit, the default for bare amounts */
  constructor(
    line: string,
    readonly currency: string = DOLLARS,
  ) {
    // Removes placeholder characters, and unifies spaces.
    this.line = line.replaceAll(/[\uE000\uE001\u00A0\u2009\u202F]/g, ' ')
    this.open = this.line
  }

  piece(cell: Cell): Taken | undefined {
    return this.taken.find((one) => one.cell === cell)
  }

  take(cell: Cell, { from, to }: Span, text?: string, why: Why | null = null): Taken {
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

  /** Keeps a number in the name, as a doubt. */
  doubt(span: Span, why: Why): void {
    this.doubts.push({ text: this.line.slice(span.from, span.to), span, why })
    this.keep(span)
  }

  /** Unused text in line order, trimmed. */
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

  /** Open text before a position. */
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

/** Range of a match. */
export const spanOf = ({ index = 0, 0: text }: RegExpMatchArray): Span => ({
  from: index,
  to: index + text.length,
})
