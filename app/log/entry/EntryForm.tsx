import type { DistanceUnit } from '#shared/kinds/distance.ts'
import { useEffect, useMemo, useRef, useState } from 'react'

import type { Json } from '#shared/cells/cells.ts'
import type { EntryField, EntrySource, EntryText, EntryVehicle } from './entryForm.ts'

import { MAX_TASK } from '#shared/kinds/kit.ts'
import { DOLLARS } from '#shared/money/money.ts'
import { MAX_LOG_NOTES } from '#shared/kinds/logEntry.ts'
import { type LogEntry, entriesOfVehicle } from '#shared/kinds/maintenance.ts'
import { entriesOfJob, hasInterval } from '#shared/kinds/dueJobs.ts'
import { oddReadings, type Read } from '#shared/kinds/odometer.ts'
import { type Later, inContext, later, say, t } from '#shared/words/words.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { Typed, TypedArea } from '../../forms/Typed.tsx'
import { Segments } from '../../ui/controls/Segments.tsx'
import { DISTANCES } from '../../show/measures.ts'
import { intervalText } from '../../show/logWords.ts'
import { FuelFields } from './FuelFields.tsx'
import { forgetForm, keepForm, readKeptForm } from './keptForm.ts'
import styles from '../log.module.css'
import { OddReading } from './OddReading.tsx'
import { VehicleField } from './VehicleField.tsx'

export interface EntryFormProps {
  /** Id of the entry, or of the job's kit. */
  of: string
  /** Initial values; later ones do not overwrite input. */
  source: EntrySource
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

/** A job with date, mileage and cost, and its interval. */
export function EntryForm(props: EntryFormProps) {
  const { of, source, before, entries, own, note, takesFocus, onSave, onCancel } = props
  const [kept] = useState(() => readKeptForm(of))
  const [begun] = useState(kept?.begun ?? source)
  const [draft, setDraft] = useState(kept?.source ?? source)
  /** A second key may come before the first is rendered. */
  const latest = useRef(draft)
  const isReading = useRef(false)
  const { text, unit, vehicle } = draft
  const [errors, setErrors] = useState<Partial<Record<EntryField, string>>>({})
  const [odd, setOdd] = useState<Read | null>(null)
  const others = useMemo(
    () =>
      entriesOfVehicle(entries, { vehicle, vin: text.vin }).filter(({ id }) => id !== before?.id),
    [entries, vehicle, text.vin, before],
  )
  const isUnsaid = text.every === '' && text.everyMonths === ''
  const interval = isUnsaid ? entriesOfJob(others, text.task).find(hasInterval) : undefined
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (takesFocus) form.current?.focus({ preventScroll: true })
  }, [takesFocus])

  useEffect(() => void reader().catch(() => undefined), [])

  /** @param isNew the answer about a mileage that does not follow the earlier ones */
  async function submit(isNew?: boolean) {
    // The reader may load slowly: guards against a second press, more keys, or Cancel.
    if (isReading.current) return
    isReading.current = true
    const { changedCells, readEntry } = await reader().finally(() => (isReading.current = false))
    if (!form.current) return
    const read = readEntry(latest.current, before)
    if (read.cells) {
      const saved = before ? changedCells(read.cells, readEntry(begun, before).cells) : read.cells
      const isRead = ['mileage', 'day', 'vehicle', 'vin'].some((name) => name in saved)
      const typed = { day: latest.current.text.day, mileage: read.mileage, newOdometer: false }
      const isAsked = isRead && isNew === undefined
      const from = isAsked && oddReadings<Read>(others, [typed]).odd.get(typed)
      if (from) return setOdd(from)
      forgetForm(of)
      if (isRead && (isNew || before?.newOdometer)) saved['newOdometer'] = isNew === true
      return onSave(saved)
    }
    setErrors(read.errors)
    const names = [...FIELDS.map(({ name }) => name), 'fuel', 'notes'] as const
    const wrong = names.find((name) => read.errors[name])
    form.current?.querySelector<HTMLElement>(`[name="${wrong}"]`)?.focus()
  }

  function handleCancel() {
    forgetForm(of)
    onCancel()
  }

  function change(next: Partial<EntrySource>) {
    latest.current = { ...latest.current, ...next }
    setDraft(latest.current)
    keepForm({ of, source: latest.current, begun })
    setOdd(null)
  }

  function set(name: keyof EntryText, value: string) {
    change({ text: { ...latest.current.text, [name]: value } })
    clearError(name)
  }

  const clearError = (name: EntryField) => setErrors({ ...errors, [name]: undefined })
  return (
    <form
      ref={form}
      className="card stack roomy pad breaks"
      aria-label={t('Job for the log')}
      tabIndex={-1}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void submit()
      }}
    >
      {note && <p className="muted">{note}</p>}
      <VehicleField
        chosen={{ vehicle, vin: text.vin }}
        own={own}
        onChoose={(chosen) => {
          const isMeasured = text.mileage !== '' || text.every !== ''
          change({
            vehicle: chosen.vehicle,
            text: { ...text, vin: chosen.vin },
            unit: isMeasured ? unit : (chosen.unit ?? unit),
          })
          clearError('vin')
        }}
      />
      <div className={styles.fields}>
        {FIELDS.map(({ name, label, isWide, isNeeded, more }) => (
          <div key={name} className={isWide ? 'wide' : undefined}>
            <Typed
              label={
                typeof label === 'function' ? label(unit, draft.currency ?? DOLLARS) : say(label)
              }
              isOptional={!isNeeded}
              hint={
                name === 'every' &&
                interval &&
                t('Stays due every {interval}.', { interval: intervalText(interval) })
              }
              error={errors[name]}
              {...more}
              name={name}
              value={text[name]}
              autoComplete="off"
              onType={(typed) => set(name, typed)}
            />
          </div>
        ))}
        <div className="wide row wrap">
          <span aria-hidden>{t('Odometer in')}</span>
          <Segments
            label={t('Odometer in')}
            choices={DISTANCES}
            chosen={unit}
            onChoose={(next) => change({ unit: next })}
          />
        </div>
        <FuelFields
          fuel={draft.fuel}
          distance={unit}
          error={errors.fuel}
          onChange={(fuel) => {
            change({ fuel })
            clearError('fuel')
          }}
        />
        <div className="wide">
          <TypedArea
            label={t('Notes')}
            isOptional
            error={errors.notes}
            name="notes"
            rows={2}
            maxLength={MAX_LOG_NOTES}
            value={text.notes}
            onType={(typed) => set('notes', typed)}
          />
        </div>
      </div>
      {odd && <OddReading read={odd} onSay={(isNew) => void submit(isNew)} />}
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
