import type { ComponentProps } from 'react'

import { useState } from 'react'

import { Button } from '../ui/Button.tsx'
import { Field } from '../ui/Field.tsx'
import { Input } from '../ui/Input.tsx'
import styles from './pickers.module.css'

interface TypedChoiceProps extends Omit<ComponentProps<'input'>, 'className'> {
  label: string
  /** Takes the text, or answers with a sentence on why not. */
  onUse: (text: string) => string | null
}

/** What is not among the tiles can always be typed. */
export function TypedChoice({ label, onUse, ...input }: TypedChoiceProps) {
  const [text, setText] = useState('')
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
          <span className={styles.typed}>
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
            <Button type="submit" variant="soft" aria-label={`Use, ${label.toLowerCase()}`}>
              Use
            </Button>
          </span>
        )}
      </Field>
    </form>
  )
}
