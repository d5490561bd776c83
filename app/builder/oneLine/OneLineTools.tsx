import type { ClipboardEvent, KeyboardEvent, RefObject } from 'react'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { Link } from 'react-router-dom'

import type { Build } from '../../data/kits/open/builds.ts'
import type { EarlyPaste } from '../paste/earlyPaste.ts'
import type { PastedLine } from '#shared/kinds/partLines.ts'
import type { RowActions } from '../rows/rowActions.ts'
import type { Row } from '../rows/rowBook.ts'
import type { KnownPart } from './knownParts.ts'
import type { EarlyAdd, Listed, OneLineHandlers } from '../rows/entryDraft.ts'

import { MAX_LINES } from '#shared/kinds/kit.ts'
import { links } from '#shared/links.ts'
import { readPasted } from '#shared/tables/pastedTable.ts'
import { many, t } from '#shared/words/words.ts'
import { SearchIcon } from '../../ui/blocks/icons.tsx'
import { useCombobox } from '../../ui/controls/useCombobox.ts'
import { toast } from '../../ui/browser/toast.ts'
import { useIsDesk } from '../../ui/look/useIsDesk.ts'
import { VisuallyHidden } from '../../ui/text/VisuallyHidden.tsx'
import { pasteAgain, pasteArrival } from '../paste/arrivals.ts'
import { readPastedLink } from '../paste/pastedLink.ts'
import { pasteRows } from '../paste/pasteRows.ts'
import { addTyped } from './addTyped.ts'
import { chipsOf, sayChips, type Chip } from './chipsOf.ts'
import styles from './OneLineTools.module.css'
import { PieceChips, PieceEditor } from './Pieces.tsx'
import { placePanel, Suggestions } from './Suggestions.tsx'
import { useTypedPart } from './useTypedPart.ts'

const NONE: readonly KnownPart[] = []

/** A line not rendered by then was not added. */
const HELD_MS = 2_000
/** A new part takes some frames to its height. */
const SETTLED_MS = 250

/** Scrolls along with content added above, so that the line stays put on the screen. */
function keepAt(place: RefObject<HTMLElement | null>, top: number): void {
  const until = performance.now() + SETTLED_MS
  const step = () => {
    const now = topOf(place)
    if (now === null) return
    if (now !== top) scrollBy(0, now - top)
    if (performance.now() < until) requestAnimationFrame(step)
  }
  step()
}

