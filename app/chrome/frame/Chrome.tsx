import { type ReactNode, Suspense, memo, useEffect, useRef } from 'react'
import { useLocation } from 'react-router-dom'

import { useLogOut } from '../../data/sessions/logOut.ts'
import { useSync } from '../../data/device/syncState.ts'
import { useSyncStatus } from '../../data/sync/send/useSyncStatus.ts'
import { buttonClasses } from '../../ui/controls/Button.tsx'
import { loadable, type Loadable } from '../../ui/browser/loadable.tsx'
import { ToastHost } from '../../ui/layers/ToastHost.tsx'
import { useDelayed } from '../../ui/browser/useDelayed.ts'
import { usePreloaded } from '../../ui/browser/usePreloaded.ts'
import styles from './Chrome.module.css'
import { CookieBanner } from '../prompts/CookieBanner.tsx'
import { ErrorBoundary } from '../start/ErrorBoundary.tsx'
import { Header } from './Header.tsx'
import { useRouteChange } from './useRouteChange.ts'
import { t, say } from '#shared/words/words.ts'
import { DockSlot } from '../../ui/layers/DockAction.tsx'
import { useIsDesk } from '../../ui/look/useIsDesk.ts'
import { PlaceLink } from './PlaceLink.tsx'
import { ME, PLACES } from './places.ts'

const AfterStart = loadable(async () => (await import('./AfterStart.tsx')).AfterStart)
// Above the screen, but not part of the first paint.
const InstallPrompt = loadable(async () => (await import('./AfterStart.tsx')).InstallPrompt)
const preloadAfterStart = async () => {
  await Promise.all([AfterStart.preload(), InstallPrompt.preload()])
}
const Strips = loadable(async () => (await import('./Strips.tsx')).Strips)
const LogOutDialog = loadable(async () => (await import('./LogOut.tsx')).LogOutDialog)

/** Delay of deferred loads: the screen's own reads, paint and requests come first. */
const AFTER_START_MS = 300

/** Frame of every screen. @param props.Search search button, loaded after the start */
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
      {isLeaveReady && (
        <LogOutDialog isOpen={isLeaving} onClose={() => useLogOut.setState({ isAsked: false })} />
      )}
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

/** Bottom of the screen: main action, and on the phone the tabs. */
const Dock = memo(function Dock() {
  const isDesk = useIsDesk()
  const dock = useRef<HTMLDivElement>(null)
  // Its height varies with font size and wrapping, so it is measured for CSS.
  useEffect(() => {
    const element = dock.current
    if (!element) return
    const { style } = document.documentElement
    const size = new ResizeObserver(() => style.setProperty('--dock', `${element.offsetHeight}px`))
    size.observe(element)
    return () => size.disconnect()
  }, [])

  return (
    <div className={styles.dock} ref={dock}>
      <DockSlot />
      {!isDesk && (
        <nav className={styles.tabs} aria-label={t('Main')}>
          {[...PLACES, ME].map(({ name, Icon, ...place }) => (
            <PlaceLink key={place.to} {...place}>
              <span className={styles.pip}>
                <Icon />
              </span>
              {say(name)}
            </PlaceLink>
          ))}
        </nav>
      )}
    </div>
  )
})
