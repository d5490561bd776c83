import type { ReactNode } from 'react'

import type { LogFile } from './logFile.ts'
import type { Reading } from './readEntries.ts'

import { FUEL_UNITS } from '#shared/kinds/fuel.ts'
import { Segments } from '../../ui/Segments.tsx'
import styles from './import.module.css'

const DISTANCES = [
  { value: 'mi', name: 'Miles' },
  { value: 'km', name: 'Kilometers' },
] as const
const FUELS = FUEL_UNITS.map((value) => ({ value, name: value }))
const ORDERS = [
  { value: 'month', name: 'Month first' },
  { value: 'day', name: 'Day first' },
] as const
const MARKS = [
  { value: '.', name: '1,234.50' },
  { value: ',', name: '1.234,50' },
] as const

interface ReadingChoicesProps {
  file: LogFile
  onChange: (reading: Reading) => void
}

/** What the file leaves open, and how its numbers are read. */
export function ReadingChoices({ file: { reading, open, tables }, onChange }: ReadingChoicesProps) {
  const has = (role: 'mileage' | 'fuel') => tables.some(({ known }) => known.columns.includes(role))
  const choose = (change: Partial<Reading>) => onChange({ ...reading, ...change })
  return (
    <div className={styles.choices}>
      {open.distance && has('mileage') && (
        <Choice name="Mileage in">
          <Segments
            label="Mileage in"
            choices={DISTANCES}
            chosen={reading.distance}
            onChoose={(distance) => choose({ distance })}
          />
        </Choice>
      )}
      {open.fuelUnit && has('fuel') && (
        <Choice name="Fuel in">
          <Segments
            label="Fuel in"
            choices={FUELS}
            chosen={reading.fuelUnit}
            onChoose={(fuelUnit) => choose({ fuelUnit })}
          />
        </Choice>
      )}
      {open.order && (
        <Choice name="Dates">
          <Segments
            label="Dates"
            choices={ORDERS}
            chosen={reading.order}
            onChoose={(order) => choose({ order })}
          />
        </Choice>
      )}
      <Choice name="Numbers">
        <Segments
          label="Numbers"
          choices={MARKS}
          chosen={reading.mark}
          onChoose={(mark) => choose({ mark })}
        />
      </Choice>
    </div>
  )
}

const Choice = ({ name, children }: { name: string; children: ReactNode }) => (
  <div className="row wrap">
    <span aria-hidden className={styles.choiceName}>
      {name}
    </span>
    {children}
  </div>
)
