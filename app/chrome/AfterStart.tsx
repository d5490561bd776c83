import { useEffect } from 'react'

import type { SyncSummary } from '../sync/send/useSyncStatus.ts'

import { adoptForeignToken } from '../sessions/access.ts'
import { noteUsualCurrency } from '../device/usualCurrency.ts'
import { fillWaitingRows } from '../autofill/fillKey.ts'
import { askCounted } from '../telemetry/askCounted.ts'
import { mayCount, useConsent } from '../telemetry/consent.ts'
import { dropOldOverwritten } from '../unsent/oldProblems.ts'
import { startInstall } from '../hardware/installOffer.ts'
import { watchUnstored } from '../sync/write/watchUnstored.ts'
import { startReports } from '../telemetry/reports.ts'
import { sendReports } from '../telemetry/sendReports.ts'
import { afterSync, startSync } from '../sync/send/sync.ts'
import { loadFonts } from '../ui/look/fonts.ts'
import { watchKeyboard } from '../ui/browser/keyboard.ts'
import { useOffers } from '../ui/browser/offers.ts'
import { preloadToast } from '../ui/layers/ToastHost.tsx'
import { Tooltips } from '../ui/layers/Tooltips.tsx'
import { WitnessMark } from '../ui/blocks/WitnessMark.tsx'
import { DueJobs } from './frame/DueJobs.tsx'
import { Footer } from './frame/Footer.tsx'
import { registerWorker } from './registerWorker.ts'
import { SyncAnnouncer } from './drawer/SyncAnnouncer.tsx'
import { UpdatePrompt } from './prompts/UpdatePrompt.tsx'
import { WatchedPrices } from './frame/WatchedPrices.tsx'
import { tellReload } from './tellReload.ts'
import { chipLabel } from './drawer/syncWords.ts'
import { watchTheme } from './frame/watchTheme.ts'

export { InstallPrompt } from './prompts/InstallPrompt.tsx'

let hasStarted = false

/** What the first paint does not need: a chunk of its own, fetched once the screen stands. */
export function AfterStart({ sync }: { sync: SyncSummary }) {
  useEffect(() => {
    if (hasStarted) return
    hasStarted = true
    startReports()
    watchUnstored()
    noteUsualCurrency()
    afterSync(sendReports)
    afterSync(fillWaitingRows)
    startSync()
    void adoptForeignToken()
    void askCounted().catch(() => undefined)
    // Where it fails, the next start will do.
    void dropOldOverwritten().catch(() => undefined)
    void loadFonts()
    watchKeyboard()
    watchTheme()
    // What says that something needs a signal must not need one.
    void preloadToast().catch(() => undefined)
    tellReload()
    registerWorker()
    startInstall()
    // The screen has their room. Where they do not come, it has its words.
    void import('../show/partPicture.ts').catch(() => undefined)
  }, [])
  useOffers(() =>
    // Without anything to sync there is no chip to press.
    sync.isUnused && sync.problems === 0
      ? []
      : [
          {
            name: chipLabel(sync),
            icon: <WitnessMark state={sync.status} />,
            isOf: 'actions',
            onChoose: () => document.querySelector<HTMLElement>('[aria-label^="Sync: "]')?.click(),
          },
        ],
  )
  const isCounting = useConsent(mayCount)
  useEffect(() => {
    if (!isCounting) return
    // Without it nothing is counted, and nobody misses anything.
    void import('../telemetry/analytics.ts')
      .then(({ startCounting }) => startCounting())
      .catch(() => undefined)
  }, [isCounting])
  return (
    <>
      <Footer />
      {!sync.isUnused && <SyncAnnouncer status={sync.status} problems={sync.problems} />}
      <UpdatePrompt />
      <WatchedPrices />
      <DueJobs />
      <Tooltips />
    </>
  )
}
