import { type ClipboardEvent, useRef } from 'react'

import type { Cell } from '#shared/tables/columnHeads.ts'
import type { RowActions } from '../rows/rowActions.ts'
import type { Row } from '../rows/rowBook.ts'

import { type CellValue, FIELD_RULES, type Reading } from '../rows/fieldRules.ts'
import { useTypedText } from '../rows/useTypedText.ts'
import { say, t } from '#shared/words/words.ts'

/** One cell of a line as an input: every key is stored, as a value or as a draft. */
export function useLineField(row: Row, cell: Cell, actions: RowActions, isLocked: boolean) {
  const { currency } = row
  const rule = FIELD_RULES[cell]
  const draft = row.drafts[cell]
  // The ghost row shows no quantity, although a line starts with one.
  const shown = row.isGhost ? '' : rule.show(row.line, currency)
  /** Whether the last write here was a draft. */
  const hasDraft = useRef(false)
  const isPasting = useRef(false)
  const isNumber = cell === 'price' || cell === 'qty'
  /** Value of the cell at focus. */
  const entered = useRef(row.line[cell])
  const typed = useTypedText(draft ?? shown, row.line[cell], isLocked)

  const write = (value: CellValue) =>
    typed.writeOver(value, (seen) => actions.write(row, { [cell]: value }, { [cell]: seen }))

  function store(read: Reading, text: string) {
    if (read.kind === 'draft') {
      hasDraft.current = true
      return actions.keepDraft(row, cell, text)
    }
    write(read.value)
    if (hasDraft.current || draft !== undefined) actions.keepDraft(row, cell, null)
    hasDraft.current = false
  }

  /** Commits a text: on blur, Enter or paste. */
  function commit(text: string) {
    const read = rule.settle(text, currency)
    if (read.kind === 'draft') {
      // Its first digits were stored as a number, which nobody meant.
      if (isNumber && typed.wasTyped()) write(read.standIn ?? entered.current)
      if (text === (draft ?? shown)) return
    }
    store(read, text)
    if (read.kind === 'value') typed.type(rule.format(read.value, currency))
  }

  function handleText(text: string) {
    typed.type(text)
    if (rule.isReadOnLeave && !isPasting.current) store({ kind: 'draft', problem: '' }, text)
    else if (rule.isReadOnLeave) store(rule.settle(text, currency), text)
    else store(rule.read(text, currency), text)
    isPasting.current = false
  }

  function handleLeave() {
    // Read values are stored already; a second write could only overwrite another device's.
    const isUnread = rule.isReadOnLeave || rule.read(typed.text, currency).kind === 'draft'
    if (isUnread && (typed.wasTyped() || draft !== undefined)) commit(typed.text)
  }

  const settledRead = rule.settle(typed.text, currency)
  const isUnfinished = draft !== undefined && !typed.isLocal
  // The sums still use the previous price, so the message says it; a quantity they leave out.
  const counting =
    cell === 'price' && shown !== '' ? ` ${t('Until then {shown} counts.', { shown })}` : ''
  return {
    text: typed.text,
    isFocused: typed.isFocused,
    /** Why the text is not a valid value; null while focused. */
    problem: typed.isFocused
      ? null
      : problemOf(settledRead, isUnfinished && say(rule.unfinished), counting),
    /** Stores a value that was not typed, such as a stepped quantity. */
    handleValue(text: string) {
      typed.type(text)
      store(rule.settle(text, currency), text)
    },
    handleText,
    inputProps: {
      'data-cell': cell,
      maxLength: rule.maxLength,
      autoComplete: 'off',
      // Not `disabled`, which would lose the focus.
      readOnly: isLocked,
      'aria-disabled': isLocked || undefined,
      onFocus: () => {
        entered.current = row.line[cell]
        typed.handleFocus()
      },
      onBlur: () => {
        handleLeave()
        typed.handleBlur()
      },
      onKeyDown: (event: { key: string }) => {
        if (event.key === 'Enter') handleLeave()
      },
      onPaste: (_event: ClipboardEvent) => {
        isPasting.current = true
      },
      value: typed.text,
      onChange: (event: { target: { value: string } }) => handleText(event.target.value),
    },
  }
}

function problemOf(read: Reading, unfinished: string | false, counting: string): string | null {
  if (read.kind === 'draft') return read.problem + (read.standIn === undefined ? counting : '')
  return unfinished || null
}

export type LineField = ReturnType<typeof useLineField>
