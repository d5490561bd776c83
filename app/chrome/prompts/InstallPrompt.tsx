import { mustAsk, useConsent } from '../../data/telemetry/consent.ts'
import {
  declineInstall,
  install,
  installWay,
  shareSteps,
  useInstall,
} from '../../data/hardware/installOffer.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { AskLine } from './AskLine.tsx'
import { useUpdate } from '../start/registerWorker.ts'
import { useWithScreen } from './useWithScreen.ts'
import { t } from '#shared/words/words.ts'

/** Offered once, after the first save or at the second visit; "Not now" lasts 30 days. */
export function InstallPrompt() {
  const state = useInstall()
  const way = installWay(state)
  // One prompt at a time, urgent ones first.
  const isAsked = useConsent(mustAsk)
  const isUpdate = useUpdate(({ waiting }) => waiting !== null)
  const isDue = state.isOffered && !isAsked && !isUpdate && (way === 'press' || way === 'share')
  if (!useWithScreen(isDue, false)) return null
  return (
    <AskLine
      title={t('Keep Wrenchlist in your pocket')}
      text={way === 'press' ? t('It opens like any app, also without signal.') : shareSteps()}
      isTextNeeded={way === 'share'}
    >
      <Button variant="ghost" onClick={declineInstall}>
        {t('Not now')}
      </Button>
      {way === 'press' && (
        <Button variant="primary" onClick={() => void install()}>
          {t('Install')}
        </Button>
      )}
    </AskLine>
  )
}
