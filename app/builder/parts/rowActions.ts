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
import { readBuild } from '../../kits/open/builds.ts'
import { forks, setCells, setDraft, settled, watchWrites } from '../../sync/write/pump.ts'
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
  rows: readonly Row[]
  /** The blank row becomes a line. */
  begin: (line: Line) => void
}

/** @returns the actions, which stay the same, and how to tell them what the list shows now */
export function createRowActions(): { actions: RowActions; follow: (now: Context) => void } {
  let context: Context | null = null
  let tools: RowTools | null = null
  const ords = new Map<string, string>()
  const removedDrafts = new Map<string, Drafts>()
  const now = () => {
    if (!context) throw new Error('the parts list is not shown yet')
    return context
  }
  const kitId = () => now().build.kit.id

  function ordOf(row: Row): string {
    const known = ords.get(row.line.id) ?? row.line.ord
    if (known) return known
    const [ord = ''] = keysAfter(lastOrd(now().rows, ords), 1)
    ords.set(row.line.id, ord)
    return ord
  }

  function write(row: Row, cells: Record<string, Json>, seen?: Record<string, Json>) {
    if (row.isStored) return setCells('line', row.line.id, kitId(), cells, seen)
    const isNew = !ords.has(row.line.id)
    const ord = ordOf(row)
    if (isNew && row.isGhost) now().begin({ ...row.line, ord })
    setCells('line', row.line.id, kitId(), { ord, ...cells })
  }

  const actions: RowActions = {
    tools: () => tools,
    setTools(now) {
      tools = now
    },
    write,
    keepDraft(row, cell, text) {
      // A draft shows only in a line that exists.
      if (!row.isStored && text !== null) write(row, {})
      setDraft(idNow(row.line.id), cell, text)
    },
    remove(row) {
      const { id } = row.line
      setCells('line', id, kitId(), { del: true })
      // Text that is no value yet goes with its line, or it would wait for ever, unseen.
      removedDrafts.set(id, row.drafts)
      for (const cell of Object.keys(row.drafts)) setDraft(idNow(id), cell, null)
    },
    restore(id) {
      setCells('line', idNow(id), kitId(), { del: false })
      for (const [cell, text] of Object.entries(removedDrafts.get(id) ?? {})) {
        setDraft(idNow(id), cell, text)
      }
    },
    dropIfBlank(row) {
      if (row.isGhost || !now().build.isMine) return
      void deleteIfBlank(now().build, row)
    },
    append(lines) {
      const free = Math.max(0, MAX_LINES - now().rows.filter((row) => row.isStored).length)
      const added = lines.slice(0, free)
      const keys = keysAfter(lastOrd(now().rows, ords), added.length)
      return added.map((cells, index) => {
        const id = newId()
        const ord = keys[index] ?? ''
        ords.set(id, ord)
        setCells('line', id, kitId(), { ord, ...cells })
        return id
      })
    },
  }
  return {
    actions,
    follow(shown) {
      context = shown
    },
  }
}

/** The id of a row in the copy, when one was made since the row was shown. */
export function idNow(id: string): string {
  for (const fork of forks.values()) {
    const copy = fork.ids[id]
    if (copy) return idNow(copy)
  }
  return id
}

function keysAfter(last: string | null, count: number): string[] {
  const keys: string[] = []
  for (let at = 0; at < count; at++) keys.push(ordAfter(keys.at(-1) ?? last))
  return keys
}

/** The last key given out, null for none: also of lines the screen does not show yet. */
function lastOrd(rows: readonly Row[], ords: ReadonlyMap<string, string>): string | null {
  let last: string | null = null
  for (const ord of [...rows.map((row) => row.line.ord), ...ords.values()]) {
    if (ord && (last === null || ord > last)) last = ord
  }
  return last
}

/** Reads the store again: what was typed a moment ago may not be on the screen's rows yet. */
async function deleteIfBlank(build: Build, row: Row): Promise<void> {
  await settled()
  let isWritten = false
  const stop = watchWrites(({ id }) => (isWritten ||= id === idNow(row.line.id)))
  const { kit, drafts } = await readBuild(build.kit.id, build.kit.buildId).finally(stop)
  // While that was read: the row was left for a press of Undo, which has brought it back.
  if (isWritten) return
  const line = kit.lines.find(({ id }) => id === row.line.id)
  const own = Object.fromEntries([...drafts].filter(([name]) => name.startsWith(`${row.line.id}:`)))
  const focused = document.activeElement?.closest('[data-line]')
  if (!line || focused?.getAttribute('data-line') === row.key) return
  if (isBlankRow(line, own)) setCells('line', line.id, kit.id, { del: true })
}
