import { useEffect, useMemo, useRef, useState } from 'react'

import type { LogEntry } from '#shared/kinds/maintenance.ts'
import type { EntryVehicle } from '../entry/entryForm.ts'

import { quoted } from '#shared/text/quoted.ts'
import { many, t } from '#shared/words/words.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { Checkbox } from '../../ui/controls/Checkbox.tsx'
import { toast } from '../../ui/browser/toast.ts'
import { VehicleField } from '../entry/VehicleField.tsx'
import { guessCar } from './guessCars.ts'
import styles from './import.module.css'
import { type LogFile, carsOf, entriesOfFile, isUnsaid } from './logFile.ts'
import { type CarChoices, type OddAnswer, type Planned, planImport, settled } from './planImport.ts'
import { ColumnRoles, OddReadings, ReadingChoices } from './ReadingChoices.tsx'
import { storeEntries } from './storeEntries.ts'
import { distanceText } from '#shared/kinds/distance.ts'
import { hasInterval } from '#shared/kinds/dueJobs.ts'
import type { Read } from '#shared/kinds/odometer.ts'
import { vehicleTitle } from '#shared/vehicles/vehicle.ts'
import { dayText, intervalText } from '../../show/logWords.ts'
import { RowProblems } from '../../show/RowProblems.tsx'
import { EntryWords } from '../entry/EntryWords.tsx'

interface ImportPlanCardProps {
  file: LogFile
  note: string | null
  log: readonly LogEntry[]
  own: readonly EntryVehicle[]
  onDone: (ids: string[]) => void
  onClose: () => void
}

