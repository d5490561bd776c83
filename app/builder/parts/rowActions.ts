/** What a row of the parts list can do to the store. */
import type { Json } from '#shared/sync/cells.ts'
import type { Line } from '#shared/kinds/kit.ts'
import type { Build } from '../../kits/open/builds.ts'
import type { Drafts } from './blankRows.ts'
import type { Cell } from '../fields/fieldRules.ts'
import type { Row } from './rowBook.ts'

import { ordAfter } from '#shared/ord.ts'
import { newId } from '#shared/ids.ts'
import { MAX_LINES } from '#shared/kinds/kit.ts'
import { draftsNow, latestOf, rowNow } from '../../kits/open/openKit.ts'
import { idInCopy, setCells, setDraft } from '../../sync/write/pump.ts'
import { isBlankRow } from './blankRows.ts'

export interface RowActions {
  /** What comes later than the first paint: null until it is there. */
  tools: () => RowTools | null
  setTools: (tools: RowTools | null) => void
  /** @param seen what the person saw in these cells */
  write: (row: Row, cells: Record<string, Json>, seen?: Record<string, Json>) => void
  /** Keeps text that is no value yet, with null forgets it. */
  keepDraft: (row: Row, cell: Cell, text: string | null) => void
  remove: (row: Row) => void
  restore: (id: string) => void
  /** Deletes a row that is blank and was left. */
  dropIfBlank: (row: Row) => void
  /** Adds lines with these cells at the end, as many as fit, and returns their ids. */
  append: (lines: readonly Record<string, Json>[]) => string[]
}

/** What is done to a line by its buttons. */
export interface RowTools {
  /** One place up (-1) or down (1). */
  step: (row: Row, by: -1 | 1) => void
  duplicate: (row: Row) => void
  openMenu: (row: Row, anchor: HTMLElement) => void
}

interface Context {
  build: Build
  /** The blank row becomes a line. */
  begin: (id: string) => void
}

/** @returns the actions, which stay the same, and how to tell them what the list shows now */
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
    // The blank row, and the screen may not have drawn yet that it was written into.
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
      // A draft shows only in a line that exists.
      if (row.isGhost && text !== null) write(row, {})
      setDraft(idInCopy(id), cell, text)
    },
    remove(row) {
      const { id } = row.line
      // The screen may not have drawn the last key yet.
      const drafts: Drafts = draftsNow(kitId(), idInCopy(id)) ?? row.drafts
      setCells('line', id, kitId(), { del: true })
      // Text that is no value yet goes with its line, or it would wait for ever, unseen.
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
      // In a task of its own: it may be left for a press of Undo, which brings something back.
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
