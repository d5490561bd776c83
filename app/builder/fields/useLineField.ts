import type { ClipboardEvent } from 'react'

import { useRef } from 'react'

import type { Cell, CellValue, Reading } from './fieldRules.ts'
import type { RowActions } from '../parts/rowActions.ts'
import type { Row } from '../parts/rowBook.ts'

import { FIELD_RULES } from './fieldRules.ts'
import { useTypedText } from './useTypedText.ts'
import { say, t } from '#shared/words/words.ts'

/** One cell of a line as an input: every key goes to the store, as a value or as a draft. */
export function useLineField(row: Row, cell: Cell, actions: RowActions, isLocked: boolean) {
  const { currency } = row
  const rule = FIELD_RULES[cell]
  const draft = row.drafts[cell]
  // The blank row has no quantity to show, although a line starts with one.
  const shown = row.isGhost ? '' : rule.show(row.line, currency)
  /** Whether the last thing written here was a draft. */
  const hasDraft = useRef(false)
  const isPasting = useRef(false)
  const isNumber = cell === 'price' || cell === 'qty'
  /** What the cell held when its field got the focus. */
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

  /** Takes a text as what was meant: by leaving the field, by Enter, by pasting. */
  function commit(text: string) {
    const read = rule.settle(text, currency)
    if (read.kind === 'draft') {
      // The first digits of it were a number by themselves: nobody meant that.
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
    // What was read while it was typed is stored already; writing it again could only overwrite
    // what came from another device since.
    const isUnread = rule.isReadOnLeave || rule.read(typed.text, currency).kind === 'draft'
    if (isUnread && (typed.wasTyped() || draft !== undefined)) commit(typed.text)
  }

  const settledRead = rule.settle(typed.text, currency)
  const isUnfinished = draft !== undefined && !typed.isLocal
  // The sums go on with the number before: that is said too.
  const counting = isNumber && shown !== '' ? ` ${t('Until then {shown} counts.', { shown })}` : ''
  return {
    text: typed.text,
    isFocused: typed.isFocused,
    /** A sentence on why the text is not the line's value, once it is not being typed. */
    problem: typed.isFocused
      ? null
      : problemOf(settledRead, isUnfinished && say(rule.unfinished), counting),
    /** Stores a value that was not typed, such as a quantity that was stepped. */
    handleValue(text: string) {
      typed.type(text)
      store(rule.settle(text, currency), text)
    },
    handleText,
    inputProps: {
      'data-cell': cell,
      maxLength: rule.maxLength,
      autoComplete: 'off',
      // Not `disabled`, which would take the focus away.
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
    },
  }
}

function problemOf(read: Reading, unfinished: string | false, counting: string): string | null {
  if (read.kind === 'draft') return read.problem + (read.standIn === undefined ? counting : '')
  return unfinished || null
}

export type LineField = ReturnType<typeof useLineField>
