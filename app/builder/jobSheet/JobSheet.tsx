import { memo, useRef } from 'react'
import { flushSync } from 'react-dom'

import type { Step, StepWhat } from '#shared/kinds/step.ts'

import { JOB_SHEET_NOTE, STEP_GROUPS } from '#shared/kinds/jobSheet.ts'
import { say, t } from '#shared/words/words.ts'
import { T } from '../../ui/words/T.tsx'
import { Button } from '../../ui/controls/Button.tsx'
import { PlusIcon } from '../../ui/blocks/icons.tsx'
import { toast } from '../../ui/browser/toast.ts'
import styles from './JobSheet.module.css'
import { StepFields } from './StepFields.tsx'
import { STEP_WORDS } from './stepWords.ts'
import { MAX_STEPS, type StepRow, useSteps } from './useSteps.ts'

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
