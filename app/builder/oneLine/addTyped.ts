/** Adds a typed line to the parts list, as one edit. */
import type { Json } from '#shared/cells/cells.ts'
import type { TypedLine } from '#shared/typed/readTypedLine.ts'
import type { Shown } from '../undo/lineTools.ts'

import { DOLLARS, formatPrice } from '#shared/money/money.ts'
import { type PastedLine, readLines } from '#shared/kinds/partLines.ts'
import { type Cell, LINE_COLUMNS } from '#shared/tables/columnHeads.ts'
import { quoted } from '#shared/text/quoted.ts'
import { many, t } from '#shared/words/words.ts'
import { setDraft } from '../../data/sync/write/writeQueue.ts'
import { readAmount } from '../rows/amountReader.ts'
import { asOneEdit } from '../undo/undo.ts'

/** Cells of a typed line; invalid values stay drafts. */
export function cellsOf({ pieces }: TypedLine, currency = DOLLARS): PastedLine {
  const columns = LINE_COLUMNS.filter((cell) => pieces[cell])
  const texts = columns.map((cell) => pieces[cell]?.text ?? '')
  const [line] = readLines({ rows: [texts], links: [], columns, currency }, readAmount)
  return line ?? { cells: {}, drafts: {} }
}

/**
 * Adds the line at the end.
 * @param after lines just added that `rows` does not have yet
 * @returns the message; null when the kit is full
 */
export function addTyped(
  { cells, drafts }: PastedLine,
  { actions, rows }: Shown,
  after = 0,
): string | null {
  let id: string | undefined
  const name = nameOf(cells)
  asOneEdit(name === '' ? t('New line') : t('New line: {name}', { name }), () => {
    ;[id] = actions.append([cells])
    if (id === undefined) return
    for (const [cell, text] of Object.entries(drafts)) setDraft(id, cell, text)
  })
  if (id === undefined) return null
  const place = rows.filter((row) => !row.isGhost).length + after + 1
  const [odd] = Object.values(drafts)
  const what = [name, amountOf(cells)].filter(Boolean).join(', ')
  const said = t('Line {place} added: {what}.', { place, what })
  if (odd === undefined) return said
  return `${said} ${t('Look at it: {text} is kept as it was typed.', { text: quoted(odd) })}`
}

function nameOf(cells: Readonly<Record<string, Json>>): string {
  const text = (cell: Cell) => {
    const value = cells[cell]
    return typeof value === 'string' ? value : ''
  }
  return text('name') || `${text('manufacturer')} ${text('partNumber')}`.trim() || text('link')
}

/** "2 at $12.98", "$12.98", "2 pieces" */
function amountOf({ price, qty }: Readonly<Record<string, Json>>): string {
  const each = typeof price === 'number' || typeof price === 'string' ? formatPrice(price) : ''
  if (typeof qty !== 'number' || qty === 1) return each
  return each === ''
    ? many(qty, '{count} piece', '{count} pieces')
    : t('{qty} at {each}', { qty: String(qty), each })
}
