import type { DeskFact, Reference } from '#shared/catalogue/correction.ts'
import type { PartFit } from '#shared/catalogue/part.ts'
import type { PartEdit, Pieces } from './correctionsData.ts'

import type { ReactNode } from 'react'

import { MAX_BRAND, MAX_PART_NUMBER } from '#shared/catalogue/partNumber.ts'
import { t } from '#shared/words/words.ts'
import styles from '../../forms/forms.module.css'
import { AdminForm, OpenedForm } from '../desk/AdminForm.tsx'
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
  const formOf = (kept: PartFit | null) => ({
    'aria-label': kept ? t('Change {words}', { words: fitWords(kept) }) : t('Add a car'),
    hasColumns: true,
    initial: kept
      ? { ...kept, yearFrom: String(kept.yearFrom), yearTo: String(kept.yearTo) }
      : NO_CAR,
    fields: () => ({
      make: { label: t('Make'), max: MAX_VEHICLE },
      model: { label: t('Model'), max: MAX_VEHICLE },
      yearFrom: {
        ...YEAR,
        label: t('From year'),
        problemOf: (year: string) =>
          yearProblem(year, t('{called} is required', { called: t('From year') })),
      },
      yearTo: {
        ...YEAR,
        label: t('To year'),
        hint: t('Empty: that year alone.'),
        problemOf: (year: string) => yearProblem(year, ''),
      },
    }),
    submit: [t('Save'), t('Saving...')] as const,
    send: (draft: typeof NO_CAR) => {
      const to: PartFit = {
        make: draft.make.trim(),
        model: draft.model.trim(),
        yearFrom: Number(draft.yearFrom),
        yearTo: Number(draft.yearTo || draft.yearFrom),
      }
      return kept
        ? send({ action: 'changeFit', fit: kept, to }, t('Car changed'))
        : send({ action: 'addFit', fit: to }, t('Car added'))
    },
  })
  return (
    <Facts
      title={t('Fits')}
      none={t('No source says which cars it fits.')}
      facts={part.fits}
      words={fitWords}
      kind="fit"
      acts={acts}
      send={send}
      change={(fit, onClose) => (
        <AdminForm {...formOf(fit)} cancel={t('Cancel')} onDone={onClose} onCancel={onClose} />
      )}
      removal={(fit) => [{ action: 'removeFit', fit }, t('Car taken out')]}
    >
      <OpenedForm opens={t('Add a car')} isCard {...formOf(null)} />
    </Facts>
  )
}

/** Cross references. */
export function PartReferences({ part, acts, send }: Pieces) {
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
      <OpenedForm
        opens={t('Add a number')}
        aria-label={t('Add a number')}
        isCard
        hasColumns
        initial={{ partNumber: '', brand: '' }}
        fields={() => ({
          partNumber: { label: t('Number'), max: MAX_PART_NUMBER },
          brand: { label: t('Its brand'), max: MAX_BRAND, isOptional: true },
        })}
        submit={[t('Save'), t('Saving...')]}
        send={({ partNumber, brand }) => {
          const reference = { partNumber: partNumber.trim(), brand: brand.trim() }
          return send({ action: 'addReference', reference }, t('Number added'))
        }}
      />
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
  change,
  removal,
  children,
}: Omit<Pieces, 'part'> & {
  title: string
  none: string
  facts: readonly DeskFact<Fact>[]
  words: (fact: Fact) => string
  kind: 'fit' | 'reference'
  /** Form of a row. */
  change?: (fact: Fact, onClose: () => void) => ReactNode
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
          change !== undefined && {
            name: t('Change'),
            label: t('Change {words}', { words: words(fact) }),
            form: (onClose: () => void) => change(fact, onClose),
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
