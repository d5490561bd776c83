import { TypedArea } from './Typed.tsx'

import { type ReactNode, useState } from 'react'

import { MAX_REASON } from '#shared/account.ts'
import { t } from '#shared/words/words.ts'
import { Button } from '../ui/controls/Button.tsx'
import { LazyAlert } from '../ui/layers/LazyAlert.tsx'
import { Chosen } from './Chosen.tsx'
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
  choice,
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
  /** Chosen of many; the first at first. */
  choice?: { label: string; choices: readonly (readonly [value: string, name: string])[] }
  /** @param reason '' where none is needed @param chosen '' without a choice */
  onConfirm: (reason: string, chosen: string) => void
  onCancel: () => void
  /** Consequences, in sentences. */
  children: ReactNode
}) {
  const [reason, setReason] = useState('')
  const [chosen, setChosen] = useState('')
  const [wasMissing, setMissing] = useState(false)
  const [wasOpen, setWasOpen] = useState(isOpen)
  if (isOpen !== wasOpen) {
    setWasOpen(isOpen)
    setReason('')
    setChosen(choice?.choices[0]?.[0] ?? '')
    setMissing(false)
  }
  const isMissing = needsReason && reason.trim() === ''

  function handleConfirm() {
    if (isMissing) setMissing(true)
    else onConfirm(reason.trim(), chosen)
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
          {choice && <Chosen {...choice} chosen={chosen} onChoose={setChosen} />}
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
