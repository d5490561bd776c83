/** Streaming JSON reader: a list of objects, a list within an object, or one object per line. */
import type { FileRow } from './refusedFile.ts'

import { parseForeignJson } from '#shared/tables/foreignJson.ts'
import { MAX_FEED_ROW } from '#shared/catalogue/feed.ts'
import { MAX_FLAT, RefusedFile, TOO_LONG } from './refusedFile.ts'
import { tell } from '../words/told.ts'

const MAX_DEPTH = 8
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

/** A list's place: by itself, or within objects. */
const LIST = /^\{{0,4}\[$/

/** Text of each object; null for one that is too long. */
async function* splitJson(text: AsyncIterable<string>): AsyncGenerator<(string | null)[]> {
  let stack = ''
  let isInString = false
  let isEscaped = false
  let isList = false
  /** An object of the top level: a row, or what the list is in; later text decides. */
  const outer = new Cut()
  let first: string | null | undefined
  let isLines = false
  /** Something has ended that may be the whole file. */
  let isOver = false
  const inner = new Cut()
  let rowDepth = 0
  /** Objects of a list, which are no rows where the first object is one. */
  let held: (string | null)[] = []
  let isGiven = false
  /** Other lists behind the first one with rows have none. */
  let isListOver = false
  let found: (string | null)[] = []

  /** A character between the rows of a list, or at the top level. */
  function between(char: string): void {
    if (/\s/.test(char)) return
    const isObject = char === '{'
    if (isOver && (!isObject || first === undefined || isGiven))
      throw new RefusedFile(tell('Something stands behind the end of the list.'))
    if (isOver) {
      isLines = true
      isOver = false
      found.push(first ?? null)
      held = []
    }
    const isFine = stack === '[' ? ',]'.includes(char) : char === '[' && !isLines
    if (!isObject && !isFine)
      throw new RefusedFile(tell('The file has to be a list of objects, or one object a line.'))
    if (char === '[') isList = true
  }

  function open(char: string, at: number): void {
    if (char === '{' && stack === '') outer.begin(at)
    else if (char === '{' && !isLines && !isListOver && !inner.isOpen && LIST.test(stack)) {
      inner.begin(at)
      rowDepth = stack.length
    }
    stack += char
    if (stack.length - (inner.isOpen ? rowDepth : 0) > MAX_DEPTH)
      throw new RefusedFile(tell('A row is nested too deep.'))
  }

  function close(piece: string, at: number): void {
    stack = stack.slice(0, -1)
    if (inner.isOpen && stack.length === rowDepth) held.push(inner.end(piece, at + 1))
    // An earlier, empty list does not end them.
    else if (piece[at] === ']' && (held.length > 0 || isGiven) && stack.length === rowDepth - 1)
      isListOver = true
    if (stack !== '') return
    isOver = !isLines
    if (!outer.isOpen) return
    const ended = outer.end(piece, at + 1)
    if (isLines) found.push(ended)
    else first = ended
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
      if (stack === '' || stack === '[') between(char)
      if (char === '"') isInString = true
      else if (char === '{' || char === '[') open(char, at)
      else if ((char === '}' || char === ']') && stack !== '') close(piece, at)
    }
    inner.take(piece, piece.length)
    outer.take(piece, piece.length)
    if (held.length > 0 && (isList || outer.isTooLong)) {
      isGiven = true
      found.push(...held)
      held = []
    }
    if (found.length > 0) yield found
    found = []
  }
  if (stack !== '')
    throw new RefusedFile(tell('The file ends in the middle: it was not written to its end.'))
  if (!isOver && !isLines) throw new RefusedFile(tell('The file is empty.'))
  if (first !== undefined && !isLines && !isGiven) yield held.length > 0 ? held : [first]
}
