import { type ReactNode, useEffect, useRef, useState } from 'react'

import {
  type NoticeKind,
  noticesAnswer,
  type NoticesAnswer,
  type NoticeSettings,
} from '#shared/notify/notifications.ts'
import { type Later, later, say, t } from '#shared/words/words.ts'
import { T } from '../../ui/words/T.tsx'
import type { Account } from '../../data/device/account.ts'

import { askApi } from '../../data/api/api.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { HistoryIcon, MailIcon, RefreshIcon } from '../../ui/blocks/icons.tsx'
import { Input } from '../../ui/controls/Input.tsx'
import { Segments } from '../../ui/controls/Segments.tsx'
import styles from './Notifications.module.css'
import { CardRow, Section, Unsaid } from '../../forms/CardRow.tsx'
import { SegmentsRow } from './SegmentsRow.tsx'
import { FormResult } from '../../forms/FormParts.tsx'
import { PushRow } from './PushRow.tsx'
import { useServerData } from '../../forms/useServerData.ts'

const FAILED = later('This was not saved. Please try again.')
const MODES = [
  { value: 'off', name: later('Off') },
  { value: 'daily', name: later('Daily') },
  { value: 'now', name: later('At once') },
] as const
const ON_OFF = [
  { value: 'on', name: later('On') },
  { value: 'off', name: later('Off') },
] as const
const KINDS: [NoticeKind, title: Later, text: Later][] = [
  ['price', later('Watched prices and baskets'), later('At or below what you wait for')],
  ['stock', later('Back in stock'), later('Parts that you wait for')],
  ['comment', later('Comments'), later('By others, on your kits')],
  ['service', later('Services'), later('Due soon, and overdue, by your maintenance log')],
  [
    'hidden',
    later('Hidden kits'),
    later('Yours, and comments, when an administrator takes one from sight'),
  ],
]

const PATH = '/api/notifications'
const readNotices = () => askApi(noticesAnswer, 'GET', PATH)

/** Notification settings: what, how and when. */
export function Notifications({ account }: { account: Account }) {
  const from = useServerData('notices', readNotices)
  const { data, change } = from
  if (data) return <Chosen account={account} data={data} change={change} />
  return (
    <Section title={t('Notifications')} name="notifications">
      <Unsaid
        from={from}
        icon={<RefreshIcon />}
        loading={t('Loading notifications...')}
        failed={t('Failed to load notifications')}
        rows={4}
      />
    </Section>
  )
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
  const saving = useRef({ last: Promise.resolve(), stored: data.settings, waiting: 0 })
  const { kinds, mail, dailyAt, quiet, zone } = settings
  const canMail = account.emailVerified

  // A newer answer replaces the cached one, unless a change is being saved.
  useEffect(() => {
    const { current } = saving
    current.stored = data.settings
    if (current.waiting === 0) setSettings(data.settings)
  }, [data.settings])

  /** Optimistic; saved in sequence, and reverted on failure. */
  function choose(changes: Partial<NoticeSettings>) {
    const next = { ...settings, ...changes }
    setSettings(next)
    setFailure('')
    const { current } = saving
    current.waiting++
    current.last = current.last
      .then(() => askApi(noticesAnswer, 'POST', PATH, next))
      .then(
        (answer) => {
          current.waiting--
          current.stored = next
          // Updates the cache for the next visit.
          change(answer)
        },
        () => {
          current.waiting--
          setSettings(current.stored)
          setFailure(say(FAILED))
        },
      )
  }

  return (
    <Section title={t('Notifications')} name="notifications">
      <SegmentsRow
        icon={<MailIcon />}
        title={t('By mail')}
        text={
          canMail
            ? t('To {email}. Every mail has a way out.', { email: account.email })
            : t('Your address is not confirmed yet: until it is, no mail is sent.')
        }
        choices={ON_OFF}
        chosen={mail ? 'on' : 'off'}
        onChoose={(value) => choose({ mail: value === 'on' })}
      />
      <PushRow data={data} onChange={change} />
      {!(mail && canMail) && data.devices.length === 0 && (
        <p className={`small ${styles.note}`} role="status">
          <T text="<b>Nothing reaches you with Wrenchlist closed.</b> Turn on mail, or this device." />
        </p>
      )}
      {KINDS.map(([kind, title, text]) => (
        <SegmentsRow
          key={kind}
          icon={null}
          title={say(title)}
          text={say(text)}
          choices={MODES}
          chosen={kinds[kind]}
          onChoose={(mode) => choose({ kinds: { ...kinds, [kind]: mode } })}
        />
      ))}
      <CardRow
        icon={<HistoryIcon />}
        title={t('Daily at')}
        text={<Zone zone={zone} onChange={(next) => choose({ zone: next })} />}
        action={
          <div className={styles.times}>
            <Time
              label={t('Daily at')}
              minute={dailyAt}
              onChange={(minute) => choose({ dailyAt: minute })}
            />
          </div>
        }
      />
      <CardRow
        icon={null}
        title={t('Quiet hours')}
        text={t('What happens then is told when they end')}
        action={
          <div className={styles.times}>
            <Segments
              label={t('Quiet hours')}
              choices={ON_OFF}
              chosen={quiet ? 'on' : 'off'}
              onChoose={(value) => choose({ quiet: value === 'on' ? USUAL : null })}
            />
            {quiet && (
              <>
                <Time
                  label={t('Quiet from')}
                  minute={quiet.from}
                  onChange={(from) => choose({ quiet: { ...quiet, from } })}
                />
                <span aria-hidden="true">{t('to')}</span>
                <Time
                  label={t('Quiet to')}
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

/** A time of day. Half-typed times change nothing. */
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

/** Time zone of the account, and the button to take this device's. */
function Zone({ zone, onChange }: { zone: string; onChange: (zone: string) => void }): ReactNode {
  const here = Intl.DateTimeFormat().resolvedOptions().timeZone
  return (
    <>
      <p>{t('By the clock of {zone}', { zone: zone.replaceAll('_', ' ') })}</p>
      {here && here !== zone && (
        <Button size="s" onClick={() => onChange(here)}>
          {t('Use {here}', { here: here.replaceAll('_', ' ') })}
        </Button>
      )}
    </>
  )
}
