import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'

import type { Build } from '../../data/kits/open/builds.ts'
import type { EarlyPaste } from '../paste/earlyPaste.ts'
import type { RowActions } from '../rows/rowActions.ts'
import type { Row } from '../rows/rowBook.ts'

import { loadable } from '../../ui/browser/loadable.tsx'
import { useFileDrop } from '../../ui/browser/useFileDrop.ts'
import { usePreloaded } from '../../ui/browser/usePreloaded.ts'
import { CellBlock, markByMouse } from './cellBlock.ts'
import { dragRows } from './dragRows.ts'
import { fieldAt, placeOf } from '../rows/cellPlaces.ts'
import { type Grid, handleKey } from './gridKeys.ts'
import { KeysHelp, openKeysHelp } from './KeysHelp.tsx'
import { duplicateLine, moveLine, type Shown, stepLine } from '../undo/lineTools.ts'
import { readPasted } from '#shared/tables/pastedTable.ts'
import { handleArrival, pasteAgain } from '../paste/arrivals.ts'
import { pasteFile, pasteRows } from '../paste/pasteRows.ts'
import { ReadAs } from '../paste/ReadAs.tsx'
import { followRows } from '../undo/undo.ts'
import { Unplaced } from '../paste/Unplaced.tsx'

const RowMenu = loadable(async () => (await import('./RowMenu.tsx')).RowMenu)

/**
 * Spreadsheet behaviour of the parts list: keys, cell selection, clipboard, dragging rows. It
 * listens from outside, so that it does not delay the first paint.
 */
export function PartsTools(props: {
  build: Build
  rows: readonly Row[]
  actions: RowActions
  isDesk: boolean
  list: RefObject<HTMLElement | null>
  /** Pastes from before this code was loaded. */
  early: readonly EarlyPaste[]
}) {
  const { build, rows, actions, isDesk, list, early } = props
  const taken = useRef(new Set<EarlyPaste>())
  const shown = useRef<Shown>({ kitId: build.kit.id, rows, actions })
  const [menu, setMenu] = useState<{ row: Row; anchor: HTMLElement } | null>(null)
  const isMenuReady = usePreloaded(RowMenu.preload, menu !== null)

  useLayoutEffect(() => {
    shown.current = { kitId: build.kit.id, rows, actions }
    followRows(rows)
  })

  useEffect(() => {
    actions.setTools({
      step: (row, by) => stepLine(shown.current, row, by),
      duplicate: (row) => duplicateLine(shown.current, row),
      openMenu: (row, anchor) => setMenu({ row, anchor }),
    })
    return () => actions.setTools(null)
  }, [actions])

  useEffect(() => {
    const element = list.current
    if (!element) return
    return listen(element, isDesk, () => shown.current)
  }, [list, isDesk])

  useEffect(() => {
    for (const paste of early) {
      if (taken.current.has(paste)) continue
      taken.current.add(paste)
      pasteAgain(paste)
    }
  }, [early])

  useFileDrop((file) => void pasteFile(file, shown))

  // The row may have changed or gone while the menu was open.
  const menuRow = menu && rows.find((row) => row.key === menu.row.key)
  return (
    <>
      <ReadAs build={build} />
      <Unplaced build={build} />
      {menu && menuRow && isMenuReady && (
        <RowMenu
          row={menuRow}
          anchor={menu.anchor}
          shown={{ kitId: build.kit.id, rows, actions }}
          onClose={() => setMenu(null)}
        />
      )}
      {isDesk && <KeysHelp />}
    </>
  )
}

function listen(list: HTMLElement, isDesk: boolean, shown: () => Shown): () => void {
  const stop = new AbortController()
  const { signal } = stop
  list.dataset['tools'] = ''
  const block = new CellBlock(list, shown)
  const grid: Grid = {
    list,
    isDesk,
    shown,
    block,
    entered: null,
    takenWhole: null,
    onHelp: openKeysHelp,
  }

  list.addEventListener('keydown', (event) => handleKey(grid, event), { signal })
  list.addEventListener(
    'focusin',
    ({ target }) => {
      grid.takenWhole = null
      if (target instanceof HTMLInputElement) grid.entered = { field: target, text: target.value }
    },
    { signal },
  )
  // Typing ends the selection: it is for one cell.
  list.addEventListener('input', () => block.clear(), { signal })
  list.addEventListener('paste', (event) => handlePaste(grid, event), { signal })
  list.addEventListener('beforeinput', handleArrival, { signal })
  list.addEventListener('copy', (event) => handleCopy(grid, event), { signal })
  list.addEventListener(
    'cut',
    (event) => {
      if (handleCopy(grid, event)) block.empty()
    },
    { signal },
  )
  const stopDrag = dragRows(list, (key, at) => {
    const row = shown().rows.find((one) => one.key === key)
    if (row) moveLine(shown(), row, at)
  })
  const stopMouse = isDesk ? markByMouse(list, block) : null
  return () => {
    stop.abort()
    stopDrag()
    stopMouse?.()
    block.clear()
  }
}

function handlePaste({ list, shown, block }: Grid, event: ClipboardEvent): void {
  const field = fieldAt(event.target)
  const { clipboardData } = event
  if (!field || !clipboardData) return
  const text = clipboardData.getData('text/plain')
  const table = readPasted(text, clipboardData.getData('text/html'))
  if (!table) return
  const place = block.start ?? placeOf(list, field)
  const isNew = place !== null && shown().rows[place.row]?.isGhost === true
  pasteRows(table, shown(), place && !(isNew && place.column === 0) ? place : null)
  block.clear()
  // Handled: the field must not insert the text too.
  event.preventDefault()
  event.stopPropagation()
}

/** @returns whether selected cells were copied, rather than the text of a field */
function handleCopy({ block }: Grid, event: ClipboardEvent): boolean {
  if (!block.isMarked || !event.clipboardData) return false
  event.preventDefault()
  event.clipboardData.setData('text/plain', block.asTsv())
  return true
}
