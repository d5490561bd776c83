import type { ReactNode } from 'react'

import type { DeskFact, Reference } from '#shared/catalogue/correction.ts'
import type { PartFit } from '#shared/catalogue/part.ts'
import type { PartEdit } from './correctionsData.ts'
import type { Pieces } from './pieces.ts'

import { useState } from 'react'

import { MAX_BRAND, MAX_PART_NUMBER } from '#shared/catalogue/partNumber.ts'
import { t } from '#shared/words/words.ts'
import { Badge } from '../../ui/blocks/Badge.tsx'
import { Button } from '../../ui/controls/Button.tsx'
import { Field } from '../../ui/controls/Field.tsx'
import { Input } from '../../ui/controls/Input.tsx'
import styles from '../account.module.css'
import look from '../catalogue/Dashboard.module.css'
import { Made } from './Made.tsx'

const MAX_VEHICLE = 60
/** The car a new one may fit. */
const NO_CAR = { make: '', model: '', yearFrom: '', yearTo: '' }

const yearWords = (from: number, to: number) =>
  from === to ? String(from) : t('{from} to {to}', { from: String(from), to: String(to) })

const fitWords = ({ make, model, yearFrom, yearTo }: PartFit) =>
  `${make} ${model}, ${yearWords(yearFrom, yearTo)}`
const referenceWords = ({ partNumber, brand }: Reference) => `${brand} ${partNumber}`.trim()

/** Cars that it fits. */
export function PartFits({ part, isBusy, onEdit }: Pieces) {
  const [opened, setOpened] = useState<PartFit | 'new' | null>(null)
  const isKept = typeof opened === 'object' && opened !== null

  async function handleSave(draft: typeof NO_CAR) {
    const to: PartFit = {
      make: draft.make.trim(),
      model: draft.model.trim(),
      yearFrom: Number(draft.yearFrom),
      yearTo: Number(draft.yearTo || draft.yearFrom),
    }
    const edit: PartEdit = isKept
      ? { action: 'changeFit', fit: opened, to }
      : { action: 'addFit', fit: to }
    if (await onEdit(edit, isKept ? t('Car changed') : t('Car added'))) setOpened(null)
  }

  return (
    <Facts
      title={t('Fits')}
      none={t('No source says which cars it fits.')}
      facts={part.fits}
      words={fitWords}
      isBusy={isBusy}
      onChange={setOpened}
      onRemove={(fit) => void onEdit({ action: 'removeFit', fit }, t('Car taken out'))}
      onTakeBack={(key) => void onEdit({ action: 'takeBack', kind: 'fit', key }, t('Taken back'))}
    >
      {opened === null ? (
        <Button onClick={() => setOpened('new')}>{t('Add a car')}</Button>
      ) : (
        <DraftForm
          key={isKept ? fitWords(opened) : 'new'}
          label={isKept ? t('Change {words}', { words: fitWords(opened) }) : t('Add a car')}
          from={
            isKept
              ? { ...opened, yearFrom: String(opened.yearFrom), yearTo: String(opened.yearTo) }
              : NO_CAR
          }
          fields={{
            make: { label: t('Make'), max: MAX_VEHICLE },
            model: { label: t('Model'), max: MAX_VEHICLE },
            yearFrom: { label: t('From year'), max: 4, isYear: true },
            yearTo: {
              label: t('To year'),
              max: 4,
              isYear: true,
              hint: t('Empty: that year alone.'),
            },
          }}
          isBusy={isBusy}
          onSave={handleSave}
          onClose={() => setOpened(null)}
        />
      )}
    </Facts>
  )
}

/** Numbers that others give the same part. */
export function PartReferences({ part, isBusy, onEdit }: Pieces) {
  const [isOpen, setOpen] = useState(false)

  async function handleSave({ partNumber, brand }: Reference) {
    const reference = { partNumber: partNumber.trim(), brand: brand.trim() }
    if (await onEdit({ action: 'addReference', reference }, t('Number added'))) setOpen(false)
  }

  return (
    <Facts
      title={t('Same as')}
      none={t('No source says which numbers others give it.')}
      facts={part.references}
      words={referenceWords}
      isBusy={isBusy}
      onRemove={(reference) =>
        void onEdit({ action: 'removeReference', reference }, t('Number taken out'))
      }
      onTakeBack={(key) =>
        void onEdit({ action: 'takeBack', kind: 'reference', key }, t('Taken back'))
      }
    >
      {isOpen ? (
        <DraftForm
          label={t('Add a number')}
          from={{ partNumber: '', brand: '' }}
          fields={{
            partNumber: { label: t('Number'), max: MAX_PART_NUMBER },
            brand: { label: t('Its brand'), max: MAX_BRAND, isOptional: true },
          }}
          isBusy={isBusy}
          onSave={handleSave}
          onClose={() => setOpen(false)}
        />
      ) : (
        <Button onClick={() => setOpen(true)}>{t('Add a number')}</Button>
      )}
    </Facts>
  )
}

