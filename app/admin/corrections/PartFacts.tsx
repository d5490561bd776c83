import type { DeskFact, Reference } from '#shared/catalogue/correction.ts'
import type { PartFit } from '#shared/catalogue/part.ts'
import { type PartEdit, type Pieces } from './correctionsData.ts'

import { type ReactNode, useState } from 'react'

import { MAX_BRAND, MAX_PART_NUMBER } from '#shared/catalogue/partNumber.ts'
import { t } from '#shared/words/words.ts'
import { Badge } from '../../ui/blocks/Badge.tsx'
import { Button } from '../../ui/controls/Button.tsx'
import styles from '../../forms/forms.module.css'
import look from '../catalogue/Dashboard.module.css'
import { DraftForm } from './DraftForm.tsx'
import { Made } from './Made.tsx'

const MAX_VEHICLE = 60
/** Empty form of a fit. */
const NO_CAR = { make: '', model: '', yearFrom: '', yearTo: '' }

const yearWords = (from: number, to: number) =>
  from === to ? String(from) : t('{from} to {to}', { from: String(from), to: String(to) })

function yearProblem(text: string, whereEmpty: string): string {
  const year = text.trim()
  if (year === '') return whereEmpty
  return /^(19|20)\d\d$/.test(year) ? '' : t('A year of four digits')
}

const fitWords = ({ make, model, yearFrom, yearTo }: PartFit) =>
  `${make} ${model}, ${yearWords(yearFrom, yearTo)}`
const referenceWords = ({ partNumber, brand }: Reference) => `${brand} ${partNumber}`.trim()

export function PartFits({ part, isBusy, onEdit }: Pieces) {
  const [opened, setOpened] = useState<PartFit | 'new' | null>(null)
  const isKept = typeof opened === 'object' && opened !== null

  function handleSave(draft: typeof NO_CAR) {
    const to: PartFit = {
      make: draft.make.trim(),
      model: draft.model.trim(),
      yearFrom: Number(draft.yearFrom),
      yearTo: Number(draft.yearTo || draft.yearFrom),
    }
    const edit: PartEdit = isKept
      ? { action: 'changeFit', fit: opened, to }
      : { action: 'addFit', fit: to }
    return onEdit(edit, isKept ? t('Car changed') : t('Car added'))
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
            yearFrom: {
              label: t('From year'),
              max: 4,
              isYear: true,
              problemOf: (year) =>
                yearProblem(year, t('{called} is required', { called: t('From year') })),
            },
            yearTo: {
              label: t('To year'),
              max: 4,
              isYear: true,
              hint: t('Empty: that year alone.'),
              problemOf: (year) => yearProblem(year, ''),
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

/** Cross references. */
export function PartReferences({ part, isBusy, onEdit }: Pieces) {
  const [isOpen, setOpen] = useState(false)

  function handleSave({ partNumber, brand }: Reference) {
    const reference = { partNumber: partNumber.trim(), brand: brand.trim() }
    return onEdit({ action: 'addReference', reference }, t('Number added'))
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
