import { type KeyboardEvent, useRef } from 'react'

import type { StepRow, Steps } from './useSteps.ts'

import { cleanText } from '#shared/define.ts'
import { inOtherUnit, unitsOf } from '#shared/kinds/jobSheet.ts'
import { MAX_STEP_TEXT, MAX_STEP_VALUE } from '#shared/kinds/step.ts'
import { say, t } from '#shared/words/words.ts'
import { IconButton } from '../../ui/controls/IconButton.tsx'
import { ArrowDownIcon, ArrowUpIcon, TrashIcon } from '../../ui/blocks/icons.tsx'
import { Input, TextArea } from '../../ui/controls/Input.tsx'
import styles from './JobSheet.module.css'
import { STEP_WORDS } from './stepWords.ts'
import { useTypedText } from '../rows/useTypedText.ts'

interface StepFieldsProps {
  row: StepRow
  /** Position among rows of its kind, from 1. */
  number: number
  count: number
  steps: Steps
  onRemove: () => void
  onEnter: () => void
}

/** One row of the job sheet. Every key is stored at once; no text is invalid. */
export function StepFields({ row, number, count, steps, onRemove, onEnter }: StepFieldsProps) {
  const { what, text, value, unit } = row.step
  const words = STEP_WORDS[what]
  const name = words.numbered(number)
  const called = text || name
  const typedText = useTypedText(text)
  const typedValue = useTypedText(value)
  const typedUnit = useTypedText(unit)
  const units = unitsOf(what)
  const inOther = inOtherUnit(what, typedValue.text, typedUnit.text)

  const field = (cell: 'text' | 'value' | 'unit', typed: typeof typedText) => ({
    'data-cell': cell,
    value: typed.text,
    autoComplete: 'off',
    onFocus: typed.handleFocus,
    onBlur: typed.handleBlur,
    onChange: (event: { target: { value: string } }) => {
      const clean = cleanText(event.target.value)
      typed.type(event.target.value)
      typed.writeOver(clean, (seen) => steps.write(row, { [cell]: clean }, { [cell]: seen }))
    },
  })

  const amount = useRef<HTMLInputElement>(null)

  /** Enter goes from the name to its value, and from there to the next row. */
  function handleKeyDown(event: KeyboardEvent) {
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
    event.preventDefault()
    if (amount.current && event.target !== amount.current) amount.current.focus()
    else onEnter()
  }

  const Text = what === 'step' ? TextArea : Input
  return (
    <li className={styles.row} data-line={row.key}>
      <Text
        {...field('text', typedText)}
        className={styles.text}
        aria-label={name}
        placeholder={say(words.example)}
        maxLength={MAX_STEP_TEXT}
        enterKeyHint="next"
        onKeyDown={handleKeyDown}
      />
      <IconButton
        className={styles.remove}
        label={t('Remove {what}', { what: called })}
        onClick={onRemove}
      >
        <TrashIcon />
      </IconButton>
      <div className={`row wrap ${styles.measure}`}>
        {words.value && (
          <Input
            {...field('value', typedValue)}
            ref={amount}
            className={styles.value}
            aria-label={`${say(words.value.name)}, ${name}`}
            placeholder={words.value.example}
            maxLength={MAX_STEP_VALUE}
            enterKeyHint="next"
            onKeyDown={handleKeyDown}
          />
        )}
        {units.length > 0 && (
          <select
            {...field('unit', typedUnit)}
            className={styles.unit}
            aria-label={t('Unit, {name}', { name })}
          >
            {[...new Set([...units, typedUnit.text])].map((choice) => (
              <option key={choice} value={choice}>
                {choice || t('No unit')}
              </option>
            ))}
          </select>
        )}
        {inOther && (
          <span className={`num muted small nowrap ${styles.other}`}>{`≈ ${inOther}`}</span>
        )}
        <div className={styles.moves}>
          <IconButton
            label={t('Move {what} up', { what: called })}
            disabled={number === 1}
            onClick={() => steps.move(row, -1)}
          >
            <ArrowUpIcon />
          </IconButton>
          <IconButton
            label={t('Move {what} down', { what: called })}
            disabled={number === count}
            onClick={() => steps.move(row, 1)}
          >
            <ArrowDownIcon />
          </IconButton>
        </div>
      </div>
    </li>
  )
}
