import type { ReactNode } from 'react'

import { useEffect, useRef, useState } from 'react'

import type { Json } from '#shared/sync/cells.ts'
import type { NoticeKind, NoticesAnswer, NoticeSettings } from '#shared/notifications.ts'
import { type Later, later, say, t } from '#shared/words/words.ts'
import { T } from '../../ui/words/T.tsx'
import type { Account } from '../../device/account.ts'

import { callApi } from '../../api/api.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { HistoryIcon, MailIcon, RefreshIcon } from '../../ui/blocks/icons.tsx'
import { Input } from '../../ui/controls/Input.tsx'
import { Segments } from '../../ui/controls/Segments.tsx'
import { Skeleton } from '../../ui/blocks/Skeleton.tsx'
import styles from './Notifications.module.css'
import { CardRow, Section } from './CardRow.tsx'
import { FormResult } from '../FormParts.tsx'
import { PushRow } from './PushRow.tsx'
import { useServerData } from '../useServerData.ts'

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

const readNotices = async () =>
  (await callApi('GET', '/api/notifications')) as unknown as NoticesAnswer

/** What the account tells while Wrenchlist is closed: what, how and when. */
export function Notifications({ account }: { account: Account }) {
  const { data, error, reload, change } = useServerData(`notices:${account.id}`, readNotices)
  if (!data) {
    return (
      <Section title={t('Notifications')} name="notifications">
        {error ? (
          <CardRow
            icon={<RefreshIcon />}
            title={t('Failed to load notifications')}
            text={t('The server did not answer.')}
            action={<Button onClick={reload}>{t('Try again')}</Button>}
          />
        ) : (
          <Skeleton label={t('Loading notifications...')} rows={4} />
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
  const saving = useRef({ last: Promise.resolve(), stored: data.settings, waiting: 0 })
  const { kinds, mail, dailyAt, quiet, zone } = settings
  const canMail = account.emailVerified

  // The last answer stood there first; the next one holds, unless a choice is on its way.
  useEffect(() => {
    const { current } = saving
    current.stored = data.settings
    if (current.waiting === 0) setSettings(data.settings)
  }, [data.settings])

  /** Shown at once, and sent one after the other; what could not be stored is shown as it was. */
  function choose(changes: Partial<NoticeSettings>) {
    const next = { ...settings, ...changes }
    setSettings(next)
    setFailure('')
    const { current } = saving
    current.waiting++
    current.last = current.last
      .then(() => callApi('POST', '/api/notifications', next as unknown as Json))
      .then(
        (answer) => {
          current.waiting--
          current.stored = next
          // Who comes back to this screen finds it.
          change(answer as unknown as NoticesAnswer)
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
      <CardRow
        icon={<MailIcon />}
        title={t('By mail')}
        text={
          canMail
            ? t('To {email}. Every mail has a way out.', { email: account.email })
            : t('Your address is not confirmed yet: until it is, no mail is sent.')
        }
        action={
          <Segments
            label={t('By mail')}
            choices={ON_OFF}
            chosen={mail ? 'on' : 'off'}
            onChoose={(value) => choose({ mail: value === 'on' })}
          />
        }
      />
      <PushRow data={data} onChange={change} />
      {!(mail && canMail) && data.devices.length === 0 && (
        <p className={`small ${styles.note}`} role="status">
          <T
            text="<b>Nothing reaches you with Wrenchlist closed.</b> Turn on mail, or this device."
            b={(text) => <b>{text}</b>}
          />
        </p>
      )}
      {KINDS.map(([kind, title, text]) => (
        <CardRow
          key={kind}
          icon={null}
          title={say(title)}
          text={say(text)}
          action={
            <Segments
              label={say(title)}
              choices={MODES}
              chosen={kinds[kind]}
              onChoose={(mode) => choose({ kinds: { ...kinds, [kind]: mode } })}
            />
          }
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
      <p>{t('By the clock of {zone}', { zone: zone.replaceAll('_', ' ') })}</p>
      {here && here !== zone && (
        <Button size="s" onClick={() => onChange(here)}>
          {t('Use {here}', { here: here.replaceAll('_', ' ') })}
        </Button>
      )}
    </>
  )
}
