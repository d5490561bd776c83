/**
 * Reads a list of parts in any form: spreadsheet, CSV, shop cart, Markdown, links, JSON. Pure.
 * Input is untrusted: its size is checked first.
 */
import { MAX_LINES } from '#shared/kinds/kit.ts'
import { isRecord } from '#shared/shape.ts'
import { tableText } from '#shared/tables/cutCells.ts'
import { foreignJsonOf } from '#shared/tables/foreignJson.ts'
import { type PartsRows, readPartsTable } from '#shared/tables/partsTable.ts'
import { LINE_COLUMNS } from '#shared/tables/columnHeads.ts'
import { MAX_COLUMNS, widthOf } from '#shared/tables/pastedColumns.ts'
import { readPasted } from '#shared/tables/pastedTable.ts'
import { type CartRows, readCart } from '#shared/typed/readCart.ts'
import { later, say, t } from '#shared/words/words.ts'

/** Ten times a kit's limit: enough to choose from, and still rendered at once. */
export const MAX_ROWS = 10 * MAX_LINES

/** A list as a table; its links are a column. */
export type PartsTable = Omit<PartsRows, 'links'> & Pick<CartRows, 'unsure'>

/** @param html of the clipboard */
export function readList(text: string, html = ''): PartsTable | { problem: string } {
  const lineCount = countLines(text)
  if (lineCount > MAX_ROWS) return { problem: tooManyRows(lineCount) }
  const trimmed = text.trim()
  if (/^[[{]/.test(trimmed)) {
    const items = itemsInJson(trimmed)
    if (items && items.length > MAX_ROWS) return { problem: tooManyRows(items.length) }
    if (items) return tableOf(rowsOfItems(items, MAX_COLUMNS))
    if (IS_JSON.test(trimmed))
      return { problem: t('There are no parts in this, or it is damaged.') }
  }
  const pasted = isTable(text, html) ? readPasted(text, html) : null
  if (pasted && widthOf(pasted.rows) > 1) {
    const { rows, links } = pasted
    // Shops link the names: the links become a column.
    return tableOf(
      links.some((link) => link !== null) && !rows.some((row) => row.some(isLink))
        ? rows.map((row, at) => [...row, links[at] ?? ''])
        : rows,
    )
  }
  // The currency of a sign is known once the target kit is.
  const { rows, others, unsure } = readCart(tableText(trimmed).body, { currency: '' })
  if (rows.length === 0) return { problem: t('There are no parts in this.') }
  return { heads: null, rows, columns: [...LINE_COLUMNS], others, unsure }
}

const tooManyRows = (count: number) =>
  t(
    'This list has {count} rows. A kit has at most {maxLines} lines: cut out the part you need. Nothing was imported.',
    { count, maxLines: MAX_LINES },
  )

const ONLY_HEADS = later('There are no parts in this, only the names of columns.')

/** JSON, whole or truncated. */
const IS_JSON = /^(?:\{\s*["}]|\[\s*[{"]|\[(?:\s*\[){2})/

const isLink = (cell: string) => /^https?:\/\//.test(cell)

/** Commas in bullet lists are no delimiters. */
function isTable(text: string, html: string): boolean {
  if (/<table/i.test(html) || text.includes('\t')) return true
  const lines = text.split(/\r\n?|\n/).filter((line) => line.trim() !== '')
  const bullets = lines.filter((line) => /^\s*(?:[-*•]|\d+[.)])\s/.test(line)).length
  const links = lines.filter((line) => isLink(line.trim())).length
  return bullets < lines.length / 2 && links < lines.length / 2
}

function tableOf(all: string[][]): PartsTable | { problem: string } {
  const width = widthOf(all)
  if (width > MAX_COLUMNS) {
    return {
      problem: t('This list has {width} columns. At most {maxColumns} can be read.', {
        width,
        maxColumns: MAX_COLUMNS,
      }),
    }
  }
  const { links: _none, ...table } = readPartsTable({ rows: all, links: [] })
  if (table.rows.length > 0) return { ...table, unsure: 0 }
  return { problem: table.heads ? say(ONLY_HEADS) : t('There are no parts in this.') }
}

function countLines(text: string): number {
  let count = 1
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) count++
  return count
}

type Item = Record<string, unknown>

/** @returns items of a JSON text; null for other JSON and an empty list */
function itemsInJson(text: string): Item[] | null {
  const list = listIn(foreignJsonOf(text))
  return list && list.length > 0 ? list : null
}

/**
 * Rows under a row of heads. With more than `most` heads only the heads: each item may have its
 * own, and the rows would fill the memory.
 */
function rowsOfItems(items: readonly Item[], most: number): string[][] {
  const heads = [...new Set(items.flatMap((item) => Object.keys(item)))]
  const rows = heads.length > most ? [] : items
  return [heads.map(wordsOf), ...rows.map((item) => heads.map((head) => textOf(item[head])))]
}

function listIn(value: unknown): Item[] | null {
  if (Array.isArray(value)) return value.every(isRecord) ? value : null
  if (!isRecord(value)) return null
  const lists = Object.values(value).filter((one) => Array.isArray(one) && one.length > 0)
  const [list] = ['parts', 'lines', 'items']
    .map((name) => value[name])
    .filter((one) => Array.isArray(one))
  return listIn(list ?? (lists.length === 1 ? lists[0] : null))
}

const textOf = (value: unknown): string =>
  typeof value === 'string' ? value : typeof value === 'number' ? String(value) : ''

/** "unitPrice" to "unit price". */
const wordsOf = (name: string): string => name.replaceAll(/([a-z])([A-Z])/g, '$1 $2').toLowerCase()
