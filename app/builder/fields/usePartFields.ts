import type { ClipboardEvent } from 'react'

import type { RowActions } from '../parts/rowActions.ts'
import type { Row } from '../parts/rowBook.ts'

import { MAX_QUANTITY } from '#shared/kinds/kit.ts'
import { readPastedLink } from '../paste/pastedLink.ts'
import { useAmountReader } from './amountReader.ts'
import { readQuantity } from './fieldRules.ts'
import { useLineField } from './useLineField.ts'

/** The six inputs of a line. @param isLocked while it is filled in from its link */
export function usePartFields(row: Row, actions: RowActions, isLocked: boolean) {
  // What is said of an unfinished price is said anew once all amounts can be read.
  useAmountReader(({ parse }) => row.drafts.price !== undefined && parse !== null)
  const name = useLineField(row, 'name', actions, isLocked)
  const manufacturer = useLineField(row, 'manufacturer', actions, isLocked)
  const partNumber = useLineField(row, 'partNumber', actions, isLocked)
  const price = useLineField(row, 'price', actions, isLocked)
  const qty = useLineField(row, 'qty', actions, isLocked)
  const link = useLineField(row, 'link', actions, isLocked)
  const all = { name, manufacturer, partNumber, price, qty, link }

  /** A link pasted where a new part begins is its link, not its name. */
  function handleNewPaste(event: ClipboardEvent) {
    const pasted = readPastedLink(event.clipboardData.getData('text'))
    if (pasted === null) return
    event.preventDefault()
    actions.write(row, { link: pasted })
  }
  // Also where a name was begun and taken back.
  const isNew = row.isGhost || (name.text === '' && link.text === '')

  function handleStep(step: 1 | -1) {
    const read = readQuantity(qty.text)
    const from = read.kind === 'value' ? Number(read.value) : row.line.qty
    qty.handleValue(String(Math.min(MAX_QUANTITY, Math.max(0, from + step))))
  }

  return {
    ...all,
    nameProps: { ...name.inputProps, ...(isNew && { onPaste: handleNewPaste }) },
    // As wide as what is in it: an input's own width is that of twenty letters.
    qtyProps: { ...qty.inputProps, size: Math.max(3, qty.text.length) },
    handleStep,
    isEmpty: [name, manufacturer, partNumber, link].every((field) => field.text === ''),
    problems: Object.entries(all).flatMap(([cell, { problem }]) =>
      problem ? [{ cell, problem }] : [],
    ),
  }
}

export type PartFields = ReturnType<typeof usePartFields>
