import type { ReactNode } from 'react'

import { useState } from 'react'

import { MAX_REASON } from '#shared/account.ts'
import { t } from '#shared/words/words.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { Field } from '../../ui/controls/Field.tsx'
import { LazyAlert } from '../../ui/layers/LazyAlert.tsx'
import { TextArea } from '../../ui/controls/TextArea.tsx'
import { FormResult } from '../FormParts.tsx'

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
  /** What the button says, before the press and while the server is asked. */
  words: { idle: string; busy: string }
  variant?: 'danger' | 'primary'
  /** Whoever is concerned is told why. */
  needsReason?: boolean
  /** What else is to be chosen. */
  fields?: ReactNode
  /** @param reason '' where none is needed */
  onConfirm: (reason: string) => void
  onCancel: () => void
  /** What happens, in sentences. */
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
            <Field
              label={t('Reason')}
              hint={t('Whoever is concerned reads it.')}
              error={wasMissing && isMissing && t('Reason is required')}
            >
              {(control) => (
                <TextArea
                  {...control}
                  rows={2}
                  maxLength={MAX_REASON}
                  value={reason}
                  onChange={({ target }) => setReason(target.value)}
                />
              )}
            </Field>
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
