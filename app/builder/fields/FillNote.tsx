import { type MouseEvent, useEffect, useRef } from 'react'

import type { Fill } from '../../data/autofill/fillState.ts'

import { loadFills, type Fills } from '../../data/autofill/fillKey.ts'
import { CircleAlertIcon, NoSignalIcon, RefreshIcon } from '../../ui/blocks/icons.tsx'
import { Spinner } from '../../ui/blocks/Spinner.tsx'
import { classes } from '../../ui/look/classes.ts'
import { fillText } from './fillText.ts'
import styles from './FillNote.module.css'
import { t } from '#shared/words/words.ts'

/** Progress of filling a row from its link, and the button to stop it. */
export function FillNote({ id, fill, isDesk }: { id: string; fill: Fill; isDesk: boolean }) {
  const { kind } = fill
  const isBusy = kind === 'locked' || kind === 'asking'
  const note = useRef<HTMLDivElement>(null)

  // Scrolls the note out from behind the dock for whoever is in the row.
  useEffect(() => {
    const row = note.current?.closest('[data-line]')
    if (row?.contains(document.activeElement)) note.current?.scrollIntoView({ block: 'nearest' })
  }, [kind])

  /** The pressed button unmounts: the focus stays in the row. */
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
      className={classes('row wrap muted small', styles.note, kind === 'failed' && styles.failed)}
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
