/**
 * XML as Google Merchant has it: items of RSS, entries of Atom, and lists of products that look like
 * them. Entities other than XML's own five stay as they stand, and nothing is ever fetched.
 */
import type { FileRow } from './refusedFile.ts'

import { Parser } from 'htmlparser2'
import { MAX_FEED_ROW } from '#shared/catalogue/feed.ts'
import { RefusedFile, TOO_LONG } from './refusedFile.ts'
import { tell } from '../words/told.ts'

const ROWS = new Set(['item', 'entry', 'product', 'offer', 'part'])
const MAX_DEPTH = 24

const localName = (name: string): string => name.slice(name.indexOf(':') + 1)

/** Rows are counted from 1. A value within another has both names: "shipping.price". */
export async function* readXmlFeed(text: AsyncIterable<string>): AsyncGenerator<FileRow[]> {
  let rows: FileRow[] = []
  let row = 0
  const open: string[] = []
  let isOpened = false
  let isCut = false
  let cells: Record<string, string> | null = null
  let fromGoogle = new Set<string>()
  let rowDepth = 0
  let size = 0
  let value = ''

  const headingOf = () => open.slice(rowDepth).map(localName).join('.')
  function take(name: string) {
    const heading = headingOf()
    const found = value.trim()
    value = ''
    if (!cells || found === '') return
    const isGoogles = name.startsWith('g:')
    // The first of several; what Google's own name says is meant more.
    if (cells[heading] !== undefined && !(isGoogles && !fromGoogle.has(heading))) return
    cells[heading] = found
    if (isGoogles) fromGoogle.add(heading)
  }

  const parser = new Parser(
    {
      onopentag(name, attributes) {
        isOpened = true
        if (open.length >= MAX_DEPTH) throw new RefusedFile(tell('The file is nested too deep.'))
        if (!cells && open.length > 0 && ROWS.has(localName(name).toLowerCase())) {
          cells = {}
          fromGoogle = new Set()
          rowDepth = open.length + 1
          size = 0
        }
        open.push(name)
        value = ''
        // Atom has its addresses there.
        if (cells && name === 'link' && attributes['href']) value = attributes['href']
      },
      ontext(piece) {
        if (!cells) return
        size += piece.length
        if (size <= MAX_FEED_ROW) value += piece
      },
      onclosetag(name, isImplied) {
        if (isImplied) isCut = true
        if (cells && open.length > rowDepth) take(name)
        else if (cells && open.length === rowDepth) {
          row++
          rows.push(size > MAX_FEED_ROW ? { row, problem: TOO_LONG } : { row, cells })
          cells = null
        }
        open.pop()
      },
    },
    { xmlMode: true, decodeEntities: true },
  )

  for await (const piece of text) {
    parser.write(piece)
    if (rows.length > 0) yield rows
    rows = []
  }
  if (open.length > 0 || !isOpened) {
    throw new RefusedFile(tell('The file ends in the middle: it was not written to its end.'))
  }
  parser.end()
  if (isCut) throw new RefusedFile(tell('The file is no readable XML: an element is not closed.'))
  if (row === 0) {
    throw new RefusedFile(
      tell('The XML has no items: rows are elements called item, entry or product.'),
    )
  }
  if (rows.length > 0) yield rows
}
