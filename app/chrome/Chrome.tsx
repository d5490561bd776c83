import type { ReactNode } from 'react'

import { Suspense } from 'react'
import { useLocation } from 'react-router-dom'

import { endLogOut, useLogOut } from '../store/logOut.ts'
import { useSyncStatus } from '../store/useSyncStatus.ts'
import { buttonClasses } from '../ui/Button.tsx'
import { loadable } from '../ui/loadable.tsx'
import { ToastHost } from '../ui/ToastHost.tsx'
import { useDelayed } from '../ui/useDelayed.ts'
import { usePreloaded } from '../ui/usePreloaded.ts'
import styles from './Chrome.module.css'
import { Dock } from './Dock.tsx'
import { ErrorBoundary } from './ErrorBoundary.tsx'
import { Header } from './Header.tsx'
import { Strips } from './Strips.tsx'
import { useRouteChange } from './useRouteChange.ts'

const AfterStart = loadable(async () => (await import('./AfterStart.tsx')).AfterStart)
const LogOutDialog = loadable(async () => (await import('./LogOut.tsx')).LogOutDialog)

/** Long enough for the screen to read the device and to paint, before anything else is fetched. */
const AFTER_START_MS = 300

/** What stands around every screen. */
export function Chrome({ children }: { children: ReactNode }) {
  const sync = useSyncStatus()
  const { pathname } = useLocation()
  const isStarted = usePreloaded(AfterStart.preload, useDelayed(true, AFTER_START_MS), {
    isQuiet: true,
  })
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
        Skip to content
      </button>
      <Header sync={sync} />
      <Strips sync={sync} />
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
