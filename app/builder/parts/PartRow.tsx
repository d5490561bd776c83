import { memo, useRef } from 'react'

import type { RowProps } from './rowProps.ts'

import { useFills } from '../../autofill/fillState.ts'
import { toast } from '../../ui/layers/toast.ts'
import { FillNote } from '../fields/fillView.ts'
import { lineField } from '../oneLine/entryDraft.ts'
import { PartCard } from './PartCard.tsx'
import { PartCells } from './PartCells.tsx'
import { usePartFields } from '../fields/usePartFields.ts'
import { t } from '#shared/words/words.ts'

/** One row of the parts list. Typing in one leaves all the others alone. */
export const PartRow = memo(function PartRow(props: RowProps) {
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

  /** The focus left the row: a row without anything in it goes. */
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
 * The row below takes over the focus, or the one above where no line is below. The blank row of the
 * desk, or the one line of the phone, has it when there is none.
 */
function focusNeighbor(element: HTMLElement | null) {
  const next = element?.nextElementSibling
  const before = element?.previousElementSibling
  const isLast = !next || next.hasAttribute('data-ghost')
  const target = isLast && before?.hasAttribute('data-line') ? before : next
  const field = target?.querySelector<HTMLElement>('[data-row-focus]') ?? lineField()
  field?.focus()
}
