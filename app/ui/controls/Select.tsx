import type { ComponentProps } from 'react'

import styles from './Input.module.css'

interface SelectProps<T extends string> extends Omit<
  ComponentProps<'select'>,
  'value' | 'onChange' | 'children'
> {
  /** Values with labels, in the user's language. */
  choices: readonly (readonly [value: T, name: string])[]
  chosen: T
  onChoose: (value: T) => void
}

/** Native select. */
export function Select<T extends string>({ choices, chosen, onChoose, ...props }: SelectProps<T>) {
  return (
    <select
      {...props}
      className={styles.input}
      value={chosen}
      onChange={({ target }) => {
        const choice = choices.find(([value]) => value === target.value)
        if (choice) onChoose(choice[0])
      }}
    >
      {choices.map(([value, name]) => (
        <option key={value} value={value}>
          {name}
        </option>
      ))}
    </select>
  )
}
