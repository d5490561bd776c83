import { memo, useState } from 'react'

import { decideConsent, mustAsk, useConsent } from '../../data/telemetry/consent.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { loadable } from '../../ui/browser/loadable.tsx'
import { usePreloaded } from '../../ui/browser/usePreloaded.ts'
import { AskLine } from './AskLine.tsx'
import { useWithScreen } from './useWithScreen.ts'
import { t } from '#shared/words/words.ts'
import { T } from '../../ui/words/T.tsx'

const CookieSettings = loadable(async () => (await import('./CookieSettings.tsx')).CookieSettings)

/** A shared link comes with a server-rendered list, in which nothing may move. */
const cameWithList = document.querySelector('#root > *') !== null

/** Asks once for consent to analytics. Both answers are equally easy to give. */
export const CookieBanner = memo(function CookieBanner() {
  const isAsked = useWithScreen(useConsent(mustAsk), !cameWithList)
  const [isCustomizing, setCustomizing] = useState(false)
  const areSettingsHere = usePreloaded(CookieSettings.preload, isCustomizing)
  if (!isAsked) return null
  return (
    <>
      <AskLine
        title={
          <>
            <T text="Cookies<span> on Wrenchlist</span>" />
          </>
        }
        text={t(
          'Necessary storage keeps your kits on this device. Analytics is off until you accept it.',
        )}
      >
        <Button variant="ghost" aria-haspopup="dialog" onClick={() => setCustomizing(true)}>
          {t('Customize')}
        </Button>
        <Button onClick={() => decideConsent(false)}>{t('Reject')}</Button>
        <Button onClick={() => decideConsent(true)}>{t('Accept All')}</Button>
      </AskLine>
      {areSettingsHere && (
        <CookieSettings
          isOpen={isCustomizing}
          onClose={() => setCustomizing(false)}
          onSaved={() => setCustomizing(false)}
        />
      )}
    </>
  )
})
