import type { ReactNode } from 'react'

import { useEffect, useLayoutEffect } from 'react'

import type { Build } from '../../kits/open/builds.ts'
import type { Offer } from '../../ui/offers.ts'

import { IconButton } from '../../ui/IconButton.tsx'
import { KeyboardIcon, RedoIcon, UndoIcon } from '../../ui/icons.tsx'
import { CONTROL, SHIFT } from '../../ui/keyNames.ts'
import { useOffers } from '../../ui/offers.ts'
import { toast } from '../../ui/toast.ts'
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx'
import { ADDING } from '../oneLine/entryDraft.ts'
import { openKeysHelp } from '../parts/KeysHelp.tsx'
import styles from '../parts/partsTools.module.css'
import { followBuild, redo, startUndo, undo, useUndo } from './undo.ts'

/** Undo and redo of whatever is done to the build, with Ctrl+Z and Ctrl+Shift+Z too. */
export function HistoryButtons({ build, isDesk }: { build: Build; isDesk: boolean }) {
  const { undoLabel, redoLabel, said } = useUndo()
  useEffect(() => startUndo(), [])
  useLayoutEffect(() => followBuild(build), [build])
  useEffect(() => {
    addEventListener('keydown', handleKey)
    addEventListener('paste', warnOfCut)
    return () => {
      removeEventListener('keydown', handleKey)
      removeEventListener('paste', warnOfCut)
    }
  }, [])
  useOffers(() => [
    ...offerOf('Undo', undoLabel, <UndoIcon />, `${CONTROL} Z`, undo),
    ...offerOf('Redo', redoLabel, <RedoIcon />, `${CONTROL} ${SHIFT} Z`, redo),
    ...(isDesk ? [{ ...KEYS, onChoose: openKeysHelp }] : []),
  ])
  return (
    <div className={styles.history}>
      <HistoryButton what="Undo" label={undoLabel} onPress={undo}>
        <UndoIcon />
      </HistoryButton>
      <HistoryButton what="Redo" label={redoLabel} onPress={redo}>
        <RedoIcon />
      </HistoryButton>
      {isDesk && (
        <IconButton label="Keys of the parts list" onClick={openKeysHelp}>
          <KeyboardIcon />
        </IconButton>
      )}
      <VisuallyHidden role="status">{said}</VisuallyHidden>
    </div>
  )
}

const KEYS = { name: 'Keys of the parts list', icon: <KeyboardIcon />, keys: `${CONTROL} /` }

/** Nothing where there is nothing to take back. */
function offerOf(
  what: string,
  label: string | null,
  icon: ReactNode,
  keys: string,
  press: () => void,
): Offer[] {
  if (label === null) return []
  return [{ name: `${what}: ${label}`, icon, keys, onChoose: press }]
}

/** It stays focusable with nothing to undo, so that the focus is not lost with the last step. */
function HistoryButton(props: {
  what: 'Undo' | 'Redo'
  label: string | null
  onPress: () => void
  children: ReactNode
}) {
  const { what, label, onPress, children } = props
  const name = label === null ? what : `${what}: ${label}`
  return (
    <IconButton label={name} aria-disabled={label === null} onClick={onPress}>
      {children}
    </IconButton>
  )
}

function handleKey(event: KeyboardEvent): void {
  if (!(event.ctrlKey || event.metaKey) || event.altKey || event.defaultPrevented) return
  const key = event.key.toLowerCase()
  const isUndo = key === 'z' && !event.shiftKey
  const isRedo = (key === 'z' && event.shiftKey) || (key === 'y' && !event.shiftKey)
  // A dialog's fields are not the build: there the browser undoes.
  if ((!isUndo && !isRedo) || document.querySelector('[role=dialog]')) return
  // Nor is a part that is being typed.
  const { target } = event
  if (target instanceof HTMLInputElement && target.dataset['cell'] === ADDING && target.value)
    return
  event.preventDefault()
  if (isUndo) undo()
  else redo()
}

/** A field with a greatest length takes a pasted text without its end, and says nothing. */
function warnOfCut({ target, clipboardData, defaultPrevented }: ClipboardEvent): void {
  const isField = target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement
  if (!isField || target.maxLength < 0 || defaultPrevented) return
  const marked = (target.selectionEnd ?? 0) - (target.selectionStart ?? 0)
  const pasted = clipboardData?.getData('text/plain').length ?? 0
  const over = target.value.length - marked + pasted - target.maxLength
  if (over <= 0) return
  const name = target.getAttribute('aria-label') ?? target.labels?.[0]?.textContent ?? 'This field'
  toast({
    title: 'Not all of it fits',
    text: `${name}: at most ${target.maxLength.toLocaleString('en-US')} characters. The last ${over.toLocaleString('en-US')} were not pasted; they are still on the clipboard.`,
    tone: 'error',
  })
}
