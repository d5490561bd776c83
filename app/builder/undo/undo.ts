/**
 * Undo and redo of the open build. An undo is an ordinary edit with a new stamp, so it syncs like
 * one; cells that somebody else has written since are left alone, and it says so.
 */
import type { Json } from '#shared/cells/cells.ts'
import type { Build } from '../../data/kits/open/builds.ts'
import type { Write } from '../../data/sync/write/writeQueue.ts'
import type { Row } from '../rows/rowBook.ts'

import { isRowKind } from '#shared/kinds/schema.ts'
import { create } from 'zustand'

import { DEFAULT_QUANTITY, isBlankLine, noValues } from '#shared/kinds/line.ts'
import { DOLLARS } from '#shared/money/money.ts'
import { many, t } from '#shared/words/words.ts'
import { latestOf, rowNow } from '../../data/kits/open/openKit.ts'
import { idInCopy, setCells, setDraft, watchWrites } from '../../data/sync/write/writeQueue.ts'
import { toast } from '../../ui/browser/toast.ts'
import { fieldLabel, labelOf } from './editLabels.ts'
import { History, type Step } from './history.ts'
import { ADDING, ADDING_AS } from '../rows/entryDraft.ts'
import { showCell } from '../rows/showCell.ts'
import { showWritten } from '../rows/useTypedText.ts'

/** Limits of one undo step while typing notes. */
const PAUSE_MS = 1_000
const PIECE_MS = 5_000

interface UndoState {
  /** Label of the next undo, null for none. */
  undoLabel: string | null
  redoLabel: string | null
  /** Screen reader announcement. */
  said: string
}

export const useUndo = create<UndoState>(() => ({ undoLabel: null, redoLabel: null, said: '' }))

let build: Build | null = null
let rows: readonly Row[] = []
let history: History | null = null
let group: { turn: string; label: string } | null = null
let isApplying = false
/** Counts focus changes: typing in one field is one entry. */
let turns = 0
const typing = { since: 0, last: 0 }

/** Starts recording writes to the open build. @returns stop */
export function startUndo(): () => void {
  history = new History({ cellsOf }, (write) => labelOf(build?.kit, write))
  const stop = watchWrites(handleWrite)
  addEventListener('focusin', nextTurn)
  return () => {
    stop()
    removeEventListener('focusin', nextTurn)
    history = null
    build = null
    useUndo.setState({ undoLabel: null, redoLabel: null, said: '' })
  }
}

/** Sets the rendered build. */
export function followBuild(shown: Build): void {
  build = shown
}

/** Sets the rendered rows. */
export function followRows(shown: readonly Row[]): void {
  rows = shown
}

/** Groups all writes of `work` into one entry. @returns undo of just that, now or later */
export function asOneEdit(label: string, work: () => void): () => void {
  const own = `edit ${++turns}`
  group = { turn: own, label }
  try {
    work()
  } finally {
    group = null
    showWritten()
  }
  return () => turn('undo', own)
}

/** Whether the current writes are an undo's or redo's, not the user's. */
export const isTurning = () => isApplying

export const undo = () => turn('undo')
export const redo = () => turn('redo')

function nextTurn(): void {
  turns++
}

function handleWrite(write: Write): void {
  // A part being typed is undone by its own field.
  if (write.kind === 'draft' && (ADDING in write.cells || ADDING_AS in write.cells)) return
  if (!history || !isOfBuild(write)) return
  if (isApplying) history.note(write)
  else if (isLeftBlank(write)) history.recordAlong(write)
  else history.record(write, group?.turn ?? taskTurn(write), group?.label)
  showState()
}

/** Whether a write is to the open build. Drafts name no kit, but only its own are typed here. */
function isOfBuild({ kind, kit }: Write): boolean {
  if (kind === 'draft') return build !== null
  return (kind === 'kit' || isRowKind(kind)) && idInCopy(kit) === build?.kit.id
}

/** The automatic removal of a blank row on blur. */
function isLeftBlank({ kind, id, cells }: Write): boolean {
  if (group || kind !== 'line' || cells['del'] !== true) return false
  const line = { ...noValues(), ...cellsOf(kind, id) }
  return isBlankLine(line) && line.qty <= DEFAULT_QUANTITY
}

