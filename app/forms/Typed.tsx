/** Fields by themselves: a label, a hint, what is wrong, and what is told of each change. */
import type { ComponentProps } from 'react'

import { Field } from '../ui/controls/Field.tsx'
import { Input, TextArea } from '../ui/controls/Input.tsx'

type Around = Omit<ComponentProps<typeof Field>, 'children'>
type Typing = { value: string; onType: (text: string) => void }

export function Typed({
  label,
  hint,
  error,
  isOptional = false,
  onType,
  ...input
}: Around & Typing & Omit<ComponentProps<'input'>, 'value' | 'onChange'>) {
  return (
    <Field label={label} hint={hint} error={error} isOptional={isOptional}>
      {(control) => (
        <Input {...input} {...control} onChange={({ target }) => onType(target.value)} />
      )}
    </Field>
  )
}

export function TypedArea({
  label,
  hint,
  error,
  isOptional = false,
  onType,
  ...area
}: Around & Typing & Omit<ComponentProps<'textarea'>, 'value' | 'onChange'>) {
  return (
    <Field label={label} hint={hint} error={error} isOptional={isOptional}>
      {(control) => (
        <TextArea {...area} {...control} onChange={({ target }) => onType(target.value)} />
      )}
    </Field>
  )
}
