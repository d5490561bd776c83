import { useState } from 'react'

import type { VehicleLog } from '#shared/kinds/maintenance.ts'

import { dueCalendar } from '#shared/kinds/dueCalendar.ts'
import { dayOf } from '#shared/kinds/maintenance.ts'
import { links } from '#shared/links.ts'
import { counted } from '#shared/text/counted.ts'
import { useAccount } from '../../device/account.ts'
import { useMeasures } from '../../show/measures.ts'
import { Button } from '../../ui/Button.tsx'
import { Field } from '../../ui/Field.tsx'
import { DownloadIcon } from '../../ui/icons.tsx'
import { saveFile } from '../../ui/saveFile.ts'
import { useNow } from '../../ui/useNow.ts'
import { CalendarFeed } from './CalendarFeed.tsx'
import styles from './elsewhere.module.css'
import { exportFor, TARGETS, type Target } from './exportFor.ts'

interface MoreWaysProps {
  logs: readonly VehicleLog[]
  shown: VehicleLog
}

/** The log for other apps, and what is due for calendars. */
export function MoreWays({ logs, shown }: MoreWaysProps) {
  const account = useAccount()
  return (
    <>
      <ForOtherApps shown={shown} />
      <section className={`card ${styles.card}`} aria-labelledby="calendar">
        <h2 id="calendar">What is due, as a calendar</h2>
        <CalendarFile logs={logs} />
        {account && !account.isExpired ? (
          <CalendarFeed key={account.id} />
        ) : (
          <p className="muted">
            With an account, a calendar program reads it by a private address, and stays up to date.
          </p>
        )}
      </section>
    </>
  )
}

function ForOtherApps({ shown }: { shown: VehicleLog }) {
  const [target, setTarget] = useState<Target>('lubelogger-services')
  const { distance } = useMeasures()
  const { text, count, left } = exportFor(shown, distance, target)
  return (
    <section className={`card ${styles.card}`} aria-labelledby="for-apps">
      <h2 id="for-apps">For another app</h2>
      <p className="muted">
        The log of {shown.title}, as that app imports it. Such a file has one unit of distance and
        one of fuel.
      </p>
      <div className={styles.choice}>
        <Field label="For">
          {(control) => (
            <select
              {...control}
              className={styles.select}
              value={target}
              onChange={({ target: { value } }) =>
                setTarget(TARGETS.find((one) => one.value === value)?.value ?? target)
              }
            >
              {TARGETS.map(({ value, name }) => (
                <option key={value} value={value}>
                  {name}
                </option>
              ))}
            </select>
          )}
        </Field>
        <Button
          aria-disabled={count === 0}
          onClick={() => count > 0 && saveFile(text, `${target}.csv`, 'text/csv')}
        >
          <DownloadIcon />
          Save file
        </Button>
      </div>
      <p className="muted small" role="status">
        {count === 0 ? 'The log has nothing of that kind.' : `${counted(count, 'row')}.`}
        {left > 0 && ` ${counted(left, 'fill-up')} in another unit would be left out.`}
      </p>
    </section>
  )
}

function CalendarFile({ logs }: Pick<MoreWaysProps, 'logs'>) {
  const addressOf = (entryId: string) => location.origin + links.logAt(entryId)
  const { text, count, left } = dueCalendar(logs, dayOf(useNow()), addressOf)
  return (
    <>
      <p className="muted">
        {count === 0 ? 'No service is due on a day yet. ' : `${counted(count, 'service')}. `}
        Jobs that are due by distance stand where your mileages lead to
        {left > 0 && `; of ${left} they do not tell a day`}.
      </p>
      <div>
        <Button
          aria-disabled={count === 0}
          onClick={() => count > 0 && saveFile(text, 'services-due.ics', 'text/calendar')}
        >
          <DownloadIcon />
          Save calendar file
        </Button>
      </div>
    </>
  )
}
