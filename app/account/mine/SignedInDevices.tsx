import type { SignedInDevice } from '#shared/account.ts'

import { useState } from 'react'

import { callApi } from '../../api/api.ts'
import { Badge } from '../../ui/Badge.tsx'
import { Button } from '../../ui/Button.tsx'
import { DevicesIcon, LaptopIcon, PhoneIcon } from '../../ui/icons.tsx'
import { LazyAlert } from '../../ui/LazyAlert.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { ago, dayAndTime } from '../../ui/time.ts'
import { toast } from '../../ui/toast.ts'
import { useNow } from '../../ui/useNow.ts'
import styles from '../account.module.css'
import { CardRow, Section } from './CardRow.tsx'
import { FormResult } from '../FormParts.tsx'
import { useAction } from '../useAction.ts'
import { useServerData } from '../useServerData.ts'

const FAILED = 'The device could not be signed out. Please try again.'

async function readDevices(): Promise<SignedInDevice[]> {
  return (await callApi('GET', '/api/auth/sessions')) as unknown as SignedInDevice[]
}

/** Where else this account is signed in. */
export function SignedInDevices({ accountId }: { accountId: string }) {
  const {
    data: devices,
    error,
    reload,
    change,
  } = useServerData(`devices:${accountId}`, readDevices)
  const [isAsking, setAsking] = useState(false)
  // Each by itself: while one device is being signed out, the others can be as well.
  const one = useAction(FAILED)
  const all = useAction(FAILED)
  const failure = one.failure || all.failure
  const now = useNow()

  async function handleSignOut(device: SignedInDevice) {
    const isDone = await one.run(() => callApi('DELETE', `/api/auth/sessions/${device.id}`))
    if (!isDone) return
    change((devices ?? []).filter(({ id }) => id !== device.id))
    toast({ title: 'Signed out', text: `${nameOf(device, now)}, has to sign in again.` })
  }

  async function handleSignOutOthers() {
    if (all.isBusy) return
    const isDone = await all.run(() => callApi('POST', '/api/auth/sessions/revoke-others'))
    setAsking(false)
    if (!isDone) return
    change((devices ?? []).filter(({ isCurrent }) => isCurrent))
    toast({ title: 'Signed out', text: 'Your other devices have to sign in again.' })
  }

  const hasOthers = devices?.some(({ isCurrent }) => !isCurrent) === true
  if (!devices && !error) {
    return (
      <section>
        <h2 className={styles.sectionTitle}>Signed-in devices</h2>
        <Skeleton label="Loading devices..." rows={2} />
      </section>
    )
  }
  return (
    <Section title="Signed-in devices">
      {!devices && (
        <CardRow
          icon={<DevicesIcon />}
          title="Failed to load devices"
          text="The server did not answer."
          action={<Button onClick={reload}>Try again</Button>}
        />
      )}
      <ul>
        {thisFirst(devices ?? []).map((device) => (
          <li key={device.id} className={styles.listed}>
            <CardRow
              icon={/android|iphone|ipad|ios/i.test(device.label) ? <PhoneIcon /> : <LaptopIcon />}
              title={
                <>
                  {device.label}
                  {device.isCurrent && <Badge tone="ok">This device</Badge>}
                </>
              }
              text={`Signed in ${begun(device, now)} · ${
                device.isCurrent
                  ? 'in use now'
                  : `last used ${ago(Date.parse(device.lastSeenAt), now)}`
              }`}
              action={
                !device.isCurrent && (
                  <Button
                    aria-label={`Sign out ${nameOf(device, now)}`}
                    aria-disabled={one.isBusy}
                    onClick={() => void handleSignOut(device)}
                  >
                    Sign out
                  </Button>
                )
              }
            />
          </li>
        ))}
      </ul>
      {(hasOthers || failure !== '') && (
        <div className={`${styles.inner} ${styles.lone} ${styles.text}`}>
          <FormResult text={failure} />
          {hasOthers && <Button onClick={() => setAsking(true)}>Sign out the others</Button>}
        </div>
      )}
      <LazyAlert
        isOpen={isAsking}
        onCancel={() => setAsking(false)}
        title="Sign out all other devices?"
        actions={
          <Button
            variant="primary"
            aria-disabled={all.isBusy}
            onClick={() => void handleSignOutOthers()}
          >
            {all.isBusy ? 'Signing out...' : 'Sign out the others'}
          </Button>
        }
      >
        <p>
          They have to sign in again. What waits on them unsent stays there until they do. This
          device stays signed in.
        </p>
      </LazyAlert>
    </Section>
  )
}

const begun = ({ createdAt }: SignedInDevice, now: number) => dayAndTime(Date.parse(createdAt), now)

/** One browser may be signed in more than once: when it began tells one from the other. */
const nameOf = (device: SignedInDevice, now: number) =>
  `${device.label}, signed in ${begun(device, now)}`

const thisFirst = (devices: readonly SignedInDevice[]) =>
  devices.toSorted((a, b) => Number(b.isCurrent) - Number(a.isCurrent))
