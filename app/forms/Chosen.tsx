import type { ComponentProps } from 'react'

import { Field } from '../ui/controls/Field.tsx'
import { Select } from '../ui/controls/Select.tsx'

/** A choice of many by itself: not among the other fields, which the first screens need too. */
export function Chosen<T extends string>({
  label,
  hint,
  isOptional = false,
  ...select
}: Omit<ComponentProps<typeof Field>, 'children' | 'error'> &
  Pick<ComponentProps<typeof Select<T>>, 'choices' | 'chosen' | 'onChoose'>) {
  return (
    <Field label={label} hint={hint} isOptional={isOptional}>
      {(control) => <Select {...control} {...select} />}
    </Field>
  )
}
