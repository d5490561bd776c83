/** Streaming JSON reader: a list of objects, a list within an object, or one object per line. */
import type { FileRow } from './refusedFile.ts'

import { parseForeignJson } from '#shared/tables/foreignJson.ts'
import { MAX_FEED_ROW } from '#shared/catalogue/feed.ts'
import { MAX_FLAT, RefusedFile, TOO_LONG } from './refusedFile.ts'
import { tell } from '../words/told.ts'

const MAX_DEPTH = 8
/** Nesting depth of the list. */
const MAX_WRAPPERS = 4
/** Nesting depth of a value in a row: "price.value". */
const MAX_NAMES = 3

/** Rows count from 1. A nested value has both names: "price.value". */
export async function* readJsonFeed(text: AsyncIterable<string>): AsyncGenerator<FileRow[]> {
  let row = 0
  for await (const objects of splitJson(text)) {
    yield objects.map((object): FileRow => {
      row++
      return object === null ? { row, problem: TOO_LONG } : rowOf(row, object)
    })
  }
}

function rowOf(row: number, text: string): FileRow {
  const cells: Record<string, string> = {}
  try {
    const size = flatten(parseForeignJson(text), [], cells, 0)
    return size > MAX_FLAT ? { row, problem: TOO_LONG } : { row, cells }
  } catch {
    return { row, problem: tell('The row is not readable as JSON.') }
  }
}

/** @returns total length so far; values beyond the limit are dropped */
function flatten(
  value: unknown,
  names: readonly string[],
  into: Record<string, string>,
  before: number,
): number {
  let size = before
  if (size > MAX_FLAT) return size
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
    if (names.length === MAX_NAMES) return size
    for (const [name, one] of Object.entries(value))
      size = flatten(one, [...names, name], into, size)
    return size
  }
  const plain = [value].flat().filter((one) => ['string', 'number', 'boolean'].includes(typeof one))
  if (plain.length === 0) return size
  const heading = names.join('.')
  into[heading] = plain.join(';').trim()
  return size + heading.length + into[heading].length
}

/** Text cut out of a stream of chunks. */
class Cut {
  #text = ''
  #from = -1
  isTooLong = false

  get isOpen(): boolean {
    return this.#from >= 0
  }
  begin(at: number): void {
    this.#text = ''
    this.#from = at
    this.isTooLong = false
  }
  /** Takes the part of it in this chunk; the rest starts the next one. */
  take(piece: string, to: number): void {
    if (this.#from < 0) return
    if (this.#text.length + to - this.#from > MAX_FEED_ROW) this.isTooLong = true
    else if (!this.isTooLong) this.#text += piece.slice(this.#from, to)
    this.#from = 0
  }
  /** @returns null when too long */
  end(piece: string, to: number): string | null {
    this.take(piece, to)
    this.#from = -1
    return this.isTooLong ? null : this.#text
  }
}

/** Text of each object; null for one that is too long. */
async function* splitJson(text: AsyncIterable<string>): AsyncGenerator<(string | null)[]> {
  // A leading object may be the first of many, or contain the list: later text decides.
  let shape = 'nothing' as 'nothing' | 'list' | 'object' | 'lines' | 'wrapped'
  let stack = ''
  let isInString = false
  let isEscaped = false
  let isClosed = false
  /** The list within an object has ended; other lists in it are no rows. */
  let isListOver = false
  const first = new Cut()
  const row = new Cut()
  let rowDepth = 0
  let found: (string | null)[] = []
  let inner: (string | null)[] = []
  let whole: string | null = null

  const isRowsPlace = () =>
    shape === 'list'
      ? stack === '['
      : shape === 'lines'
        ? stack === ''
        : !isListOver && stack.length <= MAX_WRAPPERS + 1 && /^\{+\[$/.test(stack)

  /** A character at the top level, outside of rows. */
  function outside(char: string): void {
    if (/\s/.test(char)) return
    if (isClosed && shape === 'object' && char === '{') {
      shape = 'lines'
      isClosed = false
      found.push(whole)
      inner = []
      return
    }
    if (isClosed) throw new RefusedFile(tell('Something stands behind the end of the list.'))
    if (char === '{' && (shape === 'nothing' || shape === 'lines' || shape === 'list')) {
      if (shape === 'nothing') shape = 'object'
    } else if (char === '[' && shape === 'nothing') shape = 'list'
    else if (char === ']' && shape === 'list') isClosed = true
    else if (!(char === ',' && shape === 'list')) {
      throw new RefusedFile(tell('The file has to be a list of objects, or one object a line.'))
    }
  }

  function open(char: string, at: number): void {
    if (char === '{' && !row.isOpen && isRowsPlace()) {
      row.begin(at)
      rowDepth = stack.length
      if (shape === 'object' && first.isTooLong) shape = 'wrapped'
    } else if (shape === 'object' && stack === '') first.begin(at)
    stack += char
    if (stack.length - (row.isOpen ? rowDepth : 0) > MAX_DEPTH) {
      throw new RefusedFile(tell('A row is nested too deep.'))
    }
  }

  function close(piece: string, at: number): void {
    stack = stack.slice(0, -1)
    if (row.isOpen && stack.length === rowDepth) {
      const ended = row.end(piece, at + 1)
      if (shape === 'object') inner.push(ended)
      else found.push(ended)
    } else if ((inner.length > 0 || shape === 'wrapped') && !row.isOpen && piece[at] === ']') {
      // Ends the list of rows; an earlier, empty list does not.
      if (/^\{+$/.test(stack) && stack.length === rowDepth - 1) isListOver = true
    }
    if (stack !== '' || (shape !== 'object' && shape !== 'wrapped')) return
    if (first.isOpen) whole = first.end(piece, at + 1)
    isClosed = true
  }

  for await (const piece of text) {
    for (let at = 0; at < piece.length; at++) {
      const char = piece.charAt(at)
      if (isInString) {
        if (isEscaped) isEscaped = false
        else if (char === '\\') isEscaped = true
        else if (char === '"') isInString = false
        continue
      }
      if (stack === '' || (shape === 'list' && stack === '[')) outside(char)
      if (char === '"') isInString = true
      else if (char === '{' || char === '[') open(char, at)
      else if ((char === '}' || char === ']') && stack !== '') close(piece, at)
    }
    row.take(piece, piece.length)
    first.take(piece, piece.length)
    if (shape === 'object' && first.isTooLong && inner.length > 0) shape = 'wrapped'
    if (shape === 'wrapped') {
      found.push(...inner)
      inner = []
    }
    if (found.length > 0) yield found
    found = []
  }
  if (shape === 'nothing') throw new RefusedFile(tell('The file is empty.'))
  if (stack !== '') {
    throw new RefusedFile(tell('The file ends in the middle: it was not written to its end.'))
  }
  if (shape === 'object') yield inner.length > 0 ? inner : [whole]
}
