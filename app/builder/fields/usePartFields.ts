import type { ClipboardEvent } from 'react'

import type { RowActions } from '../rows/rowActions.ts'
import type { Row } from '../rows/rowBook.ts'

import { MAX_QUANTITY } from '#shared/kinds/kit.ts'
import { readPastedLink } from '../paste/pastedLink.ts'
import { useAmountReader } from '../rows/amountReader.ts'
import { readQuantity } from '../rows/fieldRules.ts'
import { useLineField } from './useLineField.ts'

/** Inputs of a line. @param isLocked while it is filled in from its link */
export function usePartFields(row: Row, actions: RowActions, isLocked: boolean) {
  // Renders again once all amounts can be parsed, for the message of an unfinished price.
  const isWorded = row.drafts.price !== undefined || typeof row.line.price === 'string'
  useAmountReader(({ parse }) => isWorded && parse !== null)
  const name = useLineField(row, 'name', actions, isLocked)
  const manufacturer = useLineField(row, 'manufacturer', actions, isLocked)
  const partNumber = useLineField(row, 'partNumber', actions, isLocked)
  const price = useLineField(row, 'price', actions, isLocked)
  const qty = useLineField(row, 'qty', actions, isLocked)
  const link = useLineField(row, 'link', actions, isLocked)
  const all = { name, manufacturer, partNumber, price, qty, link }

  /** A link pasted into a new part's name is its link. */
  function handleNewPaste(event: ClipboardEvent) {
    const pasted = readPastedLink(event.clipboardData.getData('text'))
    if (pasted === null) return
    event.preventDefault()
    actions.write(row, { link: pasted })
  }
  // Also where a name was typed and deleted again.
  const isNew = row.isGhost || (name.text === '' && link.text === '')

  function handleStep(step: 1 | -1) {
    const read = readQuantity(qty.text)
    const from = read.kind === 'value' ? Number(read.value) : row.line.qty
    qty.handleValue(String(Math.min(MAX_QUANTITY, Math.max(0, from + step))))
  }

  return {
    ...all,
    nameProps: { ...name.inputProps, dir: 'auto', ...(isNew && { onPaste: handleNewPaste }) },
    // As wide as its text: an input's own width is that of twenty letters.
    qtyProps: {
      ...qty.inputProps,
      size: Math.max(3, qty.text.length),
      text: qty.text,
      onText: qty.handleText,
      onStep: handleStep,
    },
    isEmpty: [name, manufacturer, partNumber, link].every((field) => field.text === ''),
    problems: Object.entries(all).flatMap(([cell, { problem }]) =>
      problem ? [{ cell, problem }] : [],
    ),
  }
}

export type PartFields = ReturnType<typeof usePartFields>
