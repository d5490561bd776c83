import type { MouseEvent } from 'react'

import { useEffect, useRef } from 'react'

import type { Fill } from '../../autofill/fillState.ts'

import { loadFills, type Fills } from '../../autofill/fillKey.ts'
import { CircleAlertIcon, NoSignalIcon, RefreshIcon } from '../../ui/blocks/icons.tsx'
import { Spinner } from '../../ui/blocks/Spinner.tsx'
import { classes } from '../../ui/look/classes.ts'
import { fillText } from './fillText.ts'
import styles from './FillNote.module.css'
import { t } from '#shared/words/words.ts'

/** Below a row that is filled in from its link: how that goes, and how to stop it. */
export function FillNote({ id, fill, isDesk }: { id: string; fill: Fill; isDesk: boolean }) {
  const { kind } = fill
  const isBusy = kind === 'locked' || kind === 'asking'
  const note = useRef<HTMLDivElement>(null)

  // Whoever is in the row is to see what becomes of the link: not behind the dock.
  useEffect(() => {
    const row = note.current?.closest('[data-line]')
    if (row?.contains(document.activeElement)) note.current?.scrollIntoView({ block: 'nearest' })
  }, [kind])

  /** The button goes with the note: the focus stays in the row. */
  function handle(act: (fills: Fills) => Promise<void>) {
    return ({ currentTarget }: MouseEvent) => {
      const row = currentTarget.closest('[data-line]')
      void loadFills()
        .then(act)
        .then(() => {
          if (document.activeElement === document.body) {
            row?.querySelector<HTMLElement>('[data-row-focus]')?.focus()
          }
        })
    }
  }

  return (
    <div
      ref={note}
      className={classes(styles.note, kind === 'failed' && styles.failed)}
      role={isDesk ? 'cell' : undefined}
    >
      {isBusy ? <Spinner /> : <NoteIcon fill={fill} />}
      <span className="grow">{fillText(fill)}</span>
      {kind === 'failed' && (
        <button
          type="button"
          className={styles.act}
          onClick={handle((fills) => fills.tryAgain(id))}
        >
          {t('Try again')}
        </button>
      )}
      <button
        type="button"
        className={styles.act}
        onClick={handle((fills) => fills.stopFilling(id))}
      >
        {kind === 'failed' ? t('Dismiss') : isBusy ? t('Cancel') : t('Do not fill in')}
      </button>
    </div>
  )
}

function NoteIcon({ fill }: { fill: Fill }) {
  if (fill.kind === 'failed') return <CircleAlertIcon />
  return fill.reason === '' ? <NoSignalIcon /> : <RefreshIcon />
}
