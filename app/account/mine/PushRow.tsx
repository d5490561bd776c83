import { useEffect, useState } from 'react'

import { noticesAnswer, type NoticesAnswer } from '#shared/notify/notifications.ts'
import { t } from '#shared/words/words.ts'

import { askApi } from '../../data/api/api.ts'
import { shareSteps } from '../../data/hardware/installOffer.ts'
import { beginPush, endPush, pushWay, type PushWay } from '../../data/hardware/push.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { PhoneIcon } from '../../ui/blocks/icons.tsx'
import { toast } from '../../ui/browser/toast.ts'
import { CardRow } from '../../forms/CardRow.tsx'
import { FormResult } from '../../forms/FormParts.tsx'
import { useAction } from '../../forms/useAction.ts'

const TEXTS: Record<PushWay, () => string> = {
  on: () => t('Told on this device, also while Wrenchlist is closed'),
  off: () => t('Your browser asks you once you press'),
  denied: () =>
    t(
      'Blocked in this browser. Allow notifications for this site in its settings, then come back.',
    ),
  install: () =>
    `${t('On this phone or tablet only the app on the home screen can be told.')} ${shareSteps()}`,
  none: () => t('This browser cannot be told while Wrenchlist is closed'),
}

/** Web push to this browser; permission is requested on press only. */
export function PushRow({
  data,
  onChange,
}: {
  data: NoticesAnswer
  onChange: (data: NoticesAnswer) => void
}) {
  const [way, setWay] = useState<PushWay | null>(null)
  const { run, isBusy, failure } = useAction(t('This could not be changed. Please try again.'))
  useEffect(() => {
    let isHere = true
    const look = () =>
      void pushWay().then(
        (found) => isHere && setWay(found),
        () => isHere && setWay('none'),
      )
    look()
    // Back from the browser's settings.
    document.addEventListener('visibilitychange', look)
    return () => {
      isHere = false
      document.removeEventListener('visibilitychange', look)
    }
  }, [])
  if (way === null) return null
  // A subscription of a previous account on this device does not count.
  const shown = way === 'on' && !data.devices.some(({ isThis }) => isThis) ? 'off' : way
  const others = data.devices.filter(({ isThis }) => !isThis).map(({ label }) => label)

  async function post(path: string, body: unknown): Promise<void> {
    onChange(await askApi(noticesAnswer, 'POST', path, body))
  }

  async function handleOn() {
    let isAllowed = true
    await run(async () => {
      const address = await beginPush(data.publicKey)
      if (address) {
        const zone = Intl.DateTimeFormat().resolvedOptions().timeZone
        await post('/api/push', { ...address, zone })
      }
      isAllowed = address !== null
    })
    setWay(await pushWay())
    if (!isAllowed) toast({ title: t('The browser did not agree'), text: TEXTS.denied() })
  }

  async function handleOff() {
    await run(async () => {
      const endpoint = await endPush()
      if (endpoint) await post('/api/push/end', { endpoint })
    })
    setWay(await pushWay())
  }

  return (
    <CardRow
      icon={<PhoneIcon />}
      title={t('On this device')}
      text={
        <>
          <p>{TEXTS[shown]()}</p>
          {others.length > 0 && (
            <p>
              {t('Also told: {others}. To end that, sign it out.', { others: others.join(', ') })}
            </p>
          )}
          <FormResult text={failure} />
        </>
      }
      action={
        shown === 'on' ? (
          <Button aria-disabled={isBusy} onClick={() => void handleOff()}>
            {t('Turn off')}
          </Button>
        ) : (
          shown === 'off' && (
            <Button aria-disabled={isBusy} onClick={() => void handleOn()}>
              {t('Turn on')}
            </Button>
          )
        )
      }
    />
  )
}
