import { useState } from 'react'

import { t } from '#shared/words/words.ts'
import { Button } from '../../ui/controls/Button.tsx'
import styles from '../../forms/forms.module.css'
import look from '../catalogue/Dashboard.module.css'
import { Typed } from '../../forms/Typed.tsx'

export interface DraftField {
  label: string
  max: number
  hint?: string
  isYear?: boolean
  isOptional?: boolean
  /** Unless it only has to be there. */
  problemOf?: (text: string) => string
}

/** A few texts that are changed together. */
export function DraftForm<Draft extends Record<string, string>>({
  label,
  from,
  fields,
  save = t('Save'),
  isBare = false,
  isBusy,
  onSave,
  onClose,
}: {
  label: string
  from: Draft
  fields: Record<keyof Draft & string, DraftField>
  save?: string
  /** Inside a card that is there already. */
  isBare?: boolean
  isBusy: boolean
  /** @returns whether it was done */
  onSave: (draft: Draft, changed: Partial<Draft>) => Promise<boolean>
  onClose: () => void
}) {
  const [draft, setDraft] = useState(from)
  const [isTried, setTried] = useState(false)
  const all = Object.entries<DraftField>(fields)

  function problemOf(name: string, { label: called, isOptional, problemOf: own }: DraftField) {
    const text = draft[name] ?? ''
    if (own) return own(text)
    return text.trim() === '' && !isOptional ? t('{called} is required', { called }) : ''
  }

  async function handleSave() {
    setTried(true)
    if (isBusy || all.some(([name, field]) => problemOf(name, field) !== '')) return
    const changed = Object.entries(draft).filter(([name, text]) => text !== from[name])
    if (await onSave(draft, Object.fromEntries(changed) as Partial<Draft>)) onClose()
  }

  return (
    <form
      className={isBare ? styles.form : `card stack ${look.pad}`}
      noValidate
      aria-label={label}
      onSubmit={(event) => {
        event.preventDefault()
        void handleSave()
      }}
    >
      <div className={look.fields}>
        {all.map(([name, field]) => (
          <Typed
            key={name}
            label={field.label}
            hint={field.hint}
            isOptional={field.isOptional ?? false}
            error={isTried && problemOf(name, field)}
            value={draft[name] ?? ''}
            maxLength={field.max}
            inputMode={field.isYear ? 'numeric' : 'text'}
            autoComplete="off"
            onType={(text) => setDraft({ ...draft, [name]: text })}
          />
        ))}
      </div>
      <div className={look.buttons}>
        <Button type="submit" variant="primary" aria-disabled={isBusy}>
          {isBusy ? t('Saving...') : save}
        </Button>
        <Button onClick={onClose}>{t('Cancel')}</Button>
      </div>
    </form>
  )
}
