import { TypedArea } from './Typed.tsx'

import { type ReactNode, useState } from 'react'

import { MAX_REASON } from '#shared/account.ts'
import { t } from '#shared/words/words.ts'
import { Button } from '../ui/controls/Button.tsx'
import { LazyAlert } from '../ui/layers/LazyAlert.tsx'
import { FormResult } from './FormParts.tsx'

/** Asks before a decision that takes something away or cannot be undone; stays open with the reason when it fails. */
export function AdminConfirm({
  isOpen,
  title,
  failure,
  isBusy,
  words,
  variant = 'danger',
  needsReason = false,
  fields,
  onConfirm,
  onCancel,
  children,
}: {
  isOpen: boolean
  title: string
  failure: string
  isBusy: boolean
  /** Labels of the button: idle, and while the call runs. */
  words: { idle: string; busy: string }
  variant?: 'danger' | 'primary'
  /** A reason is required and sent to the person concerned. */
  needsReason?: boolean
  /** More fields of the question. */
  fields?: ReactNode
  /** @param reason '' where none is needed */
  onConfirm: (reason: string) => void
  onCancel: () => void
  /** Consequences, in sentences. */
  children: ReactNode
}) {
  const [reason, setReason] = useState('')
  const [wasMissing, setMissing] = useState(false)
  const [wasOpen, setWasOpen] = useState(isOpen)
  if (isOpen !== wasOpen) {
    setWasOpen(isOpen)
    setReason('')
    setMissing(false)
  }
  const isMissing = needsReason && reason.trim() === ''

  function handleConfirm() {
    if (isMissing) setMissing(true)
    else onConfirm(reason.trim())
  }

  return (
    <LazyAlert
      isOpen={isOpen}
      onCancel={onCancel}
      title={title}
      fields={
        <>
          {needsReason && (
            <TypedArea
              label={t('Reason')}
              hint={t('Whoever is concerned reads it.')}
              error={wasMissing && isMissing && t('Reason is required')}
              rows={2}
              maxLength={MAX_REASON}
              value={reason}
              onType={setReason}
            />
          )}
          {fields}
          <FormResult text={failure} />
        </>
      }
      actions={
        <Button variant={variant} aria-disabled={isBusy} onClick={handleConfirm}>
          {isBusy ? words.busy : words.idle}
        </Button>
      }
    >
      {children}
    </LazyAlert>
  )
}
