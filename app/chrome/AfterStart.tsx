import { useEffect } from 'react'

import type { SyncSummary } from '../store/useSyncStatus.ts'

import { mayCount, useConsent } from '../store/consent.ts'
import { dropOldOverwritten } from '../store/oldProblems.ts'
import { startInstall } from '../store/installOffer.ts'
import { keepUnstored } from '../store/keepUnstored.ts'
import { startReports } from '../store/reports.ts'
import { startSync } from '../store/sync.ts'
import { loadFonts } from '../ui/fonts.ts'
import { watchKeyboard } from '../ui/keyboard.ts'
import { Tooltips } from '../ui/Tooltips.tsx'
import { DueJobs } from './DueJobs.tsx'
import { Footer } from './Footer.tsx'
import { InstallPrompt } from './InstallPrompt.tsx'
import { registerWorker } from './registerWorker.ts'
import { SyncAnnouncer } from './SyncAnnouncer.tsx'
import { UpdatePrompt } from './UpdatePrompt.tsx'
import { WatchedPrices } from './WatchedPrices.tsx'
import { watchTheme } from './watchTheme.ts'

let hasStarted = false

/** What the first paint does not need: a chunk of its own, fetched once the screen stands. */
export function AfterStart({ sync }: { sync: SyncSummary }) {
  useEffect(() => {
    if (hasStarted) return
    hasStarted = true
    startReports()
    keepUnstored()
    startSync()
    // Where it fails, the next start will do.
    void dropOldOverwritten().catch(() => undefined)
    void loadFonts()
    watchKeyboard()
    watchTheme()
    registerWorker()
    startInstall()
  }, [])
  const isCounting = useConsent(({ consent }) => mayCount(consent))
  useEffect(() => {
    if (!isCounting) return
    // Without it nothing is counted, and nobody misses anything.
    void import('../store/analytics.ts')
      .then(({ startCounting }) => startCounting())
      .catch(() => undefined)
  }, [isCounting])
  return (
    <>
      <Footer />
      {!sync.isUnused && <SyncAnnouncer status={sync.status} problems={sync.problems} />}
      <UpdatePrompt />
      <InstallPrompt />
      <WatchedPrices />
      <DueJobs />
      <Tooltips />
    </>
  )
}
