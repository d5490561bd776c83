import type { DistanceUnit } from '#shared/kinds/distance.ts'
import { useEffect, useMemo, useRef, useState } from 'react'

import type { Json } from '#shared/cells/cells.ts'
import type { EntryField, EntryValues, EntryVehicle } from './entryForm.ts'

import { MAX_TASK } from '#shared/kinds/kit.ts'
import { DOLLARS } from '#shared/money/money.ts'
import { MAX_LOG_NOTES } from '#shared/kinds/logEntry.ts'
import { type LogEntry, entriesOfVehicle } from '#shared/kinds/maintenance.ts'
import { entriesOfJob, hasInterval } from '#shared/kinds/dueJobs.ts'
import { oddReadings, type Read } from '#shared/kinds/odometer.ts'
import { type Later, inContext, later, say, t } from '#shared/words/words.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { schemaOf } from '../../forms/schemaOf.ts'
import { Typed, TypedArea } from '../../forms/Typed.tsx'
import { failsAs, useForm } from '../../forms/useForm.ts'
import { Segments } from '../../ui/controls/Segments.tsx'
import { DISTANCES } from '../../show/measures.ts'
import { intervalText } from '../../show/logWords.ts'
import { FuelFields } from './FuelFields.tsx'
import { forgetForm, type KeptForm, keyOfForm } from './keptForm.ts'
import styles from '../log.module.css'
import { OddReading } from './OddReading.tsx'
import { VehicleField } from './VehicleField.tsx'

export interface EntryFormProps {
  /** Id of the entry, or of the job's kit. */
  of: string
  /** Initial values; later ones do not overwrite input. */
  source: EntryValues
  /** Entry being edited. */
  before?: LogEntry
  /** The log, for the car's and the job's history. */
  entries: readonly LogEntry[]
  /** Own vehicles, to pick from. */
  own: readonly EntryVehicle[]
  note?: string
  /** The button that opened it is gone, or out of sight. */
  takesFocus?: boolean
  onSave: (cells: Record<string, Json>) => void
  onCancel: () => void
}

const reader = () => import('./readEntry.ts')

const failed = failsAs(later('Error'), later('This could not be done. Please try again.'))
/** Read once it is sent: the reader of amounts loads late. */
const schema = schemaOf<KeptForm>(() => ({}))

const COST = { inputMode: 'decimal', maxLength: 20 } as const
const costLabel = (currency: string) =>
  currency === DOLLARS ? t('Cost in dollars') : t('Cost in {currency}', { currency })
const NUMBER = { inputMode: 'numeric', maxLength: 12 } as const
const FIELDS: readonly {
  name: Exclude<EntryField, 'notes' | 'fuel'>
  /** Function of the unit for a distance, of the currency for a cost. */
  label: Later | ((unit: DistanceUnit, currency: string) => string)
  isWide?: boolean
  isNeeded?: boolean
  more?: object
}[] = [
  {
    name: 'task',
    label: () => inContext('field', 'Job'),
    isWide: true,
    isNeeded: true,
    more: { maxLength: MAX_TASK },
  },
  { name: 'day', label: later('Date'), isNeeded: true, more: { type: 'date' } },
  {
    name: 'mileage',
    label: (unit) => (unit === 'mi' ? t('Mileage in miles') : t('Mileage in kilometers')),
    more: NUMBER,
  },
  { name: 'cost', label: (_unit, currency) => costLabel(currency), more: COST },
  { name: 'vin', label: later('VIN'), more: { maxLength: 17, autoCapitalize: 'characters' } },
  {
    name: 'every',
    label: (unit) => (unit === 'mi' ? t('Due again after miles') : t('Due again after kilometers')),
    more: NUMBER,
  },
  { name: 'everyMonths', label: later('Due again after months'), more: NUMBER },
]

const NAMES = [...FIELDS.map(({ name }) => name), 'fuel', 'notes'] as const