/** Preview of an import, before anything is stored. */
export function ImportPlanCard(props: ImportPlanCardProps) {
  const { note, log, own, onDone, onClose } = props
  const [file, setFile] = useState(props.file)
  // The user's choice of cars; the others are guessed.
  const [said, setSaid] = useState<CarChoices>(new Map())
  const [isAgain, setAgain] = useState(false)
  const [answered, setAnswered] = useState<{ about: string; answer: OddAnswer } | null>(null)
  const [done, setDone] = useState<number | null>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])

  const { entries, problems } = useMemo(() => entriesOfFile(file), [file])
  const names = useMemo(() => carsOf(entries), [entries])
  const cars = useMemo(() => {
    const carOf = (name: string) => {
      const named = entries.filter(({ car }) => car === name)
      return said.get(name) ?? guessCar(name, named, own, log) ?? NOT_SAID
    }
    return new Map(names.map((name) => [name, said.get(name) === null ? null : carOf(name)]))
  }, [names, said, entries, own, log])
  const plan = useMemo(
    () => planImport(entries, cars, log, { isAgain }),
    [entries, cars, log, isAgain],
  )
  // Two unnamed cars would merge into one.
  const open = names.length > 1 ? names.filter((name) => cars.get(name) === NOT_SAID) : []
  const odd = plan.fresh
    .filter((entry) => plan.odd.has(entry))
    .map((entry) => {
      const texts = { one: readingText(entry), other: readingText(plan.odd.get(entry)) }
      return { row: entry.row, text: t('{one}, but {other}', texts) }
    })
  // An answer is about these alone.
  const asked = odd.map(({ row, text }) => `${row} ${text}`).join()
  const answer = answered?.about === asked ? answered.answer : plan.guess
  const rows = settled(plan, answer)
  const isOpen = open.length > 0 || isUnsaid(file) || (odd.length > 0 && answer === null)
  const isBlocked = done !== null || isOpen || rows.length === 0

  async function handleImport() {
    if (isBlocked) return
    setDone(0)
    try {
      onDone(await storeEntries(rows, setDone))
    } catch {
      setDone(null)
      toast({ title: t('This device could not store it'), tone: 'error' })
    }
  }

  const notes = [
    note,
    file.left.length > 0 &&
      t('Left out, because they are no log: {names}', { names: file.left.join(', ') }),
    plan.over > 0 &&
      many(
        plan.over,
        'The log has no room for {count} row of them: these would be left out.',
        'The log has no room for {count} rows of them: these would be left out.',
      ),
  ].filter((words) => typeof words === 'string')
  const change = (changed: Partial<LogFile>) => setFile({ ...file, ...changed })
  const say = (name: string, car: EntryVehicle | null) => setSaid(new Map(said).set(name, car))
  return (
    <section className="card stack roomy pad breaks" aria-labelledby="import-found">
      <h2 id="import-found" ref={heading} tabIndex={-1}>
        {file.app && `${file.app}: `}
        {entriesWords(entries.length)}
      </h2>
      {notes.map((words) => (
        <p key={words} className="caution">
          {words}
        </p>
      ))}
      <ReadingChoices file={file} onChange={change} />
      {[...cars].map(([name, car]) => (
        <div key={name} className={`stack ${styles.car}`}>
          {names.length > 1 && (
            <p>
              <b>{name || t('Without a vehicle')}</b>{' '}
              <span className="muted small num">
                {entriesWords(entries.filter((entry) => entry.car === name).length)}
              </span>
            </p>
          )}
          {names.length === 1 && name !== '' && (
            <p>{t('The file calls its car {name}.', { name: quoted(name) })}</p>
          )}
          {car && (
            <VehicleField
              chosen={car}
              own={own}
              onChoose={(chosen) => say(name, chosen.vehicle ? chosen : NOT_SAID)}
            />
          )}
          {names.length > 1 && (
            <Checkbox
              checked={car === null}
              onChange={({ target }) => say(name, target.checked ? null : NOT_SAID)}
            >
              {t('Leave these out')}
            </Checkbox>
          )}
        </div>
      ))}
      {plan.known.length > 0 && (
        <div className="caution">
          <p>
            {many(
              plan.known.length,
              '{count} row is in the log already: the same day, mileage, and cost or fuel.',
              '{count} rows are in the log already: the same day, mileage, and cost or fuel.',
            )}
          </p>
          <Checkbox checked={isAgain} onChange={({ target }) => setAgain(target.checked)}>
            {t('Import them all the same')}
          </Checkbox>
        </div>
      )}
      <RowProblems
        title={many(problems.length, '{count} value needs a look:', '{count} values need a look:')}
        problems={problems}
      />
      <OddReadings
        odd={odd}
        chosen={answer}
        onChoose={(chosen) => setAnswered({ about: asked, answer: chosen })}
      />
      <PlannedRows rows={rows} />
      <ColumnRoles file={file} onChange={change} />
      {open.length > 0 && (
        <p className="muted">
          {t('Say which vehicle {names} is.', {
            names: open
              .map((name) => quoted(name))
              .reduce((names, name) => t('{names} and {name}', { names, name })),
          })}
        </p>
      )}
      {isUnsaid(file) && <p>{t('Choose above what its amounts mean.')}</p>}
      <div className="row wrap">
        <Button
          variant="primary"
          size="l"
          aria-disabled={isBlocked}
          onClick={() => void handleImport()}
        >
          {done === null
            ? buttonText(rows.length)
            : t('Storing {done} of {count}...', { done, count: plan.fresh.length })}
        </Button>
        <Button size="l" aria-disabled={done !== null} onClick={() => done === null && onClose()}>
          {t('Cancel')}
        </Button>
      </div>
    </section>
  )
}

/** An unnamed vehicle. */
const NOT_SAID: EntryVehicle = { vehicle: null, vin: '' }

const buttonText = (count: number) =>
  count === 0
    ? t('Nothing to import')
    : many(count, 'Import {count} entry', 'Import {count} entries')

const entriesWords = (count: number) => many(count, '{count} entry', '{count} entries')

/** "90,000 km on May 1, 2026" */
const readingText = (one?: Read) =>
  one?.mileage
    ? t('{distance} on {day}', { distance: distanceText(one.mileage), day: dayText(one.day) })
    : ''

const SHOWN = 8

/** First entries of the import, as the log would show them. */
function PlannedRows({ rows }: { rows: readonly Planned[] }) {
  if (rows.length === 0) return null
  return (
    <div>
      <h3>{t('As it would be stored')}</h3>
      <ul className={styles.rows} aria-label={t('As it would be stored')}>
        {rows.slice(0, SHOWN).map((entry) => (
          <li key={`${entry.row} ${entry.task}`}>
            <EntryWords
              entry={entry}
              more={[
                hasInterval(entry) && t('due every {interval}', { interval: intervalText(entry) }),
                entry.vehicle && vehicleTitle(entry.vehicle),
              ]}
            />
          </li>
        ))}
      </ul>
      {rows.length > SHOWN && (
        <p className="muted small num">
          {many(rows.length - SHOWN, 'And {count} more.', 'And {count} more.')}
        </p>
      )}
    </div>
  )
}
