import type { DeskFact, Reference } from '#shared/catalogue/correction.ts'
import type { PartFit } from '#shared/catalogue/part.ts'
import type { PartEdit, Pieces } from './correctionsData.ts'

import { type ReactNode, useState } from 'react'

import { MAX_BRAND, MAX_PART_NUMBER } from '#shared/catalogue/partNumber.ts'
import { t } from '#shared/words/words.ts'
import { Button } from '../../ui/controls/Button.tsx'
import styles from '../../forms/forms.module.css'
import { AdminForm } from '../desk/AdminForm.tsx'
import { Rows, Titled } from '../desk/AdminList.tsx'
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

const YEAR = { max: 4, input: { inputMode: 'numeric' } } as const

export function PartFits({ part, acts, send }: Pieces) {
  const [opened, setOpened] = useState<PartFit | 'new' | null>(null)
  const kept = opened === 'new' ? null : opened

  function sendCar(draft: typeof NO_CAR) {
    const to: PartFit = {
      make: draft.make.trim(),
      model: draft.model.trim(),
      yearFrom: Number(draft.yearFrom),
      yearTo: Number(draft.yearTo || draft.yearFrom),
    }
    return kept
      ? send({ action: 'changeFit', fit: kept, to }, t('Car changed'))
      : send({ action: 'addFit', fit: to }, t('Car added'))
  }

  return (
    <Facts
      title={t('Fits')}
      none={t('No source says which cars it fits.')}
      facts={part.fits}
      words={fitWords}
      kind="fit"
      acts={acts}
      send={send}
      onChange={setOpened}
      removal={(fit) => [{ action: 'removeFit', fit }, t('Car taken out')]}
    >
      {opened === null ? (
        <Button onClick={() => setOpened('new')}>{t('Add a car')}</Button>
      ) : (
        <AdminForm
          key={kept ? fitWords(kept) : 'new'}
          aria-label={kept ? t('Change {words}', { words: fitWords(kept) }) : t('Add a car')}
          isCard
          hasColumns
          initial={
            kept
              ? { ...kept, yearFrom: String(kept.yearFrom), yearTo: String(kept.yearTo) }
              : NO_CAR
          }
          fields={() => ({
            make: { label: t('Make'), max: MAX_VEHICLE },
            model: { label: t('Model'), max: MAX_VEHICLE },
            yearFrom: {
              ...YEAR,
              label: t('From year'),
              problemOf: (year) =>
                yearProblem(year, t('{called} is required', { called: t('From year') })),
            },
            yearTo: {
              ...YEAR,
              label: t('To year'),
              hint: t('Empty: that year alone.'),
              problemOf: (year) => yearProblem(year, ''),
            },
          })}
          submit={[t('Save'), t('Saving...')]}
          cancel={t('Cancel')}
          send={sendCar}
          onDone={() => setOpened(null)}
          onCancel={() => setOpened(null)}
        />
      )}
    </Facts>
  )
}

/** Cross references. */
export function PartReferences({ part, acts, send }: Pieces) {
  const [isOpen, setOpen] = useState(false)
  return (
    <Facts
      title={t('Same as')}
      none={t('No source says which numbers others give it.')}
      facts={part.references}
      words={referenceWords}
      kind="reference"
      acts={acts}
      send={send}
      removal={(reference) => [{ action: 'removeReference', reference }, t('Number taken out')]}
    >
      {isOpen ? (
        <AdminForm
          aria-label={t('Add a number')}
          isCard
          hasColumns
          initial={{ partNumber: '', brand: '' }}
          fields={() => ({
            partNumber: { label: t('Number'), max: MAX_PART_NUMBER },
            brand: { label: t('Its brand'), max: MAX_BRAND, isOptional: true },
          })}
          submit={[t('Save'), t('Saving...')]}
          cancel={t('Cancel')}
          send={({ partNumber, brand }) => {
            const reference = { partNumber: partNumber.trim(), brand: brand.trim() }
            return send({ action: 'addReference', reference }, t('Number added'))
          }}
          onDone={() => setOpen(false)}
          onCancel={() => setOpen(false)}
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
  kind,
  acts,
  send,
  onChange,
  removal,
  children,
}: Omit<Pieces, 'part'> & {
  title: string
  none: string
  facts: readonly DeskFact<Fact>[]
  words: (fact: Fact) => string
  kind: 'fit' | 'reference'
  onChange?: (fact: Fact) => void
  removal: (fact: Fact) => [edit: PartEdit, title: string]
  children: ReactNode
}) {
  const rows = facts.map(({ key, fact, state, hand }) => {
    const isOut = state === 'removed'
    return {
      key,
      title: words(fact),
      badges: [
        state === 'added' && ([t('By hand'), 'info'] as const),
        isOut && ([t('Taken out'), 'bad'] as const),
      ],
      text: hand && <Made act={isOut ? 'removed' : 'said'} hand={hand} />,
      acts: [
        !isOut &&
          onChange !== undefined && {
            name: t('Change'),
            label: t('Change {words}', { words: words(fact) }),
            onPress: () => onChange(fact),
          },
        isOut
          ? {
              name: t('Put back'),
              label: t('Put back {words}', { words: words(fact) }),
              call: () => send({ action: 'takeBack', kind, key }, t('Taken back')),
            }
          : {
              name: t('Take out'),
              label: t('Take out {words}', { words: words(fact) }),
              call: () => send(...removal(fact)),
            },
      ],
    }
  })
  return (
    <Titled title={facts.length > 0 ? `${title} (${facts.length})` : title}>
      {facts.length === 0 ? (
        <p className="muted">{none}</p>
      ) : (
        <Rows of={rows} look="aside" acts={acts} />
      )}
      <div className={styles.more}>{children}</div>
    </Titled>
  )
}