/** A job with date, mileage and cost, and its interval. */
export function EntryForm(props: EntryFormProps) {
  const { of, source, before, entries, own, note, takesFocus, onSave, onCancel } = props
  const [initial] = useState(() => ({ ...source, opened: { of, at: Date.now(), as: source } }))
  const form = useForm<KeptForm>({ schema, initial, failed, send, kept: keyOfForm(of) })
  const { values, formProps } = form
  const { vehicle, vin, unit, every, everyMonths, mileage, task } = values
  const latest = useRef(values)
  useEffect(() => {
    latest.current = values
  })
  /** The answer about a mileage that does not follow the earlier ones. */
  const isNew = useRef<boolean>(undefined)
  const [odd, setOdd] = useState<{ read: Read; about: string } | null>(null)
  const others = useMemo(
    () => entriesOfVehicle(entries, { vehicle, vin }).filter(({ id }) => id !== before?.id),
    [entries, vehicle, vin, before],
  )
  const isUnsaid = every === '' && everyMonths === ''
  const interval = isUnsaid ? entriesOfJob(others, task).find(hasInterval) : undefined
  useEffect(() => {
    if (takesFocus) formProps.ref.current?.focus({ preventScroll: true })
  }, [takesFocus, formProps.ref])

  useEffect(() => void reader().catch(() => undefined), [])

  async function send(): Promise<void> {
    const answer = isNew.current
    isNew.current = undefined
    const { changedCells, readEntry } = await reader()
    // More keys, or Cancel, may have come before the reader.
    if (!formProps.ref.current) return
    const read = readEntry(latest.current, before)
    if (!read.cells) {
      for (const name of NAMES) if (read.errors[name]) form.refuse(name, read.errors[name])
      return
    }
    const begun = readEntry(latest.current.opened.as, before).cells
    const saved = before ? changedCells(read.cells, begun) : read.cells
    const isRead = ['mileage', 'day', 'vehicle', 'vin'].some((name) => name in saved)
    const typed = { day: latest.current.day, mileage: read.mileage, newOdometer: false }
    const isAsked = isRead && answer === undefined
    const from = isAsked && oddReadings<Read>(others, [typed]).odd.get(typed)
    if (from) return setOdd({ read: from, about: readingOf(latest.current) })
    forgetForm(of)
    if (isRead && (answer || before?.newOdometer)) saved['newOdometer'] = answer === true
    onSave(saved)
  }

  function handleCancel() {
    forgetForm(of)
    onCancel()
  }

  return (
    <form
      {...formProps}
      className="card stack roomy pad breaks"
      aria-label={t('Job for the log')}
      tabIndex={-1}
    >
      {note && <p className="muted">{note}</p>}
      <VehicleField
        chosen={{ vehicle, vin }}
        own={own}
        onChoose={(chosen) => {
          form.set('vehicle', chosen.vehicle)
          form.set('vin', chosen.vin)
          if (mileage === '' && every === '') form.set('unit', chosen.unit ?? unit)
        }}
      />
      <div className={styles.fields}>
        {FIELDS.map(({ name, label, isWide, isNeeded, more }) => (
          <div key={name} className={isWide ? 'wide' : undefined}>
            <Typed
              label={typeof label === 'function' ? label(unit, values.currency) : say(label)}
              isOptional={!isNeeded}
              hint={
                name === 'every' &&
                interval &&
                t('Stays due every {interval}.', { interval: intervalText(interval) })
              }
              error={form.problemsOf(name)[0]}
              {...more}
              name={name}
              value={values[name]}
              autoComplete="off"
              onType={(text) => form.set(name, text)}
            />
          </div>
        ))}
        <div className="wide row wrap">
          <span aria-hidden>{t('Odometer in')}</span>
          <Segments
            label={t('Odometer in')}
            choices={DISTANCES}
            chosen={unit}
            onChoose={(next) => form.set('unit', next)}
          />
        </div>
        <FuelFields form={form} />
        <div className="wide">
          <TypedArea
            label={t('Notes')}
            isOptional
            error={form.problemsOf('notes')[0]}
            name="notes"
            rows={2}
            maxLength={MAX_LOG_NOTES}
            value={values.notes}
            onType={(text) => form.set('notes', text)}
          />
        </div>
      </div>
      {odd?.about === readingOf(values) && (
        <OddReading
          read={odd.read}
          onSay={(isReplaced) => {
            isNew.current = isReplaced
            formProps.ref.current?.requestSubmit()
          }}
        />
      )}
      <div className="row wrap">
        <Button type="submit" variant="primary" size="l">
          {t('Save job')}
        </Button>
        <Button size="l" onClick={handleCancel}>
          {t('Cancel')}
        </Button>
      </div>
    </form>
  )
}

/** Values that a question about the mileage is about. */
const readingOf = ({ day, mileage, unit, vehicle, vin }: EntryValues): string =>
  JSON.stringify([day, mileage, unit, vehicle, vin])