let task: string | null = null

/** All writes of one task are one entry. */
function taskTurn(write: Write): string {
  if (task === null) queueMicrotask(() => (task = null))
  task ??= turnOf(write)
  return task
}

function turnOf({ kind, id, cells }: Write): string {
  const now = Date.now()
  const isProse = kind === 'kit' && 'notes' in cells
  if (isProse && (now - typing.last > PAUSE_MS || now - typing.since > PIECE_MS)) {
    turns++
    typing.since = now
  }
  typing.last = now
  return `${turns} ${kind === 'draft' ? 'line' : kind}:${id}:${Object.keys(cells).filter(isTyped).join()}`
}

const isDesk = () => matchMedia('(min-width: 900px)').matches

const isTyped = (cell: string) => cell !== 'ord'

/** Current cells of a row, possibly not rendered yet. */
function cellsOf(kind: Write['kind'], id: string): Record<string, Json> | null {
  if (!build) return null
  const now = idInCopy(id)
  if (isRowKind(kind)) {
    const { id: _id, ...cells } = rowNow(build.kit.id, kind, now) ?? { id: null }
    return _id === null ? null : cells
  }
  const { kit, drafts, visibility, vin } = latestOf(build)
  if (kind === 'draft') {
    const own = [...drafts].filter(([name]) => name.startsWith(`${now}:`))
    return Object.fromEntries(own.map(([name, text]) => [name.slice(now.length + 1), text]))
  }
  const { id: _id, lines: _lines, steps: _steps, updatedAt: _at, vehicle, ...cells } = kit
  if (kind !== 'kit' || now !== kit.id) return null
  // Defaults of a dollar kit, so that an undo can restore them.
  return { currency: DOLLARS, rates: {}, ...cells, vehicle: vehicle as Json, visibility, vin }
}

/** @param own the entry to undo, by default the last one */
function turn(direction: 'undo' | 'redo', own?: string): void {
  const undone = direction === 'undo' ? history?.undo(own) : history?.redo()
  if (!undone || !build) return
  nextTurn()
  const { kit } = build
  isApplying = true
  try {
    for (const { kind, id, cells } of undone.writes) {
      if (kind !== 'draft') setCells(kind, kind === 'kit' ? kit.id : id, kit.id, cells)
      else
        for (const [cell, text] of Object.entries(cells))
          setDraft(idInCopy(id), cell, text as string)
    }
  } finally {
    isApplying = false
    showWritten()
  }
  showState()
  tell(direction, undone.label, undone.kept)
  const [first] = undone.writes
  const [cell = ''] = Object.keys(first?.cells ?? {})
  if (first && isDesk()) showCell(() => keyOf(first.kind, first.id), cell)
}

/** Key of the rendered row; null for the kit itself. */
function keyOf(kind: Write['kind'], id: string): string | null {
  const now = idInCopy(id)
  return kind === 'kit' ? null : (rows.find((row) => row.line.id === now)?.key ?? now)
}

function tell(direction: 'undo' | 'redo', label: string, kept: readonly Step[]): void {
  const [first] = kept
  if (!first) {
    // On the phone the button is far from the change: a toast tells.
    if (!isDesk())
      toast({ title: direction === 'undo' ? t('Undone') : t('Done again'), text: label })
    return say(
      direction === 'undo'
        ? t('Undone: {label}.', { label })
        : t('Done again: {label}.', { label }),
    )
  }
  const what = fieldLabel(build?.kit, first.kind, idInCopy(first.id), first.cell)
  const more = kept.length - 1
  toast({
    title: direction === 'undo' ? t('Not undone') : t('Not done again'),
    text:
      more === 0
        ? t('{what}: changed somewhere else since, so it was left as it is.', { what })
        : many(
            more,
            '{what} and {count} more: changed somewhere else since, so it was left as it is.',
            '{what} and {count} more: changed somewhere else since, so it was left as it is.',
            { what },
          ),
    tone: 'error',
  })
}

/** Announces an undo to screen readers. */
export function say(said: string): void {
  useUndo.setState({ said })
}

function showState(): void {
  if (!history) return
  const { undoLabel, redoLabel } = history
  useUndo.setState({ undoLabel, redoLabel })
}
