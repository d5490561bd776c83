/**
 * XML reader for Google Merchant feeds: RSS items, Atom entries, and similar product lists. Only
 * XML's five entities are decoded, and nothing is ever fetched.
 */
import type { FileRow } from './refusedFile.ts'

import { Parser } from 'htmlparser2'
import { MAX_FEED_ROW } from '#shared/catalogue/feed.ts'
import { MAX_FLAT, RefusedFile, TOO_LONG } from './refusedFile.ts'
import { tell } from '../words/told.ts'

const ROWS = new Set(['item', 'entry', 'product', 'offer', 'part'])
const MAX_DEPTH = 24
/** UTF-16 units of a tag or comment: the parser buffers it whole before it reports it. */
const MAX_MARK = 256 * 1024

const localName = (name: string): string => name.slice(name.indexOf(':') + 1)

/** Rows count from 1. A nested value has both names: "shipping.price". */
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
  let flat = 0
  let value = ''
  /** End of the last token the parser reported, and characters fed to it. */
  let toldTo = 0
  let given = 0

  function take(name: string) {
    const found = value.trim()
    value = ''
    if (!cells || found === '' || flat > MAX_FLAT) return
    const heading = open.slice(rowDepth).map(localName).join('.')
    flat += heading.length + found.length
    const isGoogles = name.startsWith('g:')
    // The first of repeated values counts; a g: name beats a plain one.
    if (cells[heading] !== undefined && !(isGoogles && !fromGoogle.has(heading))) return
    cells[heading] = found
    if (isGoogles) fromGoogle.add(heading)
  }

  function add(piece: string) {
    if (!cells) return
    size += piece.length
    if (size <= MAX_FEED_ROW) value += piece
  }
  function told() {
    toldTo = parser.endIndex
  }

  const parser: Parser = new Parser(
    {
      onopentag(name, attributes) {
        isOpened = true
        told()
        if (open.length >= MAX_DEPTH) throw new RefusedFile(tell('The file is nested too deep.'))
        if (!cells && open.length > 0 && ROWS.has(localName(name).toLowerCase())) {
          cells = {}
          fromGoogle = new Set()
          rowDepth = open.length + 1
          size = 0
          flat = 0
        }
        open.push(name)
        value = ''
        // Atom's address is an attribute.
        if (name === 'link' && attributes['href']) add(attributes['href'])
      },
      ontext(piece) {
        told()
        add(piece)
      },
      oncomment: told,
      onprocessinginstruction: told,
      onclosetag(name, isImplied) {
        // A self-closing element was reported; any other implied close is a truncated file.
        if (isImplied && parser.endIndex > toldTo) isCut = true
        told()
        if (cells && open.length > rowDepth) take(name)
        else if (cells && open.length === rowDepth) {
          row++
          const isTooLong = size > MAX_FEED_ROW || flat > MAX_FLAT
          rows.push(isTooLong ? { row, problem: TOO_LONG } : { row, cells })
          cells = null
        }
        open.pop()
      },
    },
    { xmlMode: true, decodeEntities: true },
  )

  for await (const piece of text) {
    parser.write(piece)
    given += piece.length
    if (given - toldTo > MAX_MARK) {
      throw new RefusedFile(
        tell('A tag or comment of the file is longer than {most} characters.', { most: MAX_MARK }),
      )
    }
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
