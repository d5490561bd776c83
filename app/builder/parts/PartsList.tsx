import { memo, useRef } from 'react'

import type { ListProps, RowProps } from './rowProps.ts'

import { VisuallyHidden } from '../../ui/text/VisuallyHidden.tsx'
import styles from './parts.module.css'
import { t } from '#shared/words/words.ts'
import { useFills } from '../../data/autofill/fillState.ts'
import { toast } from '../../ui/browser/toast.ts'
import { FillNote } from '../fields/fillView.ts'
import { lineField } from '../rows/entryDraft.ts'
import { PartCard } from './PartCard.tsx'
import { PartCells } from './PartCells.tsx'
import { usePartFields } from '../fields/usePartFields.ts'

/**
 * A table at the desk, cards on the phone. One element for both: a rotated tablet keeps its rows,
 * and with them what was just typed.
 */
export function PartsList({ rows, actions, isDesk, openKey, onOpen }: ListProps) {
  // On the phone the one-line entry adds parts: no blank card.
  const shown = isDesk ? rows : rows.filter((row) => !row.isGhost)
  if (shown.length === 0) return null
  return (
    <div
      className={isDesk ? 'card clip' : styles.cards}
      role={isDesk ? 'table' : 'list'}
      aria-label={t('Parts')}
    >
      {isDesk && <Heads />}
      {shown.map((row, index) => (
        <PartRow
          key={row.key}
          row={row}
          number={index + 1}
          isDesk={isDesk}
          isOpen={!isDesk && row.key === openKey}
          onOpen={onOpen}
          actions={actions}
        />
      ))}
    </div>
  )
}

function Heads() {
  return (
    <div className={`muted tiny ${styles.heads}`} role="row">
      <span role="columnheader">
        <VisuallyHidden>{t('Line')}</VisuallyHidden>
      </span>
      <span role="columnheader">{t('Part name')}</span>
      <span role="columnheader">{t('Manufacturer')}</span>
      <span role="columnheader">{t('Part number')}</span>
      <span role="columnheader">{t('Unit price')}</span>
      <span role="columnheader">{t('Qty')}</span>
      <span role="columnheader">{t('Total')}</span>
      <span role="columnheader">{t('Link')}</span>
      <span role="columnheader">
        <VisuallyHidden>{t('Remove')}</VisuallyHidden>
      </span>
    </div>
  )
}

/** One row of the parts list. Memoized: typing in one does not render the others. */
const PartRow = memo(function PartRow(props: RowProps) {
  const { row, number, isDesk, actions } = props
  const fill = useFills((all) => all[row.line.id])
  const fields = usePartFields(row, actions, fill?.kind === 'locked')
  const element = useRef<HTMLElement>(null)

  function handleRemove() {
    focusNeighbor(element.current)
    actions.remove(row)
    toast({
      title: t('Part removed'),
      text: fields.name.text || t('Line {number}', { number }),
      action: { label: t('Undo'), onPress: () => actions.restore(row.line.id) },
    })
  }

  /** A blank row is removed on blur. */
  function handleLeave() {
    if (fields.isEmpty) actions.dropIfBlank(row)
  }

  const note = fill && FillNote.isHere() && (
    <FillNote id={row.line.id} fill={fill} isDesk={isDesk} />
  )
  const shared = { ...props, fields, note, onRemove: handleRemove, onLeave: handleLeave }
  return isDesk ? (
    <PartCells {...shared} elementRef={element} />
  ) : (
    <PartCard {...shared} elementRef={element} />
  )
})

/**
 * Focuses the row below, or the one above if it is the last. Without rows, the desk's ghost row or
 * the phone's one-line entry.
 */
function focusNeighbor(element: HTMLElement | null) {
  const next = element?.nextElementSibling
  const before = element?.previousElementSibling
  const isLast = !next || next.hasAttribute('data-ghost')
  const target = isLast && before?.hasAttribute('data-line') ? before : next
  const field = target?.querySelector<HTMLElement>('[data-row-focus]') ?? lineField()
  field?.focus()
}
