/** Selected cells of the desk's table, to copy, clear or paste over. */
import type { Cell } from '#shared/tables/columnHeads.ts'
import type { Shown } from '../undo/lineTools.ts'
import type { Row } from '../rows/rowBook.ts'

import { toast } from '../../ui/browser/toast.ts'
import { isBlankRow } from '../rows/blankRows.ts'
import { FIELD_RULES } from '../rows/fieldRules.ts'
import { COLUMNS, type Place, placeOf, rowsIn } from '../rows/cellPlaces.ts'
import { toTsv } from '#shared/tables/pastedTable.ts'
import { many, t } from '#shared/words/words.ts'
import { asOneEdit, say } from '../undo/undo.ts'

export class CellBlock {
  readonly #list: HTMLElement
  readonly #shown: () => Shown
  #from: Place | null = null
  #to: Place | null = null

  constructor(list: HTMLElement, shown: () => Shown) {
    this.#list = list
    this.#shown = shown
  }

  /** Whether more than one cell is selected. */
  get isMarked(): boolean {
    return this.#from !== null
  }

  /** Upper left cell. */
  get start(): Place | null {
    const [from, to] = [this.#from, this.#to]
    if (!from || !to) return null
    return { row: Math.min(from.row, to.row), column: Math.min(from.column, to.column) }
  }

  clear(): void {
    if (!this.#from) return
    this.#from = this.#to = null
    this.#show()
  }

  /** Selects from one cell to another. */
  mark(from: Place, to: Place): void {
    this.#from = from
    this.#to = to
    this.#show()
    document.getSelection()?.removeAllRanges()
  }

  /** Extends or shrinks the selection by a row or column. */
  extend(field: HTMLElement, rows: number, columns: number): boolean {
    const from = this.#from ?? placeOf(this.#list, field)
    const to = this.#to ?? from
    if (!from || !to) return false
    const last = rowsIn(this.#list).length - 1
    const row = Math.max(0, Math.min(last, to.row + rows))
    const column = Math.max(0, Math.min(COLUMNS.length - 1, to.column + columns))
    this.mark(from, { row, column })
    rowsIn(this.#list)[row]?.scrollIntoView({ block: 'nearest' })
    return true
  }

  /** Selects all cells. */
  takeAll(): boolean {
    const lines = this.#lines().length
    if (lines === 0) return false
    this.mark({ row: 0, column: 0 }, { row: lines - 1, column: COLUMNS.length - 1 })
    return true
  }

  /** Selected cells for a spreadsheet. */
  asTsv(): string {
    const { rows, cells } = this.#marked()
    return toTsv(rows.map((row) => cells.map((cell) => shownText(row, cell))))
  }

  /** Clears the selected cells, as one undo step. Lines left blank are removed. */
  empty(): void {
    const { rows, cells } = this.#marked()
    const { actions } = this.#shown()
    const lines = rows.filter((row) => !row.isGhost)
    if (lines.length === 0) return
    const title = many(lines.length * cells.length, '{count} cell emptied', '{count} cells emptied')
    const undo = asOneEdit(title, () => {
      for (const row of lines) {
        const values = cells.map((cell) => {
          const read = FIELD_RULES[cell].settle('')
          return [cell, read.kind === 'value' ? read.value : '']
        })
        const emptied = { ...row.line, ...Object.fromEntries(values) }
        const drafts = Object.entries(row.drafts).filter(([cell]) => !cells.includes(cell as Cell))
        // A line with the focus is removed on blur, like every blank one.
        if (isBlankRow(emptied, Object.fromEntries(drafts)) && !this.#hasFocus(row)) {
          actions.remove(row)
          continue
        }
        actions.write(row, Object.fromEntries(values))
        for (const cell of cells) {
          if (row.drafts[cell] !== undefined) actions.keepDraft(row, cell, null)
        }
      }
    })
    // A toast too: one key may have cleared the whole list.
    toast({ title, action: { label: t('Undo'), onPress: undo } })
  }

  #hasFocus(row: Row): boolean {
    const focused = document.activeElement?.closest<HTMLElement>('[data-line]')
    return focused?.dataset['line'] === row.key
  }

  #lines(): Row[] {
    return this.#shown().rows.filter((row) => !row.isGhost)
  }

  #marked(): { rows: Row[]; cells: Cell[] } {
    const [from, to] = [this.#from, this.#to]
    if (!from || !to) return { rows: [], cells: [] }
    const [top, bottom] = [Math.min(from.row, to.row), Math.max(from.row, to.row)]
    const [left, right] = [Math.min(from.column, to.column), Math.max(from.column, to.column)]
    const rows = this.#shown().rows.slice(top, bottom + 1)
    return { rows: rows.filter((row) => !row.isGhost), cells: COLUMNS.slice(left, right + 1) }
  }

  #show(): void {
    for (const cell of this.#list.querySelectorAll('[data-marked]'))
      cell.removeAttribute('data-marked')
    const { rows, cells } = this.#marked()
    const elements = rowsIn(this.#list)
    for (const row of rows) {
      const element = elements.find((one) => one.dataset['line'] === row.key)
      for (const cell of cells) {
        const field = element?.querySelector(`[data-cell="${cell}"]`)
        field?.closest('[role=cell]')?.setAttribute('data-marked', '')
      }
    }
    if (rows.length > 0) {
      say(t('{rows} × {columns} cells marked.', { rows: rows.length, columns: cells.length }))
    }
  }
}

/** Text of a cell, as it would be typed. */
export function shownText(row: Row, cell: Cell): string {
  const draft = row.drafts[cell]
  if (draft !== undefined) return draft
  return cell === 'link' ? row.line.link : FIELD_RULES[cell].show(row.line, row.currency)
}

/** Mouse selection: drag from cell to cell, or Shift+press. */
export function markByMouse(list: HTMLElement, block: CellBlock): () => void {
  const stop = new AbortController()
  const { signal } = stop
  let from: HTMLElement | null = null
  const cellAt = (target: EventTarget | null) =>
    target instanceof Element
      ? (target
          .closest('[data-line] [role=cell]')
          ?.querySelector<HTMLElement>('input[data-cell], [data-cell]') ?? null)
      : null
  list.addEventListener(
    'pointerdown',
    (event) => {
      if (event.pointerType !== 'mouse' || event.button !== 0) return
      const field = cellAt(event.target)
      const active = document.activeElement
      if (event.shiftKey && field && active instanceof HTMLElement && active !== field) {
        const places = [placeOf(list, active), placeOf(list, field)] as const
        if (places[0] && places[1]) {
          event.preventDefault()
          return block.mark(places[0], places[1])
        }
      }
      block.clear()
      from = event.target instanceof HTMLInputElement ? field : null
    },
    { signal },
  )
  list.addEventListener(
    'pointermove',
    (event) => {
      if (!from || event.buttons !== 1) return
      const field = cellAt(document.elementFromPoint(event.clientX, event.clientY))
      if (!field || (field === from && !block.isMarked)) return
      const places = [placeOf(list, from), placeOf(list, field)] as const
      if (!places[0] || !places[1]) return
      event.preventDefault()
      block.mark(places[0], places[1])
    },
    { signal },
  )
  addEventListener('pointerup', () => (from = null), { signal })
  return () => stop.abort()
}
