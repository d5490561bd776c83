/** Store actions of a row. */
import type { Json } from '#shared/cells/cells.ts'
import type { Build } from '../../data/kits/open/builds.ts'
import type { Cell } from '#shared/tables/columnHeads.ts'
import type { Row } from './rowBook.ts'

import { ordAfter } from '#shared/ord.ts'
import { newId } from '#shared/ids.ts'
import { type Line, MAX_LINES } from '#shared/kinds/kit.ts'
import { draftsNow, latestOf, rowNow } from '../../data/kits/open/openKit.ts'
import { idInCopy, setCells, setDraft } from '../../data/sync/write/writeQueue.ts'
import { type Drafts, isBlankRow } from './blankRows.ts'

export interface RowActions {
  /** Deferred actions; null until loaded. */
  tools: () => RowTools | null
  setTools: (tools: RowTools | null) => void
  /** @param seen values the user saw in these cells */
  write: (row: Row, cells: Record<string, Json>, seen?: Record<string, Json>) => void
  /** Stores invalid text as a draft; null removes it. */
  keepDraft: (row: Row, cell: Cell, text: string | null) => void
  remove: (row: Row) => void
  restore: (id: string) => void
  /** Removes a blank row on blur. */
  dropIfBlank: (row: Row) => void
  /** Appends lines with these cells, up to the limit. @returns their ids */
  append: (lines: readonly Record<string, Json>[]) => string[]
}

/** Actions of a line's buttons. */
export interface RowTools {
  /** Moves one place up (-1) or down (1). */
  step: (row: Row, by: -1 | 1) => void
  duplicate: (row: Row) => void
  openMenu: (row: Row, anchor: HTMLElement) => void
}

interface Context {
  build: Build
  /** Turns the ghost row into a line. */
  begin: (id: string) => void
}

/** @returns stable actions, and a function that tells them the rendered list */
export function createRowActions(): { actions: RowActions; follow: (now: Context) => void } {
  let context: Context | null = null
  let tools: RowTools | null = null
  const removedDrafts = new Map<string, Drafts>()
  const now = () => {
    if (!context) throw new Error('the parts list is not shown yet')
    return context
  }
  const kitId = () => now().build.kit.id

  function write(row: Row, cells: Record<string, Json>, seen?: Record<string, Json>) {
    const { id } = row.line
    // The ghost row may have been written to since the last render.
    if (row.isGhost && rowNow(kitId(), 'line', id) === null) {
      const [ord = ''] = keysAfter(lastOrd(latestOf(now().build).kit.lines), 1)
      setCells('line', id, kitId(), { ord, ...cells })
      now().begin(id)
    } else setCells('line', id, kitId(), cells, seen)
  }

  const actions: RowActions = {
    tools: () => tools,
    setTools(now) {
      tools = now
    },
    write,
    keepDraft(row, cell, text) {
      const { id } = row.line
      // A draft shows only in a stored line.
      if (row.isGhost && text !== null) write(row, {})
      setDraft(idInCopy(id), cell, text)
    },
    remove(row) {
      const { id } = row.line
      // The last key may not be rendered yet.
      const drafts: Drafts = draftsNow(kitId(), idInCopy(id)) ?? row.drafts
      setCells('line', id, kitId(), { del: true })
      // Drafts go with their line, or they would stay for ever, unseen.
      removedDrafts.set(id, drafts)
      for (const cell of Object.keys(drafts)) setDraft(idInCopy(id), cell, null)
    },
    restore(id) {
      setCells('line', id, kitId(), { del: false })
      for (const [cell, text] of Object.entries(removedDrafts.get(id) ?? {})) {
        setDraft(idInCopy(id), cell, text)
      }
    },
    dropIfBlank(row) {
      // In a later task: the blur may come from pressing Undo, which fills the line again.
      if (!row.isGhost) setTimeout(() => deleteIfBlank(row))
    },
    append(lines) {
      const known = latestOf(now().build).kit.lines
      const added = lines.slice(0, Math.max(0, MAX_LINES - known.length))
      const keys = keysAfter(lastOrd(known), added.length)
      return added.map((cells, index) => {
        const id = newId()
        const ord = keys[index] ?? ''
        setCells('line', id, kitId(), { ord, ...cells })
        return id
      })
    },
  }
  function deleteIfBlank({ key, line: { id } }: Row) {
    const { kit, drafts, isMine } = latestOf(now().build)
    const line = kit.lines.find((one) => one.id === idInCopy(id))
    const focused = document.activeElement?.closest('[data-line]')
    if (!isMine || !line || focused?.getAttribute('data-line') === key) return
    const own = [...drafts].filter(([name]) => name.startsWith(`${line.id}:`))
    if (isBlankRow(line, Object.fromEntries(own))) {
      setCells('line', line.id, kit.id, { del: true })
    }
  }

  return {
    actions,
    follow(shown) {
      context = shown
    },
  }
}

function keysAfter(last: string | null, count: number): string[] {
  const keys: string[] = []
  for (let at = 0; at < count; at++) keys.push(ordAfter(keys.at(-1) ?? last))
  return keys
}

/** The last order key, null for none. */
function lastOrd(lines: readonly Line[]): string | null {
  return lines.reduce<string | null>((last, { ord }) => (ord > (last ?? '') ? ord : last), null)
}
