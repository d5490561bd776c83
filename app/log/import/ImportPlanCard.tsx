import { useEffect, useMemo, useRef, useState } from 'react'

import type { LogEntry } from '#shared/kinds/maintenance.ts'
import type { EntryVehicle } from '../entryForm.ts'
import type { LogFile } from './logFile.ts'
import type { CarChoices } from './planImport.ts'

import { counted } from '#shared/text/counted.ts'
import { quoted } from '#shared/text/quoted.ts'
import { Button } from '../../ui/Button.tsx'
import { Checkbox } from '../../ui/Checkbox.tsx'
import { toast } from '../../ui/toast.ts'
import { VehicleField } from '../VehicleField.tsx'
import { ColumnRoles } from './ColumnRoles.tsx'
import { guessCar } from './guessCars.ts'
import styles from './import.module.css'
import { carsOf, entriesOfFile } from './logFile.ts'
import { PlannedRows } from './PlannedRows.tsx'
import { planImport } from './planImport.ts'
import { ReadingChoices } from './ReadingChoices.tsx'
import { storeEntries } from './storeEntries.ts'

const PROBLEMS_SHOWN = 10

interface ImportPlanCardProps {
  file: LogFile
  note: string | null
  log: readonly LogEntry[]
  own: readonly EntryVehicle[]
  onDone: (ids: string[]) => void
  onClose: () => void
}

/** What a file would become, before anything of it is stored. */
export function ImportPlanCard(props: ImportPlanCardProps) {
  const { note, log, own, onDone, onClose } = props
  const [file, setFile] = useState(props.file)
  // What the person said of cars; of the others it is guessed.
  const [said, setSaid] = useState<CarChoices>(new Map())
  const [isAgain, setAgain] = useState(false)
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
  // Two cars without a name would be one.
  const open = names.length > 1 ? names.filter((name) => cars.get(name) === NOT_SAID) : []
  const isBlocked = done !== null || open.length > 0 || plan.fresh.length === 0

  async function handleImport() {
    if (isBlocked) return
    setDone(0)
    try {
      onDone(await storeEntries(plan.fresh, setDone))
    } catch {
      setDone(null)
      toast({ title: 'This device could not store it', tone: 'error' })
    }
  }

  const say = (name: string, car: EntryVehicle | null) => setSaid(new Map(said).set(name, car))
  return (
    <section className={`card ${styles.plan}`} aria-labelledby="import-found">
      <h2 id="import-found" ref={heading} tabIndex={-1}>
        {file.app && `${file.app}: `}
        {entriesWords(entries.length)}
      </h2>
      {note && <p className={styles.note}>{note}</p>}
      <ReadingChoices file={file} onChange={(reading) => setFile({ ...file, reading })} />
      {[...cars].map(([name, car]) => (
        <div key={name} className={styles.car}>
          {names.length > 1 && (
            <p>
              <b>{name || 'Without a vehicle'}</b>{' '}
              <span className="muted small num">
                {entriesWords(entries.filter((entry) => entry.car === name).length)}
              </span>
            </p>
          )}
          {names.length === 1 && name !== '' && <p>The file calls its car {quoted(name)}.</p>}
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
              Leave these out
            </Checkbox>
          )}
        </div>
      ))}
      {plan.known.length > 0 && (
        <div className={styles.note}>
          <p>
            {counted(plan.known.length, 'row')} {plan.known.length === 1 ? 'is' : 'are'} in the log
            already, or twice in the file: the same day, mileage, and cost or fuel.
          </p>
          <Checkbox checked={isAgain} onChange={({ target }) => setAgain(target.checked)}>
            Import them all the same
          </Checkbox>
        </div>
      )}
      {plan.over > 0 && (
        <p className={styles.note}>
          The log has no room for {counted(plan.over, 'row')} of them: these would be left out.
        </p>
      )}
      {problems.length > 0 && (
        <div className={styles.note} role="note">
          <p>{counted(problems.length, 'value')} cannot be kept:</p>
          <ul>
            {problems.slice(0, PROBLEMS_SHOWN).map(({ row, text }) => (
              <li key={`${row} ${text}`}>
                Row {row}: {text}
              </li>
            ))}
          </ul>
          {problems.length > PROBLEMS_SHOWN && <p>And {problems.length - PROBLEMS_SHOWN} more.</p>}
        </div>
      )}
      <PlannedRows rows={plan.fresh} />
      <ColumnRoles file={file} onChange={(tables) => setFile({ ...file, tables })} />
      {open.length > 0 && (
        <p className="muted">
          Say which vehicle {open.map((name) => quoted(name)).join(' and ')} is.
        </p>
      )}
      <div className="row wrap">
        <Button
          variant="primary"
          size="l"
          aria-disabled={isBlocked}
          onClick={() => void handleImport()}
        >
          {done === null
            ? buttonText(plan.fresh.length)
            : `Storing ${done.toLocaleString('en-US')} of ${plan.fresh.length.toLocaleString('en-US')}...`}
        </Button>
        <Button size="l" aria-disabled={done !== null} onClick={() => done === null && onClose()}>
          Cancel
        </Button>
      </div>
    </section>
  )
}

/** A vehicle nobody named. */
const NOT_SAID: EntryVehicle = { vehicle: null, vin: '' }

const buttonText = (count: number) =>
  count === 0 ? 'Nothing to import' : `Import ${entriesWords(count)}`

const entriesWords = (count: number) =>
  `${count.toLocaleString('en-US')} ${count === 1 ? 'entry' : 'entries'}`
