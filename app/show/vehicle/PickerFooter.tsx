import { type ComponentProps, useState } from 'react'

import styles from './pickers.module.css'
import { VinField } from './VinField.tsx'
import { t } from '#shared/words/words.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { classes } from '../../ui/look/classes.ts'
import { Field } from '../../ui/controls/Field.tsx'
import { ArrowRightIcon } from '../../ui/blocks/icons.tsx'
import { Input } from '../../ui/controls/Input.tsx'

/** Above any stored name: too long a text gets a message instead of a cut. */
const MAX_TYPED = 400

/** Below each step: free text for what is not among the tiles. */
export function PickerFooter(props: {
  step: number
  /** Model typed before its step. */
  model: string
  vin: string
  onVinText: (text: string) => void
  onVin: (vin: string) => void
  onScan: () => void
  onYear: (text: string) => string | null
  onMake: (text: string) => string | null
  onModel: (text: string) => string | null
}) {
  const { step, model, vin, onVinText, onVin, onScan, onYear, onMake, onModel } = props
  if (step === 0) {
    return (
      <div className={styles.other} data-has-vin={vin !== ''}>
        <TypedChoice
          key="year"
          label={t('Other year')}
          use={t('Use, other year')}
          inputMode="numeric"
          maxLength={8}
          placeholder="1968"
          onUse={onYear}
          isPlain
        />
        <VinField text={vin} onText={onVinText} onVin={onVin} onScan={onScan} />
      </div>
    )
  }
  return step === 1 ? (
    <TypedChoice
      key="make"
      label={t('Other make')}
      use={t('Use, other make')}
      maxLength={MAX_TYPED}
      placeholder="Lancia"
      onUse={onMake}
    />
  ) : (
    <TypedChoice
      key="model"
      label={t('Type the model')}
      use={t('Use, type the model')}
      maxLength={MAX_TYPED}
      placeholder="S4 Avant"
      initial={model}
      onUse={onModel}
    />
  )
}

interface TypedChoiceProps extends Omit<ComponentProps<'input'>, 'className'> {
  label: string
  /** Label of the button. */
  use: string
  /** Narrow: an arrow button that appears with the first letter. */
  isPlain?: boolean
  /** Text typed before. */
  initial?: string
  /** Takes the text. @returns a problem, null if done */
  onUse: (text: string) => string | null
}

/** Free text, for what is not among the tiles. */
function TypedChoice({ label, use, isPlain, initial = '', onUse, ...input }: TypedChoiceProps) {
  const [text, setText] = useState(initial)
  const [problem, setProblem] = useState<string | null>(null)
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        setProblem(onUse(text))
      }}
    >
      <Field label={label} error={problem && <span role="alert">{problem}</span>}>
        {(control) => (
          <span className={classes(styles.typed, isPlain && styles.plain)}>
            <Input
              {...input}
              {...control}
              autoComplete="off"
              value={text}
              onChange={(event) => {
                setText(event.target.value)
                setProblem(null)
              }}
            />
            {(!isPlain || text !== '') && (
              <Button type="submit" variant="soft" aria-label={use}>
                {isPlain ? <ArrowRightIcon /> : t('Use')}
              </Button>
            )}
          </span>
        )}
      </Field>
    </form>
  )
}
