import { type ReactNode, useId } from 'react'

import { CircleAlertIcon } from '../blocks/icons.tsx'
import styles from './Field.module.css'
import { t } from '#shared/words/words.ts'

/** Props that tie a control to its label, hint and error. */
export interface FieldControl {
  id: string
  'aria-describedby'?: string
  'aria-invalid'?: true
}

interface FieldProps {
  label: ReactNode
  hint?: ReactNode
  /** A sentence; marks the control invalid. */
  error?: ReactNode
  isOptional?: boolean
  children: (control: FieldControl) => ReactNode
}

export function Field({ label, hint, error, isOptional, children }: FieldProps) {
  const id = useId()
  const describedBy = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ')
  return (
    <div>
      <label className={`label ${styles.label}`} htmlFor={id}>
        {label} {isOptional && <span>{t('(Optional)')}</span>}
      </label>
      {children({
        id,
        ...(describedBy && { 'aria-describedby': describedBy }),
        ...(error ? { 'aria-invalid': true } : {}),
      })}
      {hint && (
        <p className={styles.hint} id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {error && (
        <p className={styles.error} id={`${id}-error`}>
          <CircleAlertIcon />
          {error}
        </p>
      )}
    </div>
  )
}
