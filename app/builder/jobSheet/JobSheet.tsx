import { type KeyboardEvent, memo, useRef } from 'react'
import { flushSync } from 'react-dom'

import { MAX_STEP_TEXT, MAX_STEP_VALUE, type Step, type StepWhat } from '#shared/kinds/step.ts'
import { inOtherUnit, JOB_SHEET_NOTE, STEP_GROUPS, unitsOf } from '#shared/kinds/jobSheet.ts'
import { say, t } from '#shared/words/words.ts'
import { T } from '../../ui/words/T.tsx'
import { Button } from '../../ui/controls/Button.tsx'
import { ArrowDownIcon, ArrowUpIcon, PlusIcon, TrashIcon } from '../../ui/blocks/icons.tsx'
import { toast } from '../../ui/browser/toast.ts'
import styles from './JobSheet.module.css'
import { STEP_WORDS } from './stepWords.ts'
import { MAX_STEPS, type StepRow, type Steps, useSteps } from './useSteps.ts'
import { cleanText } from '#shared/define.ts'
import { IconButton } from '../../ui/controls/IconButton.tsx'
import { Input, TextArea } from '../../ui/controls/Input.tsx'
import { useTypedText } from '../rows/useTypedText.ts'

/** Steps, torques and fluids of the job. Its code loads after the parts can be typed into. */
export const JobSheet = memo(function JobSheet(props: { kitId: string; steps: readonly Step[] }) {
  const steps = useSteps(props.kitId, props.steps)
  const place = useRef<HTMLElement>(null)
  const { rows } = steps
  const isFull = rows.length >= MAX_STEPS

  function focusRow(key: string) {
    place.current?.querySelector<HTMLElement>(`[data-line="${key}"] [data-cell="text"]`)?.focus()
  }

  /** flushSync: what is typed right after the press goes into the new row. */
  function begin(what: StepWhat) {
    let key = ''
    flushSync(() => (key = steps.begin(what)))
    focusRow(key)
  }

  function handleRemove(row: StepRow) {
    const same = rows.filter(({ step }) => step.what === row.step.what)
    const at = same.indexOf(row)
    const neighbor = same[at + 1] ?? same[at - 1]
    steps.remove(row)
    if (neighbor) focusRow(neighbor.key)
    else place.current?.querySelector<HTMLElement>(`[data-add="${row.step.what}"]`)?.focus()
    const { text, value } = row.step
    if (text === '' && value === '') return
    toast({
      title: say(STEP_WORDS[row.step.what].removed),
      text: text || value,
      action: { label: t('Undo'), onPress: () => steps.restore(row) },
    })
  }

  /** Enter goes to the next row of its kind, and adds one at the end. */
  function handleEnter(row: StepRow) {
    const same = rows.filter(({ step }) => step.what === row.step.what)
    const next = same[same.indexOf(row) + 1]
    if (next) focusRow(next.key)
    else if (!isFull) begin(row.step.what)
  }

  return (
    <section className={styles.sheet} aria-labelledby="job-sheet" ref={place}>
      <h2 id="job-sheet">
        <T
          text="Job sheet <span>(Optional)</span>"
          span={(text) => <span className="beside">{text}</span>}
        />
      </h2>
      <p className={`muted small ${styles.note}`}>
        {rows.length === 0
          ? t('For the garage, and for whoever gets the link.')
          : say(JOB_SHEET_NOTE)}
      </p>
      {STEP_GROUPS.map(({ what, name }) => {
        const same = rows.filter(({ step }) => step.what === what)
        return (
          same.length > 0 && (
            <div key={what}>
              <h3>{say(name)}</h3>
              <ul className="card lined">
                {same.map((row, index) => (
                  <StepFields
                    key={row.key}
                    row={row}
                    number={index + 1}
                    count={same.length}
                    steps={steps}
                    onRemove={() => handleRemove(row)}
                    onEnter={() => handleEnter(row)}
                  />
                ))}
              </ul>
            </div>
          )
        )
      })}
      <div className={styles.adding}>
        {STEP_GROUPS.map(({ what }) => (
          <Button key={what} size="s" data-add={what} disabled={isFull} onClick={() => begin(what)}>
            <PlusIcon />
            {say(STEP_WORDS[what].one)}
          </Button>
        ))}
      </div>
      {isFull && (
        <p className={`muted small ${styles.note}`} role="status">
          {t('This job sheet has {max} rows, which is as many as fit.', {
            max: MAX_STEPS,
          })}
        </p>
      )}
    </section>
  )
})

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
function StepFields({ row, number, count, steps, onRemove, onEnter }: StepFieldsProps) {
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
