import { type ComponentProps, type ReactNode, useId } from 'react'

import { classes } from '../look/classes.ts'
import { MinusIcon, PlusIcon } from '../blocks/icons.tsx'
import styles from './Stepper.module.css'
import { t } from '#shared/words/words.ts'

interface StepperProps extends Omit<ComponentProps<'input'>, 'value' | 'onChange' | 'className'> {
  /** Accessible name: "Quantity, line 3". */
  label: string
  /** Text of the field, perhaps not a number yet. */
  text: string
  onText: (text: string) => void
  onStep: (step: 1 | -1) => void
  error?: ReactNode
  /** Smaller, for a table row. */
  isCompact?: boolean
}

/** A number between two buttons. Other props go to its input. */
export function Stepper({ label, text, onText, onStep, error, isCompact, ...input }: StepperProps) {
  const id = useId()
  // In a table row Tab goes from field to field: digits are quicker than steps there.
  const button = {
    type: 'button',
    tabIndex: isCompact ? -1 : 0,
    disabled: input.readOnly,
  } as const
  return (
    <div>
      <fieldset
        className={classes(styles.stepper, isCompact && styles.compact, !!error && styles.bad)}
        aria-label={label}
      >
        <button
          {...button}
          aria-label={t('One fewer, {label}', { label })}
          onClick={() => onStep(-1)}
        >
          <MinusIcon />
        </button>
        <input
          inputMode="numeric"
          autoComplete="off"
          {...input}
          type="text"
          className="num"
          value={text}
          aria-label={label}
          {...(error && { 'aria-invalid': true, 'aria-describedby': id })}
          onChange={(event) => onText(event.target.value)}
        />
        <button
          {...button}
          aria-label={t('One more, {label}', { label })}
          onClick={() => onStep(1)}
        >
          <PlusIcon />
        </button>
      </fieldset>
      {error && (
        <p className={`small ${styles.error}`} id={id}>
          {error}
        </p>
      )}
    </div>
  )
}
