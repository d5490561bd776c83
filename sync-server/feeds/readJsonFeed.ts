/** JSON as one list of objects, or one object a line: object by object, never the whole file. */
import type { FileRow } from './refusedFile.ts'

import { parseForeignJson } from '#shared/text/foreignJson.ts'
import { MAX_FEED_ROW } from '#shared/catalogue/feed.ts'
import { columnOf } from './readCsv.ts'
import { RefusedFile } from './refusedFile.ts'

const MAX_DEPTH = 8

/** Rows are counted from 1. */
export async function* readJsonFeed(text: AsyncIterable<string>): AsyncGenerator<FileRow[]> {
  let row = 0
  for await (const objects of splitJson(text)) {
    yield objects.map((object): FileRow => {
      row++
      return object === null
        ? { row, problem: `The row is longer than ${MAX_FEED_ROW} characters.` }
        : rowOf(row, object)
    })
  }
}

function rowOf(row: number, text: string): FileRow {
  let value: unknown
  try {
    value = parseForeignJson(text)
  } catch {
    return { row, problem: 'The row is not readable as JSON.' }
  }
  const record: Record<string, string> = {}
  for (const [name, one] of Object.entries(value as object)) {
    const column = columnOf(name)
    if (!column || one === null) continue
    const isText = typeof one === 'string' || typeof one === 'number'
    if (Array.isArray(one) && column === 'crossReferences') record[column] = one.join(';')
    else if (isText) record[column] = String(one).trim()
    else return { row, problem: `${column}: this must be text or a number.` }
  }
  return { row, record }
}

/** The text of each object, null for one that is too long. */
async function* splitJson(text: AsyncIterable<string>): AsyncGenerator<(string | null)[]> {
  let depth = 0
  let isInString = false
  let isEscaped = false
  let isList: boolean | null = null
  let isClosed = false
  let object = ''
  let isTooLong = false
  let found: (string | null)[] = []

  const outside = (char: string): void => {
    if (/\s/.test(char) || char === '\ufeff') return
    if (isClosed) throw new RefusedFile('Something stands behind the end of the list.')
    if (char === '{') depth = 1
    else if (char === '[' && isList === null) isList = true
    else if (char === ']' && isList === true) isClosed = true
    else if (!(char === ',' && isList === true)) {
      throw new RefusedFile('The file has to be a list of objects, or one object a line.')
    }
    if (char === '{') isList ??= false
  }

  for await (const piece of text) {
    for (const char of piece) {
      if (depth === 0) {
        outside(char)
        if (depth === 0) continue
        object = ''
        isTooLong = false
      }
      if (object.length < MAX_FEED_ROW) object += char
      else isTooLong = true
      if (isInString) {
        if (isEscaped) isEscaped = false
        else if (char === '\\') isEscaped = true
        else if (char === '"') isInString = false
      } else if (char === '"') isInString = true
      else if (char === '{' || char === '[') {
        if (object.length > 1) depth++
        if (depth > MAX_DEPTH) throw new RefusedFile('A row is nested too deep.')
      } else if (char === '}' || char === ']') {
        depth--
        if (depth === 0) found.push(isTooLong ? null : object)
      }
    }
    if (found.length > 0) yield found
    found = []
  }
  const isWhole = depth === 0 && (isList === null || !isList || isClosed)
  if (!isWhole) throw new RefusedFile('The file ends in the middle: it was not written to its end.')
  if (isList === null) throw new RefusedFile('The file is empty.')
}