function Facts<Fact>({
  title,
  none,
  facts,
  words,
  isBusy,
  onChange,
  onRemove,
  onTakeBack,
  children,
}: {
  title: string
  none: string
  facts: readonly DeskFact<Fact>[]
  words: (fact: Fact) => string
  isBusy: boolean
  onChange?: (fact: Fact) => void
  onRemove: (fact: Fact) => void
  onTakeBack: (key: string) => void
  children: ReactNode
}) {
  return (
    <section>
      <h2 className={styles.mainTitle}>
        {title} {facts.length > 0 && `(${facts.length})`}
      </h2>
      {facts.length === 0 ? (
        <p className="muted">{none}</p>
      ) : (
        <ul className="card">
          {facts.map(({ key, fact, state, hand }) => (
            <li key={key} className={`${styles.item} ${look.aside}`}>
              <div className={styles.rowTitle}>
                {words(fact)}
                {state === 'added' && <Badge tone="info">{t('By hand')}</Badge>}
                {state === 'removed' && <Badge tone="bad">{t('Taken out')}</Badge>}
              </div>
              {hand && (
                <div className="muted small">
                  <Made act={state === 'removed' ? 'removed' : 'said'} hand={hand} />
                </div>
              )}
              <div className={styles.itemActions}>
                {state !== 'removed' && onChange && (
                  <Button
                    aria-label={t('Change {words}', { words: words(fact) })}
                    onClick={() => onChange(fact)}
                  >
                    {t('Change')}
                  </Button>
                )}
                {state === 'removed' ? (
                  <Button
                    aria-disabled={isBusy}
                    aria-label={t('Put back {words}', { words: words(fact) })}
                    onClick={() => onTakeBack(key)}
                  >
                    {t('Put back')}
                  </Button>
                ) : (
                  <Button
                    aria-disabled={isBusy}
                    aria-label={t('Take out {words}', { words: words(fact) })}
                    onClick={() => onRemove(fact)}
                  >
                    {t('Take out')}
                  </Button>
                )}
              </div>
            </li>
          ))}
        </ul>
      )}
      <div className={styles.more}>{children}</div>
    </section>
  )
}

interface DraftField {
  label: string
  max: number
  hint?: string
  isYear?: boolean
  isOptional?: boolean
}

function DraftForm<Draft extends Record<string, string>>({
  label,
  from,
  fields,
  isBusy,
  onSave,
  onClose,
}: {
  label: string
  from: Draft
  fields: Record<keyof Draft & string, DraftField>
  isBusy: boolean
  onSave: (draft: Draft) => Promise<void>
  onClose: () => void
}) {
  const [draft, setDraft] = useState(from)
  const [isTried, setTried] = useState(false)
  const all = Object.entries<DraftField>(fields)

  function problemOf(
    name: string,
    { label: called, isYear, isOptional, hint }: DraftField,
  ): string {
    const text = draft[name]?.trim() ?? ''
    if (text === '') return isOptional || hint ? '' : t('{called} is required', { called })
    return isYear && !/^(19|20)\d\d$/.test(text) ? t('A year of four digits') : ''
  }

  function handleSave() {
    setTried(true)
    if (!isBusy && all.every(([name, field]) => problemOf(name, field) === '')) void onSave(draft)
  }

  return (
    <form
      className={`card ${look.pad}`}
      noValidate
      aria-label={label}
      onSubmit={(event) => {
        event.preventDefault()
        handleSave()
      }}
    >
      <div className={look.fields}>
        {all.map(([name, field]) => (
          <Field
            key={name}
            label={field.label}
            hint={field.hint}
            isOptional={field.isOptional ?? false}
            error={isTried && problemOf(name, field)}
          >
            {(control) => (
              <Input
                {...control}
                value={draft[name]}
                maxLength={field.max}
                inputMode={field.isYear ? 'numeric' : 'text'}
                autoComplete="off"
                onChange={({ target }) => setDraft({ ...draft, [name]: target.value })}
              />
            )}
          </Field>
        ))}
      </div>
      <div className={look.buttons}>
        <Button type="submit" variant="primary" aria-disabled={isBusy}>
          {isBusy ? t('Saving...') : t('Save')}
        </Button>
        <Button onClick={onClose}>{t('Cancel')}</Button>
      </div>
    </form>
  )
}
