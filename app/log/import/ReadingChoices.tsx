import type { ReactNode } from 'react'

import type { LogFile } from './logFile.ts'
import type { Role } from './columns.ts'
import type { Reading } from './readEntries.ts'

import { hasOpenCurrency } from './readCost.ts'
import { FUEL_UNITS } from '#shared/kinds/fuel.ts'
import { currencyCodes } from '#shared/typedMoney.ts'
import { languageTag, later, t } from '#shared/words/words.ts'
import { Segments } from '../../ui/controls/Segments.tsx'
import styles from './import.module.css'

const DISTANCES = [
  { value: 'mi', name: later('Miles') },
  { value: 'km', name: later('Kilometers') },
] as const
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

/** What the file leaves open, and how its numbers are read. */
export function ReadingChoices({ file: { reading, open, tables }, onChange }: ReadingChoicesProps) {
  const has = (role: 'mileage' | 'fuel') => tables.some(({ known }) => known.columns.includes(role))
  const priced = tables.find(({ known }) => known.isPriceOpen)?.known
  const choose = (change: Partial<Reading>) => onChange({ reading: { ...reading, ...change } })
  return (
    <div className={styles.choices}>
      {open.distance && has('mileage') && (
        <Choice name={t('Mileage in')}>
          <Segments
            label={t('Mileage in')}
            choices={DISTANCES}
            chosen={reading.distance}
            onChoose={(distance) => choose({ distance })}
          />
        </Choice>
      )}
      {open.fuelUnit && has('fuel') && (
        <Choice name={t('Fuel in')}>
          <Segments
            label={t('Fuel in')}
            choices={FUELS}
            chosen={reading.fuelUnit}
            onChoose={(fuelUnit) => choose({ fuelUnit })}
          />
        </Choice>
      )}
      {open.order && (
        <Choice name={t('Dates')}>
          <Segments
            label={t('Dates')}
            choices={ORDERS}
            chosen={reading.order}
            onChoose={(order) => choose({ order })}
          />
        </Choice>
      )}
      {tables.some(({ table, known }) => hasOpenCurrency(table, known.columns)) && (
        <Choice name={t('Amounts in')}>
          <select
            aria-label={t('Amounts in')}
            className={styles.select}
            value={reading.currency}
            onChange={({ target }) => choose({ currency: target.value })}
          >
            {currencyNames(reading.currency).map(([code, name]) => (
              <option key={code} value={code}>
                {`${code} ${name}`}
              </option>
            ))}
          </select>
        </Choice>
      )}
      <Choice name={t('Numbers')}>
        <Segments
          label={t('Numbers')}
          choices={MARKS}
          chosen={reading.mark}
          onChoose={(mark) => choose({ mark })}
        />
      </Choice>
      {priced && (
        <Choice name={t('Price of')}>
          <Segments
            label={t('Price of')}
            choices={PRICES}
            chosen={PRICES.find(({ value }) => priced.columns.includes(value))?.value ?? null}
            onChoose={(role) => onChange({ tables: withPrice(tables, role) })}
          />
        </Choice>
      )}
    </div>
  )
}

const withPrice = (tables: LogFile['tables'], said: 'cost' | 'unitPrice'): LogFile['tables'] =>
  tables.map(({ table, known }) => {
    if (!known.isPriceOpen) return { table, known }
    const isPrice = (role: Role | null) =>
      role !== null && ['price', 'cost', 'unitPrice'].includes(role)
    const columns = known.columns.map((role) => (isPrice(role) ? said : role))
    return { table, known: { ...known, columns } }
  })

/** All that this browser knows, and the one that is chosen. */
function currencyNames(chosen: string): [code: string, name: string][] {
  const names = new Intl.DisplayNames(languageTag(), { type: 'currency', fallback: 'none' })
  const codes = [...new Set([chosen, ...currencyCodes()])].sort()
  return codes.map((code) => [code, names.of(code) ?? ''])
}

const Choice = ({ name, children }: { name: string; children: ReactNode }) => (
  <div className="row wrap">
    <span aria-hidden className={styles.choiceName}>
      {name}
    </span>
    {children}
  </div>
)
