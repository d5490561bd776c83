import type { ReactNode } from 'react'

import { Button } from '../../ui/Button.tsx'
import { LazyAlert } from '../../ui/LazyAlert.tsx'
import { FormResult } from '../FormParts.tsx'

/** Asks before a decision that takes something away or cannot be undone; stays open with the reason when it fails. */
export function AdminConfirm({
  isOpen,
  title,
  failure,
  isBusy,
  words,
  variant = 'danger',
  onConfirm,
  onCancel,
  children,
}: {
  isOpen: boolean
  title: string
  failure: string
  isBusy: boolean
  /** What the button says, before the press and while the server is asked. */
  words: { idle: string; busy: string }
  variant?: 'danger' | 'primary'
  onConfirm: () => void
  onCancel: () => void
  /** What happens, in sentences. */
  children: ReactNode
}) {
  return (
    <LazyAlert
      isOpen={isOpen}
      onCancel={onCancel}
      title={title}
      fields={<FormResult text={failure} />}
      actions={
        <Button variant={variant} aria-disabled={isBusy} onClick={onConfirm}>
          {isBusy ? words.busy : words.idle}
        </Button>
      }
    >
      {children}
    </LazyAlert>
  )
}
