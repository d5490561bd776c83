import type { Announcement } from '#shared/admin/status.ts'

import { MAX_ANNOUNCEMENT } from '#shared/admin/announced.ts'
import { later, say, t } from '#shared/words/words.ts'
import { Badge } from '../../ui/blocks/Badge.tsx'
import { useNow } from '../../ui/browser/useNow.ts'
import styles from '../../forms/forms.module.css'
import { ActButtons, useActs } from '../desk/acts.tsx'
import { post } from '../desk/adminData.ts'
import { AdminForm } from '../desk/AdminForm.tsx'

type Announced = Record<'from' | 'until', string | null> & { text: string }
const announce = (announced: Announced) => post(['announcement'], announced)

const NOT_CHANGED = later('The announcement could not be changed.')

/** Announcement shown on all devices below the header. */
export function StatusAnnouncement({
  announcement,
  onChanged,
}: {
  announcement: Announcement | null
  onChanged: () => void
}) {
  const now = useNow()
  const acts = useActs(onChanged, say(NOT_CHANGED))
  return (
    <AdminForm
      aria-labelledby="announcement"
      isCard
      hasColumns
      initial={{
        text: announcement?.text ?? '',
        from: fieldOf(announcement?.from),
        until: fieldOf(announcement?.until),
      }}
      fields={({ from }) => ({
        text: {
          kind: 'area',
          label: t('Text'),
          hint: t('Below the header of all devices, until somebody closes it there.'),
          missing: t('Text is required'),
          max: MAX_ANNOUNCEMENT,
        },
        from: { label: t('From'), isOptional: true, input: { type: 'datetime-local' } },
        until: {
          label: t('Until'),
          isOptional: true,
          problemOf: (until) =>
            until !== '' && Date.parse(until) <= (from === '' ? now : Date.parse(from))
              ? t('This has to be later than its beginning')
              : '',
          input: { type: 'datetime-local' },
        },
      })}
      submit={[announcement ? t('Announce anew') : t('Announce')]}
      failed={NOT_CHANGED}
      said={{ title: t('Announced'), text: t('Devices show it within a minute.') }}
      send={({ text, from, until }) =>
        announce({ text: text.trim(), from: timeOf(from), until: timeOf(until) })
      }
      onDone={onChanged}
      buttons={
        announcement && (
          <ActButtons
            of={acts}
            acts={[
              {
                name: t('Take it back'),
                call: () => announce({ text: '', from: null, until: null }),
                said: { title: t('Announcement taken back') },
              },
            ]}
          />
        )
      }
    >
      <div className={styles.rowTitle}>
        <h2 id="announcement">{t('Announcement')}</h2>
        {announcement && <State of={announcement} now={now} />}
      </div>
      {acts.result}
    </AdminForm>
  )
}

function State({ of: { from, until }, now }: { of: Announcement; now: number }) {
  if (from !== null && from > now) return <Badge tone="wait">{t('Not yet shown')}</Badge>
  if (until !== null && until <= now) return <Badge>{t('Over')}</Badge>
  return <Badge tone="ok">{t('Shown')}</Badge>
}

/** Value of a datetime field, in local time. */
function fieldOf(ms: number | null | undefined): string {
  if (ms === null || ms === undefined) return ''
  const zoneMs = new Date(ms).getTimezoneOffset() * 60_000
  return new Date(ms - zoneMs).toISOString().slice(0, 16)
}

const timeOf = (field: string): string | null =>
  field === '' ? null : new Date(field).toISOString()
