/**
 * JSON as one list of objects, a list within an object, or one object a line: object by object, never
 * the whole file.
 */
import type { FileRow } from './refusedFile.ts'

import { parseForeignJson } from '#shared/text/foreignJson.ts'
import { MAX_FEED_ROW } from '#shared/catalogue/feed.ts'
import { MAX_FLAT, RefusedFile, TOO_LONG } from './refusedFile.ts'
import { tell } from '../words/told.ts'

const MAX_DEPTH = 8
/** How deep in objects a list may be. */
const MAX_WRAPPERS = 4
/** How deep in a row a value may be: "price.value". */
const MAX_NAMES = 3

/** Rows are counted from 1. A value within another has both names: "price.value". */
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

/** @returns how long all of it is so far; what is beyond the limit is left */
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

/** Text that is cut out of pieces as they come. */
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
  /** Takes what there is of it in `piece`; the rest comes at the beginning of the next. */
  take(piece: string, to: number): void {
    if (this.#from < 0) return
    if (this.#text.length + to - this.#from > MAX_FEED_ROW) this.isTooLong = true
    else if (!this.isTooLong) this.#text += piece.slice(this.#from, to)
    this.#from = 0
  }
  /** @returns null when it is too long */
  end(piece: string, to: number): string | null {
    this.take(piece, to)
    this.#from = -1
    return this.isTooLong ? null : this.#text
  }
}

/** The text of each object, null for one that is too long. */
async function* splitJson(text: AsyncIterable<string>): AsyncGenerator<(string | null)[]> {
  // An object at the beginning may be the first of many, or have the list in it: what comes tells.
  let shape = 'nothing' as 'nothing' | 'list' | 'object' | 'lines' | 'wrapped'
  let stack = ''
  let isInString = false
  let isEscaped = false
  let isClosed = false
  /** Of a list within an object: it ended, and others in it are no rows. */
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

  /** A sign at the top, where no row is. */
  function outside(char: string): void {
    if (/\s/.test(char) || char === '\ufeff') return
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
      // The list that had the rows; one before it had none.
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
