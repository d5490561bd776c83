import type { ComponentProps } from 'react'

import { useState } from 'react'

import { Button } from '../../ui/controls/Button.tsx'
import { classes } from '../../ui/look/classes.ts'
import { Field } from '../../ui/controls/Field.tsx'
import { ArrowRightIcon } from '../../ui/blocks/icons.tsx'
import { Input } from '../../ui/controls/Input.tsx'
import styles from './pickers.module.css'
import { t } from '#shared/words/words.ts'

interface TypedChoiceProps extends Omit<ComponentProps<'input'>, 'className'> {
  label: string
  /** Of the button. */
  use: string
  /** Narrow: its button is an arrow, and there once something is typed. */
  isPlain?: boolean
  /** What was typed of it before. */
  initial?: string
  /** Takes the text, or answers with a sentence on why not. */
  onUse: (text: string) => string | null
}

/** What is not among the tiles can always be typed. */
export function TypedChoice({
  label,
  use,
  isPlain,
  initial = '',
  onUse,
  ...input
}: TypedChoiceProps) {
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
