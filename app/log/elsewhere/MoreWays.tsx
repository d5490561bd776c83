import { useState } from 'react'

import { dueCalendar } from '#shared/kinds/dueCalendar.ts'
import { type VehicleLog, dayOf } from '#shared/kinds/maintenance.ts'
import { links } from '#shared/links.ts'
import { many, t, worded } from '#shared/words/words.ts'
import { T } from '../../ui/words/T.tsx'
import { useAccount } from '../../data/device/account.ts'
import { useMeasures } from '../../show/measures.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { Chosen } from '../../forms/Chosen.tsx'
import { DownloadIcon } from '../../ui/blocks/icons.tsx'
import { saveFile } from '../../ui/browser/saveFile.ts'
import { useNow } from '../../ui/browser/useNow.ts'
import { CalendarFeed } from './CalendarFeed.tsx'
import styles from './elsewhere.module.css'
import { exportFor, TARGETS, type Target } from './exportFor.ts'

interface MoreWaysProps {
  logs: readonly VehicleLog[]
  shown: VehicleLog
}

/** Exports of the log, and the calendar of due jobs. */
export function MoreWays({ logs, shown }: MoreWaysProps) {
  const account = useAccount()
  return (
    <>
      <ForOtherApps shown={shown} />
      <section className="card stack roomy pad breaks" aria-labelledby="calendar">
        <h2 id="calendar">{t('What is due, as a calendar')}</h2>
        <CalendarFile logs={logs} />
        {account && !account.isExpired ? (
          <CalendarFeed key={account.id} />
        ) : (
          <p className="muted">
            <T text="With an account, a calendar program reads it by a private address, and stays up to date." />
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
    <section className="card stack roomy pad breaks" aria-labelledby="for-apps">
      <h2 id="for-apps">{t('For another app')}</h2>
      <p className="muted">
        {t(
          'The log of {title}, as that app imports it. Such a file has one unit of distance and one of fuel.',
          { title: shown.title },
        )}
      </p>
      <div className={`wrap ${styles.choice}`}>
        <Chosen
          label={t('For')}
          choices={TARGETS.map(({ value, name }) => [value, worded(name)])}
          chosen={target}
          onChoose={setTarget}
        />
        <Button
          aria-disabled={count === 0}
          onClick={() => count > 0 && saveFile(text, `${target}.csv`, 'text/csv')}
        >
          <DownloadIcon />
          {t('Save file')}
        </Button>
      </div>
      <p className="muted small" role="status">
        {count === 0
          ? t('The log has nothing of that kind.')
          : many(count, '{count} row.', '{count} rows.')}
        {left > 0 &&
          ` ${many(
            left,
            '{count} fill-up in another unit would be left out.',
            '{count} fill-ups in another unit would be left out.',
          )}`}
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
        {count === 0
          ? t('No service is due on a day yet.')
          : many(count, '{count} service.', '{count} services.')}{' '}
        {left === 0
          ? t('Jobs that are due by distance stand where your mileages lead to.')
          : many(
              left,
              'Jobs that are due by distance stand where your mileages lead to; of {count} they do not tell a day.',
              'Jobs that are due by distance stand where your mileages lead to; of {count} they do not tell a day.',
            )}
      </p>
      <div>
        <Button
          aria-disabled={count === 0}
          onClick={() => count > 0 && saveFile(text, 'services-due.ics', 'text/calendar')}
        >
          <DownloadIcon />
          {t('Save calendar file')}
        </Button>
      </div>
    </>
  )
}