/** Parsed pieces of a typed line, its suggestions, and what Enter does. */
export function OneLineTools(props: {
  build: Build
  rows: readonly Row[]
  actions: RowActions
  /** Id of the field. */
  id: string
  place: RefObject<HTMLFormElement | null>
  input: RefObject<HTMLInputElement | null>
  text: string
  /** Whether the focus is in the line or a piece of it. */
  hasFocus: boolean
  /** Paste or Enter from before this code was loaded. */
  wish: EarlyPaste | EarlyAdd | null
  onWishTaken: () => void
  onHandlers: (handlers: OneLineHandlers | null) => void
  onText: (text: string) => void
  onList: (list: Listed) => void
  onNote: (note: string) => void
}) {
  const { build, rows, actions, id, place, input, text, hasFocus, wish } = props
  const { onWishTaken, onHandlers, onText, onList, onNote } = props
  const isDesk = useIsDesk()
  const panel = useRef<HTMLDivElement>(null)
  const [editing, setEditing] = useState<Chip | null>(null)
  const [closedFor, setClosedFor] = useState<string | null>(null)
  // Losing the focus ends the editing of a piece.
  if (!hasFocus && editing) setEditing(null)
  const isTyping = hasFocus && (text.trim() !== '' || editing !== null)
  const part = useTypedPart(build, text, isTyping, onText)
  const isOpen = isTyping && (closedFor !== text || editing !== null)
  const options = isOpen && editing === null ? part.found : NONE
  const box = useCombobox(id, { of: text, keys: options.map(({ key }) => key), first: -1 })
  const { activeId } = box
  const shown = { kitId: build.kit.id, rows, actions }
  /** Position of the line when a part was added, until the part is rendered. */
  const held = useRef<{ top: number; rows: number; at: number } | null>(null)

  function hold() {
    const top = topOf(place)
    held.current = isDesk || top === null ? null : { top, rows: rows.length, at: Date.now() }
  }

  function goBack() {
    setEditing(null)
    input.current?.focus()
  }

  /**
   * @param after lines just added that the list does not show yet
   * @returns whether there was room
   */
  function put(line: PastedLine, after = 0): boolean {
    hold()
    const said = addTyped(line, shown, after)
    if (said === null)
      toast({
        title: t('No room for another line'),
        text: t('A kit has at most {max} lines.', { max: MAX_LINES }),
      })
    else onNote(said)
    return said !== null
  }

  function add() {
    goBack()
    const isSomething = Object.keys(part.reading.pieces).length > 0
    if (!isSomething || !put(part.line)) return
    part.clear()
  }

  /** Each Enter ended a part; text typed since the last one is the next part. */
  function addEarly({ text: entered, ends }: EarlyAdd) {
    let from = 0
    let added = 0
    for (const end of ends) {
      // Text that was changed since stays in the field.
      if (!text.startsWith(entered.slice(0, end))) break
      const line = part.lineOf(entered.slice(from, end))
      const isSomething = Object.keys({ ...line.cells, ...line.drafts }).length > 0
      if (isSomething && !put(line, added++)) break
      from = end
    }
    onText(text.slice(from).trimStart())
  }

  function take(known: KnownPart) {
    part.take(known)
    input.current?.focus()
  }

  function handleKeyDown(event: KeyboardEvent) {
    if (event.nativeEvent.isComposing || event.ctrlKey || event.metaKey || event.altKey) return
    const { key } = event
    const chosen = options[box.at]
    if (key === 'Enter' && chosen) take(chosen)
    else if (key === 'Escape' && isOpen) setClosedFor(text)
    else if (key === 'ArrowDown' && closedFor === text) setClosedFor(null)
    else if (!box.move(event)) return
    event.preventDefault()
    event.stopPropagation()
  }

  function handlePaste(event: ClipboardEvent) {
    const { clipboardData } = event
    const pasted = clipboardData.getData('text/plain')
    const link = text.trim() === '' ? readPastedLink(pasted) : null
    const table = readPasted(pasted, clipboardData.getData('text/html'))
    if (link === null && !table) return
    if (link !== null) put({ cells: { link }, drafts: {} })
    else if (table) {
      hold()
      pasteRows(table, shown, null)
    }
    // Last: if one of them failed, the field takes the text.
    event.preventDefault()
  }

  useLayoutEffect(() => {
    onHandlers({ onKeyDown: handleKeyDown, onPaste: handlePaste, add })
    return () => onHandlers(null)
  })
  useLayoutEffect(() => {
    onList({ isOpen: options.length > 0, active: activeId })
  }, [onList, options.length, activeId])
  useLayoutEffect(() => {
    if (!isOpen || !panel.current || !place.current) return
    return placePanel(panel.current, place.current, isDesk)
  }, [isOpen, isDesk, place])
  // New parts move up, instead of pushing the line down under the thumb.
  useLayoutEffect(() => {
    if (!held.current) return
    const { top, rows: before, at } = held.current
    const isOver = Date.now() - at > HELD_MS
    // The kit may render once more before the new part is in it.
    if (isOver || rows.length > before) held.current = null
    if (!isOver) keepAt(place, top)
  }, [rows, place])
  useEffect(() => {
    const field = input.current
    const arrive = (event: InputEvent) => pasteArrival(event, field)
    field?.addEventListener('beforeinput', arrive)
    return () => field?.removeEventListener('beforeinput', arrive)
  }, [input])
  useEffect(() => {
    if (wish === null) return
    onWishTaken()
    if ('ends' in wish) addEarly(wish)
    else pasteAgain(wish)
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- it is done once, with what is there then
  }, [wish])

  const chips = chipsOf(part.reading, part.line)
  const { name, manufacturer, partNumber } = part.reading.pieces
  const { vehicle } = build.kit
  return (
    <>
      {isOpen && (
        <div ref={panel} className={styles.panel}>
          {editing ? (
            <PieceEditor chip={editing} onChange={part.changePiece} onDone={goBack} />
          ) : (
            <PieceChips chips={chips} onChoose={setEditing} />
          )}
          {options.length > 0 && <Suggestions box={box} parts={options} onTake={take} />}
          {editing === null && name && (
            <Link
              className={`row small ${styles.find}`}
              to={links.parts({
                q: [manufacturer, name, partNumber].flatMap((one) => one?.text ?? []).join(' '),
                ...(vehicle && {
                  year: String(vehicle.year),
                  make: vehicle.make,
                  model: vehicle.model,
                }),
              })}
              // A blur would unmount this button before it is pressed.
              onMouseDown={(event) => event.preventDefault()}
            >
              <SearchIcon />
              {t('Find parts')}
            </Link>
          )}
        </div>
      )}
      <SaidLater
        text={isOpen && !editing ? `${sayChips(chips)} ${countedOptions(options.length)}` : ''}
      />
    </>
  )
}

/** A typing pause: not at every key. */
const AFTER_MS = 900

/** Announces a text to screen readers once it has settled. */
function SaidLater({ text }: { text: string }) {
  const [said, setSaid] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setSaid(text), AFTER_MS)
    return () => clearTimeout(timer)
  }, [text])
  return <VisuallyHidden role="status">{said}</VisuallyHidden>
}

const topOf = ({ current }: RefObject<HTMLElement | null>) =>
  current?.getBoundingClientRect().top ?? null

function countedOptions(count: number): string {
  if (count === 0) return ''
  return many(count, '{count} suggestion.', '{count} suggestions.')
}
