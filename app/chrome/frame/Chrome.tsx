import type { ReactNode } from 'react'

import { Suspense } from 'react'
import { useLocation } from 'react-router-dom'

import { endLogOut, useLogOut } from '../../sessions/logOut.ts'
import { useSync } from '../../device/syncState.ts'
import { useSyncStatus } from '../../sync/send/useSyncStatus.ts'
import { buttonClasses } from '../../ui/controls/Button.tsx'
import { loadable, type Loadable } from '../../ui/browser/loadable.tsx'
import { ToastHost } from '../../ui/layers/ToastHost.tsx'
import { useDelayed } from '../../ui/browser/useDelayed.ts'
import { usePreloaded } from '../../ui/browser/usePreloaded.ts'
import styles from './Chrome.module.css'
import { CookieBanner } from '../prompts/CookieBanner.tsx'
import { Dock } from './Dock.tsx'
import { ErrorBoundary } from '../ErrorBoundary.tsx'
import { Header } from './Header.tsx'
import { useRouteChange } from './useRouteChange.ts'
import { t } from '#shared/words/words.ts'

const AfterStart = loadable(async () => (await import('../AfterStart.tsx')).AfterStart)
// It stands above the screen, and is no part of the first paint either.
const InstallPrompt = loadable(async () => (await import('../AfterStart.tsx')).InstallPrompt)
const preloadAfterStart = async () => {
  await Promise.all([AfterStart.preload(), InstallPrompt.preload()])
}
const Strips = loadable(async () => (await import('./Strips.tsx')).Strips)
const LogOutDialog = loadable(async () => (await import('./LogOut.tsx')).LogOutDialog)

/** Long enough for the screen to read the device and to paint, before anything else is fetched.
 * What it asks the server for comes first as well. */
const AFTER_START_MS = 300

/** What stands around every screen. @param props.Search a place in the header is its, after the start */
export function Chrome({ Search, children }: { Search: Loadable<object>; children: ReactNode }) {
  const sync = useSyncStatus()
  const { pathname } = useLocation()
  const isOpening = useSync((state) => state.isOpening)
  const isStarted = usePreloaded(preloadAfterStart, useDelayed(!isOpening, AFTER_START_MS), {
    isQuiet: true,
  })
  const isSearchReady = usePreloaded(Search.preload, isStarted, { isQuiet: true })
  const isNoted = useSync(
    (state) => !!(state.isOutdated || state.isInPageOnly || state.rowsRead || state.word),
  )
  const isTroubled =
    sync.isStorageFailing || sync.isOffline || sync.ended !== null || isNoted || !isSecureContext
  const areStripsReady = usePreloaded(Strips.preload, isTroubled, { isQuiet: true })
  const isLeaving = useLogOut((state) => state.isAsked)
  const isLeaveReady = usePreloaded(LogOutDialog.preload, isLeaving)
  useRouteChange()
  return (
    <div className={styles.frame}>
      <button
        type="button"
        className={buttonClasses({ variant: 'primary' }, styles.skip)}
        onClick={focusMain}
      >
        {t('Skip to content')}
      </button>
      <Header sync={sync} Search={isSearchReady ? Search : null} />
      {isTroubled && areStripsReady && <Strips sync={sync} />}
      <CookieBanner />
      {isStarted && <InstallPrompt />}
      <main className={styles.screen}>
        {/* Outside of what changes with the address: the screen before stays until the next is here. */}
        <Suspense fallback={null}>
          <ErrorBoundary key={pathname}>{children}</ErrorBoundary>
        </Suspense>
      </main>
      {isStarted && <AfterStart sync={sync} />}
      {isLeaveReady && <LogOutDialog isOpen={isLeaving} onClose={endLogOut} />}
      <Dock />
      <ToastHost />
    </div>
  )
}

function focusMain(): void {
  const main = document.querySelector('main')
  if (!main) return
  main.tabIndex = -1
  main.focus()
}
