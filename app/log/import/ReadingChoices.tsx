import type { ReactNode } from 'react'

import type { LogFile } from './logFile.ts'
import type { OddAnswer } from './planImport.ts'
import type { Reading } from './readEntries.ts'

import { MANY, ROLES, type Role } from './columns.ts'
import { hasOpenCurrency } from './readCost.ts'
import { FUEL_UNITS } from '#shared/kinds/fuel.ts'
import { currencyCodes } from '#shared/money/currencyWords.ts'
import { languageTag, later, many, t } from '#shared/words/words.ts'
import { Select } from '../../ui/controls/Select.tsx'
import { Segments, type SegmentsProps } from '../../ui/controls/Segments.tsx'
import { ColumnChoices } from '../../show/ColumnChoices.tsx'
import { DISTANCES } from '../../show/measures.ts'
import { RowProblems } from '../../show/RowProblems.tsx'
import styles from './import.module.css'

const FUELS = FUEL_UNITS.map((value) => ({ value, name: value }))
const ORDERS = [
  { value: 'month', name: later('Month first') },
  { value: 'day', name: later('Day first') },
  { value: 'year', name: later('Year first') },
] as const
const MARKS = [
  { value: '.', name: '1,234.50' },
  { value: ',', name: '1.234,50' },
] as const
const PRICES = [
  { value: 'cost', name: later('The whole fill-up') },
  { value: 'unitPrice', name: later('One gallon or liter') },
] as const

interface ReadingChoicesProps {
  file: LogFile
  onChange: (change: Partial<LogFile>) => void
}

/** Questions the file leaves open, and its number formats. */
export function ReadingChoices({ file: { reading, open, tables }, onChange }: ReadingChoicesProps) {
  const has = (role: Role) => tables.some(({ known }) => known.columns.includes(role))
  const of = <Key extends keyof Reading>(key: Key) => ({
    chosen: reading[key],
    onChoose: (value: Reading[Key]) => onChange({ reading: { ...reading, [key]: value } }),
  })
  return (
    <div className="stack">
      {open.distance && has('mileage') && (
        <Choice label={t('Mileage in')} choices={DISTANCES} {...of('distance')} />
      )}
      {open.fuelUnit && has('fuel') && (
        <Choice label={t('Fuel in')} choices={FUELS} {...of('fuelUnit')} />
      )}
      {open.order && <Choice label={t('Dates')} choices={ORDERS} {...of('order')} />}
      {tables.some(({ table, known }) => hasOpenCurrency(table, known.columns, reading)) && (
        <Named name={t('Amounts in')}>
          <Select
            aria-label={t('Amounts in')}
            choices={currencyNames(reading.currency)}
            {...of('currency')}
          />
        </Named>
      )}
      <Choice label={t('Numbers')} choices={MARKS} {...of('mark')} />
      {has('price') && <Choice label={t('Price of')} choices={PRICES} {...of('price')} />}
    </div>
  )
}

const ANSWERS = [
  { value: 'keep', name: later('Keep them as they are') },
  { value: 'leave', name: later('Leave the mileages out') },
  { value: 'replaced', name: later('The odometer was replaced') },
] as const

interface OddReadingsProps {
  odd: readonly { row: number; text: string }[]
  chosen: OddAnswer | null
  onChoose: (answer: OddAnswer) => void
}

/** Mileages that contradict others of their vehicle, and what becomes of them. */
export const OddReadings = ({ odd, chosen, onChoose }: OddReadingsProps) =>
  odd.length > 0 && (
    <div className="stack">
      <RowProblems
        title={many(
          odd.length,
          '{count} mileage contradicts another of its vehicle:',
          '{count} mileages contradict others of their vehicle:',
        )}
        problems={odd}
      />
      <Segments label={t('These mileages')} choices={ANSWERS} chosen={chosen} onChoose={onChoose} />
      {chosen === null && <p>{t('Choose above what becomes of these mileages.')}</p>}
    </div>
  )

/** Roles of the columns, guessed from the heads. Collapsed for a known app. */
export function ColumnRoles({ file: { app, tables }, onChange }: ReadingChoicesProps) {
  const roles = (Object.keys(ROLES) as Role[]).map((role) => [role, ROLES[role]()] as const)
  return (
    <details className={styles.columns} open={app === ''}>
      <summary>{t('Columns')}</summary>
      {tables.map(({ table, known }, at) => (
        <fieldset key={table.rows[0]?.number}>
          {table.name && <legend>{table.name}</legend>}
          <ColumnChoices
            heads={table.heads}
            rows={table.rows.map(({ cells }) => cells)}
            columns={known.columns}
            roles={roles}
            many={MANY}
            onChange={(columns) =>
              onChange({ tables: tables.with(at, { table, known: { ...known, columns } }) })
            }
          />
        </fieldset>
      ))}
    </details>
  )
}

/** All currencies of the browser, and the chosen one. */
function currencyNames(chosen: string): [code: string, name: string][] {
  const names = new Intl.DisplayNames(languageTag(), { type: 'currency', fallback: 'none' })
  const codes = [...new Set([chosen, ...currencyCodes()])].sort()
  return codes.map((code) => [code, `${code} ${names.of(code) ?? ''}`])
}

const Choice = <T extends string>(props: SegmentsProps<T>) => (
  <Named name={props.label}>
    <Segments {...props} />
  </Named>
)

const Named = ({ name, children }: { name: string; children: ReactNode }) => (
  <div className="row wrap">
    <span aria-hidden className={`small ${styles.choiceName}`}>
      {name}
    </span>
    {children}
  </div>
)
