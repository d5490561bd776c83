import { useEffect } from 'react'

import type { SyncSummary } from '../store/useSyncStatus.ts'

import { startSync } from '../store/sync.ts'
import { loadFonts } from '../ui/fonts.ts'
import { watchKeyboard } from '../ui/keyboard.ts'
import { Footer } from './Footer.tsx'
import { registerWorker } from './registerWorker.ts'
import { SyncAnnouncer } from './SyncAnnouncer.tsx'
import { UpdatePrompt } from './UpdatePrompt.tsx'
import { watchTheme } from './watchTheme.ts'

let hasStarted = false

/** What the first paint does not need: a chunk of its own, fetched once the screen stands. */
export function AfterStart({ sync }: { sync: SyncSummary }) {
  useEffect(() => {
    if (hasStarted) return
    hasStarted = true
    startSync()
    void loadFonts()
    watchKeyboard()
    watchTheme()
    registerWorker()
  }, [])
  return (
    <>
      <Footer />
      {!sync.isUnused && <SyncAnnouncer status={sync.status} problems={sync.problems} />}
      <UpdatePrompt />
    </>
  )
}
