import type { ReactNode } from 'react'

import { useRef, useState } from 'react'

import type { Json } from '#shared/sync/cells.ts'
import type { NoticeKind, NoticesAnswer, NoticeSettings } from '#shared/notifications.ts'
import type { Account } from '../../device/account.ts'

import { callApi } from '../../api/api.ts'
import { Button } from '../../ui/Button.tsx'
import { HistoryIcon, MailIcon, RefreshIcon } from '../../ui/icons.tsx'
import { Input } from '../../ui/Input.tsx'
import { Segments } from '../../ui/Segments.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import styles from './Notifications.module.css'
import { CardRow, Section } from './CardRow.tsx'
import { FormResult } from '../FormParts.tsx'
import { PushRow } from './PushRow.tsx'
import { useServerData } from '../useServerData.ts'

const FAILED = 'This was not saved. Please try again.'
const MODES = [
  { value: 'off', name: 'Off' },
  { value: 'daily', name: 'Daily' },
  { value: 'now', name: 'At once' },
] as const
const ON_OFF = [
  { value: 'on', name: 'On' },
  { value: 'off', name: 'Off' },
] as const
const KINDS: [NoticeKind, title: string, text: string][] = [
  ['price', 'Watched prices and baskets', 'At or below what you wait for'],
  ['stock', 'Back in stock', 'Parts that you wait for'],
  ['comment', 'Comments', 'By others, on your kits'],
  ['service', 'Services', 'Due soon, and overdue, by your maintenance log'],
  ['hidden', 'Hidden kits', 'Yours, and comments, when an administrator takes one from sight'],
]

const readNotices = async () =>
  (await callApi('GET', '/api/notifications')) as unknown as NoticesAnswer

/** What the account tells while Wrenchlist is closed: what, how and when. */
export function Notifications({ account }: { account: Account }) {
  const { data, error, reload, change } = useServerData(`notices:${account.id}`, readNotices)
  if (!data) {
    return (
      <Section title="Notifications" name="notifications">
        {error ? (
          <CardRow
            icon={<RefreshIcon />}
            title="Failed to load notifications"
            text="The server did not answer."
            action={<Button onClick={reload}>Try again</Button>}
          />
        ) : (
          <Skeleton label="Loading notifications..." rows={4} />
        )}
      </Section>
    )
  }
  return <Chosen account={account} data={data} change={change} />
}

function Chosen({
  account,
  data,
  change,
}: {
  account: Account
  data: NoticesAnswer
  change: (data: NoticesAnswer) => void
}) {
  const [failure, setFailure] = useState('')
  const [settings, setSettings] = useState(data.settings)
  const saving = useRef({ last: Promise.resolve(), stored: data.settings })
  const { kinds, mail, dailyAt, quiet, zone } = settings
  const canMail = account.emailVerified

  /** Shown at once, and sent one after the other; what could not be stored is shown as it was. */
  function choose(changes: Partial<NoticeSettings>) {
    const next = { ...settings, ...changes }
    setSettings(next)
    setFailure('')
    const { current } = saving
    current.last = current.last
      .then(() => callApi('POST', '/api/notifications', next as unknown as Json))
      .then(
        () => void (current.stored = next),
        () => {
          setSettings(current.stored)
          setFailure(FAILED)
        },
      )
  }

  return (
    <Section title="Notifications" name="notifications">
      <CardRow
        icon={<MailIcon />}
        title="By mail"
        text={
          canMail
            ? `To ${account.email}. Every mail has a way out.`
            : 'Your address is not confirmed yet: until it is, no mail is sent.'
        }
        action={
          <Segments
            label="By mail"
            choices={ON_OFF}
            chosen={mail ? 'on' : 'off'}
            onChoose={(value) => choose({ mail: value === 'on' })}
          />
        }
      />
      <PushRow data={data} onChange={change} />
      {!(mail && canMail) && data.devices.length === 0 && (
        <p className={`small ${styles.note}`} role="status">
          <b>Nothing reaches you with Wrenchlist closed.</b> Turn on mail, or this device.
        </p>
      )}
      {KINDS.map(([kind, title, text]) => (
        <CardRow
          key={kind}
          icon={null}
          title={title}
          text={text}
          action={
            <Segments
              label={title}
              choices={MODES}
              chosen={kinds[kind]}
              onChoose={(mode) => choose({ kinds: { ...kinds, [kind]: mode } })}
            />
          }
        />
      ))}
      <CardRow
        icon={<HistoryIcon />}
        title="Daily at"
        text={<Zone zone={zone} onChange={(next) => choose({ zone: next })} />}
        action={
          <div className={styles.times}>
            <Time
              label="Daily at"
              minute={dailyAt}
              onChange={(minute) => choose({ dailyAt: minute })}
            />
          </div>
        }
      />
      <CardRow
        icon={null}
        title="Quiet hours"
        text="What happens then is told when they end"
        action={
          <div className={styles.times}>
            <Segments
              label="Quiet hours"
              choices={ON_OFF}
              chosen={quiet ? 'on' : 'off'}
              onChoose={(value) => choose({ quiet: value === 'on' ? USUAL : null })}
            />
            {quiet && (
              <>
                <Time
                  label="Quiet from"
                  minute={quiet.from}
                  onChange={(from) => choose({ quiet: { ...quiet, from } })}
                />
                <span aria-hidden="true">to</span>
                <Time
                  label="Quiet to"
                  minute={quiet.to}
                  onChange={(to) => choose({ quiet: { ...quiet, to } })}
                />
              </>
            )}
          </div>
        }
      />
      {failure && (
        <div className={styles.note}>
          <FormResult text={failure} />
        </div>
      )}
    </Section>
  )
}

const USUAL = { from: 22 * 60, to: 7 * 60 }

const two = (count: number) => String(count).padStart(2, '0')

/** A time of day. What is typed by halves is no time yet, and changes nothing. */
function Time({
  label,
  minute,
  onChange,
}: {
  label: string
  minute: number
  onChange: (minute: number) => void
}): ReactNode {
  const value = `${two(Math.floor(minute / 60))}:${two(minute % 60)}`
  return (
    <Input
      key={value}
      type="time"
      aria-label={label}
      defaultValue={value}
      onBlur={({ target }) => {
        const [, hours, minutes] = /^(\d\d):(\d\d)/.exec(target.value) ?? []
        if (hours === undefined) target.value = value
        else if (target.value !== value) onChange(Number(hours) * 60 + Number(minutes))
      }}
    />
  )
}

/** Whose clock that is, and the way to the one of this device. */
function Zone({ zone, onChange }: { zone: string; onChange: (zone: string) => void }): ReactNode {
  const here = Intl.DateTimeFormat().resolvedOptions().timeZone
  return (
    <>
      <p>By the clock of {zone.replaceAll('_', ' ')}</p>
      {here && here !== zone && (
        <Button size="s" onClick={() => onChange(here)}>
          Use {here.replaceAll('_', ' ')}
        </Button>
      )}
    </>
  )
}
