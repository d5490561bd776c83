import type { ReactNode } from 'react'

import {
  memo,
  startTransition,
  useCallback,
  useLayoutEffect,
  useOptimistic,
  useRef,
  useState,
} from 'react'

import type { Line, LineStatus } from '#shared/kinds/kit.ts'
import { type Later, later, say, t } from '#shared/words/words.ts'
import type { Marks } from './useMarks.ts'

import { afterPaint } from '../ui/browser/afterPaint.ts'
import { classes } from '../ui/look/classes.ts'
import { CheckIcon, HaveIcon, OrderedIcon } from '../ui/blocks/icons.tsx'
import { VisuallyHidden } from '../ui/text/VisuallyHidden.tsx'
import styles from './Garage.module.css'
import { useGarageSettings } from './settings.ts'
import { afterTap, lineTitle, type MarkStatus, STATUS_WORDS } from './statusWords.ts'

const TAPS: Readonly<Record<MarkStatus, Later>> = {
  have: later('Parts, a tap marks as have'),
  ordered: later('Parts, a tap marks as ordered'),
  fitted: later('Parts, a tap marks as fitted'),
}

/** Parts, each one control. */
export function GarageList({ lines, marks }: { lines: readonly Line[]; marks: Marks }) {
  const { mark, isLeftHanded } = useGarageSettings()
  const latest = useRef({ lines, marks })
  useLayoutEffect(() => {
    latest.current = { lines, marks }
  })
  // Stable: a tap renders only its row, however long the list.
  const handleTap = useCallback((id: string, status: LineStatus) => {
    const line = latest.current.lines.find((one) => one.id === id)
    if (line) latest.current.marks.mark(line, status)
  }, [])
  if (lines.length === 0) return <p className={styles.none}>{t('Nothing is left to buy.')}</p>
  return (
    <ul className={classes(styles.rows, isLeftHanded && styles.left)} aria-label={say(TAPS[mark])}>
      {lines.map((line) => (
        <Row
          key={line.id}
          id={line.id}
          title={lineTitle(line)}
          maker={line.name.trim() === '' ? '' : line.manufacturer}
          partNumber={line.name.trim() === '' ? '' : line.partNumber}
          qty={line.qty}
          status={marks.statusOf(line.id)}
          mark={mark}
          onTap={handleTap}
        />
      ))}
    </ul>
  )
}

interface RowProps {
  id: string
  title: string
  maker: string
  partNumber: string
  qty: number
  status: LineStatus
  mark: MarkStatus
  onTap: (id: string, status: LineStatus) => void
}

const ICONS: Readonly<Record<LineStatus, ReactNode>> = {
  need: null,
  have: <HaveIcon />,
  ordered: <OrderedIcon />,
  fitted: <CheckIcon />,
}

/** Felt through a glove, and no longer than a tap. */
const TICK_MS = 15

const Row = memo(function Row(props: RowProps) {
  const { id, title, maker, partNumber, qty, mark, onTap } = props
  // Optimistic: the tapped row renders first.
  const [status, showStatus] = useOptimistic(props.status)
  const isMarked = status === mark
  const [isDrawn, setDrawn] = useState(false)

  function handleChange() {
    const next = afterTap(status, mark)
    // Animates the stripe only for a fresh mark, not on mount.
    setDrawn(next === 'fitted')
    if (next === 'fitted') navigator.vibrate?.(TICK_MS)
    startTransition(async () => {
      showStatus(next)
      await afterPaint()
      onTap(id, next)
    })
  }

  return (
    <li>
      <label className={`row ${styles.row}`} data-status={status} data-drawn={isDrawn || undefined}>
        <part-picture className="grow" of={title}>
          <bdi className={`breaks ${styles.name}`}>{title}</bdi>
          <span className={`wrap muted breaks ${styles.about}`}>
            <b>{say(STATUS_WORDS[status])}</b>
            {(maker || partNumber) && <VisuallyHidden>, </VisuallyHidden>}
            {maker && <span>{maker}</span>}
            {partNumber && <span className="mono">{partNumber}</span>}
          </span>
        </part-picture>
        {qty !== 1 && (
          <span className={`num muted strong nowrap ${styles.qty}`}>
            <VisuallyHidden>{`, ${t('quantity')} `}</VisuallyHidden>
            <span aria-hidden="true">× </span>
            {qty}
          </span>
        )}
        <span className={`muted ${styles.box}`} data-marked={isMarked || undefined}>
          <input type="checkbox" checked={isMarked} onChange={handleChange} />
          {isMarked ? ICONS.fitted : ICONS[status]}
        </span>
      </label>
    </li>
  )
})
