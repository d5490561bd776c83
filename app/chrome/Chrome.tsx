import type { ReactNode } from 'react'

import { Suspense } from 'react'
import { useLocation } from 'react-router-dom'

import { useSyncStatus } from '../store/useSyncStatus.ts'
import { buttonClasses } from '../ui/Button.tsx'
import { ToastHost } from '../ui/ToastHost.tsx'
import styles from './Chrome.module.css'
import { Dock } from './Dock.tsx'
import { ErrorBoundary } from './ErrorBoundary.tsx'
import { Footer } from './Footer.tsx'
import { Header } from './Header.tsx'
import { Strips } from './Strips.tsx'
import { UpdatePrompt } from './UpdatePrompt.tsx'
import { useRouteChange } from './useRouteChange.ts'

/** What stands around every screen. */
export function Chrome({ children }: { children: ReactNode }) {
  const sync = useSyncStatus()
  const { pathname } = useLocation()
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
      <Footer />
      <UpdatePrompt />
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
