import { useId } from 'react'

import { type Later, worded } from '#shared/words/words.ts'
import styles from './Segments.module.css'

export interface SegmentsProps<T extends string> {
  label: string
  choices: readonly { value: T; name: Later | string }[]
  /** Null until chosen. */
  chosen: T | null
  onChoose: (value: T) => void
}

/** Segmented control: radio buttons, so arrows move between them. */
export function Segments<T extends string>({ label, choices, chosen, onChoose }: SegmentsProps<T>) {
  const name = useId()
  return (
    <div className={styles.segments} role="radiogroup" aria-label={label}>
      {choices.map((choice) => (
        <label key={choice.value} className={`muted small ${styles.segment}`}>
          <input
            type="radio"
            name={name}
            value={choice.value}
            checked={choice.value === chosen}
            onChange={() => onChoose(choice.value)}
          />
          {worded(choice.name)}
        </label>
      ))}
    </div>
  )
}
