import { useLayoutEffect, useRef, useState } from 'react'

import type { Span } from '#shared/typed/typedText.ts'

import { type Cell, LINE_COLUMNS } from '#shared/tables/columnHeads.ts'
import { quoted } from '#shared/text/quoted.ts'
import { say, t } from '#shared/words/words.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { Input } from '../../ui/controls/Input.tsx'
import { Segments } from '../../ui/controls/Segments.tsx'
import { LINE_FIELDS } from '#shared/kinds/line.ts'
import { classes } from '../../ui/look/classes.ts'
import { VisuallyHidden } from '../../ui/text/VisuallyHidden.tsx'
import { doubtsIn, type Chip } from './chipsOf.ts'
import styles from './OneLineTools.module.css'

/** Parsed pieces as chips: a press edits one or changes its kind. */
export function PieceChips(props: { chips: readonly Chip[]; onChoose: (chip: Chip) => void }) {
  const { chips, onChoose } = props
  return (
    <>
      <ul className="wrap" aria-label={t('Read as')}>
        {chips.map((chip) => {
          const { cell, kind, shown, spans, doubt, isBad } = chip
          const isUnsure = doubt !== null && !isBad
          const state = isBad ? t('look at it') : isUnsure ? t('not sure') : ''
          return (
            <li key={`${kind} ${spans[0]?.from}`}>
              <button
                type="button"
                className={classes(
                  'row',
                  styles.chip,
                  isUnsure && styles.unsure,
                  isBad && styles.bad,
                )}
                onClick={() => onChoose(chip)}
              >
                <span className={`muted tiny ${styles.kind}`}>{kind}</span>{' '}
                <b className={classes(cell === 'partNumber' && 'mono')}>{shown}</b>
                {doubt !== null && <i aria-hidden="true">{isBad ? '!' : '?'}</i>}
                <VisuallyHidden>{`${state && `, ${state}`}. ${t('Change it')}`}</VisuallyHidden>
              </button>
            </li>
          )
        })}
      </ul>
      {doubtsIn(chips).map((doubt) => (
        <p key={doubt} className={`muted small breaks ${styles.doubt}`}>
          {doubt}
        </p>
      ))}
    </>
  )
}

const KINDS = LINE_COLUMNS.map((cell) => ({ value: cell, name: LINE_FIELDS[cell].short }))
/** Kinds of a piece that is no URL. */
const NO_LINK = KINDS.filter(({ value }) => value !== 'link')

/** Editor of one piece: words and kind. Every key and press changes the line. */
export function PieceEditor(props: {
  chip: Chip
  /** @returns the piece's new position */
  onChange: (spans: readonly Span[], cell: Cell, words: string) => Span
  onDone: () => void
}) {
  const { chip, onChange, onDone } = props
  const [words, setWords] = useState(chip.text)
  const [cell, setCell] = useState(chip.cell)
  const spans = useRef(chip.spans)
  const field = useRef<HTMLInputElement>(null)

  // Before the paint: the focused chip is gone.
  useLayoutEffect(() => {
    field.current?.focus()
    field.current?.select()
  }, [])

  function change(nextCell: Cell, nextWords: string) {
    setCell(nextCell)
    setWords(nextWords)
    spans.current = [onChange(spans.current, nextCell, nextWords)]
  }

  return (
    <div
      className="stack tight"
      role="group"
      aria-label={t('Change {text}', { text: quoted(chip.text) })}
    >
      <div className={styles.editorRow}>
        <Input
          ref={field}
          aria-label={say(LINE_FIELDS[cell].short)}
          autoComplete="off"
          enterKeyHint="done"
          value={words}
          onChange={(event) => change(cell, event.target.value)}
          onKeyDown={(event) => {
            const isDone = event.key === 'Enter' && !event.nativeEvent.isComposing
            if (!isDone && event.key !== 'Escape') return
            event.preventDefault()
            event.stopPropagation()
            onDone()
          }}
        />
        <Button onClick={onDone}>{t('Done')}</Button>
      </div>
      <div className={styles.kinds}>
        <Segments
          label={t('What it is')}
          choices={chip.cell === 'link' ? KINDS : NO_LINK}
          chosen={cell}
          onChoose={(next) => change(next, words)}
        />
      </div>
    </div>
  )
}
