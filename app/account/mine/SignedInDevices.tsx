import * as z from 'zod/mini'

import { signedInDevice, type SignedInDevice } from '#shared/account.ts'
import { later, say, t } from '#shared/words/words.ts'
import { T } from '../../ui/words/T.tsx'

import { useState } from 'react'

import { askApi, callApi } from '../../data/api/api.ts'
import { Badge } from '../../ui/blocks/Badge.tsx'
import { Button } from '../../ui/controls/Button.tsx'
import { DevicesIcon, LaptopIcon, PhoneIcon } from '../../ui/blocks/icons.tsx'
import { LazyAlert } from '../../ui/layers/LazyAlert.tsx'
import { ago, dayAndTime, wholeTime } from '../../ui/text/time.ts'
import { toast } from '../../ui/browser/toast.ts'
import { useNow } from '../../ui/browser/useNow.ts'
import styles from '../../forms/forms.module.css'
import { CardRow, Section, Unsaid } from '../../forms/CardRow.tsx'
import { FormResult } from '../../forms/FormParts.tsx'
import { useAction } from '../../forms/useAction.ts'
import { useServerData } from '../../forms/useServerData.ts'

const FAILED = later('The device could not be signed out. Please try again.')

const readDevices = () => askApi(z.array(signedInDevice), 'GET', '/api/auth/sessions')

/** Where else this account is signed in. */
export function SignedInDevices() {
  const from = useServerData('devices', readDevices)
  const { data: devices, change } = from
  const [isAsking, setAsking] = useState(false)
  // One per session: several can be signed out at once.
  const { run, isBusy, failure } = useAction(say(FAILED))
  const now = useNow()

  async function handleSignOutOthers() {
    if (isBusy) return
    const isDone = await run(() => callApi('POST', '/api/auth/sessions/revoke-others'))
    setAsking(false)
    if (!isDone) return
    change((devices ?? []).filter(({ isCurrent }) => isCurrent))
    toast({ title: t('Signed out'), text: t('Your other devices have to sign in again.') })
  }

  const hasOthers = devices?.some(({ isCurrent }) => !isCurrent) === true
  return (
    <Section title={t('Signed-in devices')} name="devices">
      {!devices && (
        <Unsaid
          from={from}
          icon={<DevicesIcon />}
          loading={t('Loading devices...')}
          failed={t('Failed to load devices')}
        />
      )}
      <ul>
        {thisFirst(devices ?? []).map((device) => (
          <DeviceRow
            key={device.id}
            device={device}
            begun={begun(device, devices ?? [], now)}
            now={now}
            onSignedOut={() => change((devices ?? []).filter(({ id }) => id !== device.id))}
          />
        ))}
      </ul>
      {(hasOthers || failure !== '') && (
        <div className={`${styles.inner} ${styles.lone} ${styles.text}`}>
          <FormResult text={failure} />
          {hasOthers && <Button onClick={() => setAsking(true)}>{t('Sign out the others')}</Button>}
        </div>
      )}
      <LazyAlert
        isOpen={isAsking}
        onCancel={() => setAsking(false)}
        title={t('Sign out all other devices?')}
        actions={
          <Button
            variant="primary"
            aria-disabled={isBusy}
            onClick={() => void handleSignOutOthers()}
          >
            {isBusy ? t('Signing out...') : t('Sign out the others')}
          </Button>
        }
      >
        <p>
          <T text="They have to sign in again. What waits on them unsent stays there until they do. This device stays signed in." />
        </p>
      </LazyAlert>
    </Section>
  )
}

function DeviceRow({
  device: { id, label, lastSeenAt, isCurrent },
  begun,
  now,
  onSignedOut,
}: {
  device: SignedInDevice
  /** "today at 14:06" */
  begun: string
  now: number
  onSignedOut: () => void
}) {
  const { run, isBusy, failure } = useAction(say(FAILED))
  const device = deviceWords(label)
  const name = t('{device}, signed in {begun}', { device, begun })
  const text = isCurrent
    ? t('Signed in {begun}, in use now', { begun })
    : t('Signed in {begun}, last used {time}', { begun, time: ago(Date.parse(lastSeenAt), now) })

  async function handleSignOut() {
    const isDone = await run(() => callApi('DELETE', `/api/auth/sessions/${id}`))
    if (!isDone) return
    onSignedOut()
    toast({ title: t('Signed out'), text: t('{name}, has to sign in again.', { name }) })
  }

  return (
    <li className={styles.listed}>
      <CardRow
        icon={/android|iphone|ipad|ios/i.test(label) ? <PhoneIcon /> : <LaptopIcon />}
        title={
          <>
            {device}
            {isCurrent && <Badge tone="ok">{t('This device')}</Badge>}
          </>
        }
        text={text}
        action={
          !isCurrent && (
            <Button
              aria-label={t('Sign out {name}', { name })}
              aria-disabled={isBusy}
              onClick={() => void handleSignOut()}
            >
              {t('Sign out')}
            </Button>
          )
        }
      />
      {failure !== '' && (
        <div className={styles.inner}>
          <FormResult text={failure} />
        </div>
      )}
    </li>
  )
}

/** "Chrome on Linux": stored in English. */
function deviceWords(label: string): string {
  const [browser = '', system] = label.split(' on ')
  if (system) return t('{browser} on {system}', { browser, system })
  return label === 'Unknown device' ? t('Unknown device') : label
}

/** Start time of a session, to the second where two of the same browser differ only by that. */
function begun(device: SignedInDevice, all: readonly SignedInDevice[], now: number): string {
  const said = (one: SignedInDevice) => dayAndTime(Date.parse(one.createdAt), now)
  const isSame = (one: SignedInDevice) => one.label === device.label && said(one) === said(device)
  return all.filter(isSame).length > 1
    ? t('on {day}', { day: wholeTime(Date.parse(device.createdAt)) })
    : said(device)
}

const thisFirst = (devices: readonly SignedInDevice[]) =>
  devices.toSorted((a, b) => Number(b.isCurrent) - Number(a.isCurrent))
