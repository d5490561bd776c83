import { type ReactNode, useLayoutEffect } from 'react'

import type { Build } from '../../data/kits/open/builds.ts'

import { IconButton } from '../../ui/controls/IconButton.tsx'
import { KeyboardIcon, RedoIcon, UndoIcon } from '../../ui/blocks/icons.tsx'
import { CONTROL, SHIFT } from '../../ui/browser/keyNames.ts'
import { type Offer, useOffers } from '../../ui/browser/offers.ts'
import { toast } from '../../ui/browser/toast.ts'
import { VisuallyHidden } from '../../ui/text/VisuallyHidden.tsx'
import { ADDING } from '../rows/entryDraft.ts'
import { openKeysHelp } from './KeysHelp.tsx'
import styles from '../parts/partsTools.module.css'
import { followBuild, redo, startUndo, undo, useUndo } from '../undo/undo.ts'
import { t } from '#shared/words/words.ts'

/** Undo and redo of all edits of the build, with Ctrl+Z and Ctrl+Shift+Z too. */
export function HistoryButtons({ build, isDesk }: { build: Build; isDesk: boolean }) {
  const { undoLabel, redoLabel, said } = useUndo()
  // Before the first paint: later writes can be undone.
  useLayoutEffect(() => startUndo(), [])
  useLayoutEffect(() => followBuild(build), [build])
  useLayoutEffect(() => {
    addEventListener('keydown', handleKey)
    addEventListener('paste', warnOfCut)
    return () => {
      removeEventListener('keydown', handleKey)
      removeEventListener('paste', warnOfCut)
    }
  }, [])
  useOffers(() => [
    ...offerOf(undoLabel, { ...UNDO, name: undoName(undoLabel), onChoose: undo }),
    ...offerOf(redoLabel, { ...REDO, name: redoName(redoLabel), onChoose: redo }),
    ...(isDesk ? [{ ...KEYS, name: t('Keys of the parts list'), onChoose: openKeysHelp }] : []),
  ])
  return (
    <div className={styles.history}>
      <HistoryButton name={undoName(undoLabel)} isOver={undoLabel === null} onPress={undo}>
        <UndoIcon />
      </HistoryButton>
      <HistoryButton name={redoName(redoLabel)} isOver={redoLabel === null} onPress={redo}>
        <RedoIcon />
      </HistoryButton>
      {isDesk && (
        <IconButton label={t('Keys of the parts list')} onClick={openKeysHelp}>
          <KeyboardIcon />
        </IconButton>
      )}
      <VisuallyHidden role="status">{said}</VisuallyHidden>
    </div>
  )
}

const KEYS = { icon: <KeyboardIcon />, keys: `${CONTROL} /` }
const UNDO = { icon: <UndoIcon />, keys: `${CONTROL} Z` }
const REDO = { icon: <RedoIcon />, keys: `${CONTROL} ${SHIFT} Z` }

const undoName = (what: string | null) => (what === null ? t('Undo') : t('Undo: {what}', { what }))
const redoName = (what: string | null) => (what === null ? t('Redo') : t('Redo: {what}', { what }))

/** No offer without anything to undo. */
const offerOf = (label: string | null, offer: Offer): Offer[] => (label === null ? [] : [offer])

/** Focusable even when disabled, so that the last undo does not lose the focus. */
function HistoryButton(props: {
  name: string
  isOver: boolean
  onPress: () => void
  children: ReactNode
}) {
  const { name, isOver, onPress, children } = props
  return (
    <IconButton label={name} aria-disabled={isOver} onClick={onPress}>
      {children}
    </IconButton>
  )
}

function handleKey(event: KeyboardEvent): void {
  if (!(event.ctrlKey || event.metaKey) || event.altKey || event.defaultPrevented) return
  const key = event.key.toLowerCase()
  const isUndo = key === 'z' && !event.shiftKey
  const isRedo = (key === 'z' && event.shiftKey) || (key === 'y' && !event.shiftKey)
  // Fields of a dialog are not the build: the browser undoes there.
  if ((!isUndo && !isRedo) || document.querySelector('[role=dialog]')) return
  // A part being typed has the browser's own undo.
  const { target } = event
  if (target instanceof HTMLInputElement && target.dataset['cell'] === ADDING && target.value)
    return
  event.preventDefault()
  if (isUndo) undo()
  else redo()
}

/** maxLength cuts a pasted text without a word: this tells. */
function warnOfCut({ target, clipboardData, defaultPrevented }: ClipboardEvent): void {
  const isField = target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement
  if (!isField || target.maxLength < 0 || defaultPrevented) return
  const marked = (target.selectionEnd ?? 0) - (target.selectionStart ?? 0)
  const pasted = clipboardData?.getData('text/plain').length ?? 0
  const over = target.value.length - marked + pasted - target.maxLength
  if (over <= 0) return
  const name =
    target.getAttribute('aria-label') ?? target.labels?.[0]?.textContent ?? t('This field')
  toast({
    title: t('Not all of it fits'),
    text: t(
      '{name}: at most {maxLength} characters. The last {over} were not pasted; they are still on the clipboard.',
      { name, maxLength: target.maxLength, over },
    ),
    tone: 'error',
  })
}
