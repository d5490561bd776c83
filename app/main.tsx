// First: other modules read the storage on load.
import './data/device/standInStorage.ts'
// Order matters: tokens.css declares the layers.
import './ui/look/tokens.css'
import './ui/look/base.css'

import { startTransition, StrictMode, useLayoutEffect } from 'react'
import { createRoot } from 'react-dom/client'

import { App } from './App.tsx'
import { recoverChunks } from './chrome/start/recoverChunks.ts'
import { preloadRoute, readRouteAhead } from './routes.tsx'
import { catchInstall } from './data/hardware/catchInstall.ts'
import { openDevice, signedIn } from './data/device/device.ts'
import { hasUnstored } from './data/sync/write/unstored.ts'
import { listenForErrors } from './data/device/reportError.ts'
import { fetchFonts } from './ui/look/fonts.ts'
import { openLanguage } from './ui/words/language.ts'

const takeUnstored = async () => (await import('./data/sync/write/takeUnstored.ts')).takeUnstored()
const oddStart = () => import('./chrome/start/oddStart.tsx')

/** Opening a store takes a tenth of a second on a cheap phone; this long is no phone's fault. */
const SLOW_STORE_MS = 10_000

listenForErrors()
catchInstall()
const root = document.getElementById('root')
if (!root) throw new Error('index.html has no #root')
// A shared link comes with a server-rendered list. React removes it with its first render, which
// therefore waits until the screen has as much to show.
const isAnswered = root.hasChildNodes()
const reactRoot = createRoot(root)

/**
 * A first visit renders in slices, so that input is handled in between. With the worker in control
 * all code is cached, and one go is a quarter faster.
 */
function renderApp(onShown: () => void): void {
  const render = () =>
    reactRoot.render(
      <StrictMode>
        <App />
        <Shown onShown={onShown} />
      </StrictMode>,
    )
  // Absent on plain http, whatever the types say.
  const workers: ServiceWorkerContainer | undefined = navigator.serviceWorker
  if (workers?.controller) render()
  else startTransition(render)
}

/** Reports the app's first frame before it is painted. */
function Shown({ onShown }: { onShown: () => void }) {
  useLayoutEffect(onShown, [onShown])
  return null
}

/** A server-rendered page stays: it can be read, if not stored. */
const showFailure = async (isSlow: boolean) =>
  isAnswered || (await oddStart()).showStorageFailure(reactRoot, isSlow)

recoverChunks()
// On failure the UI is English.
const language = openLanguage().catch(() => undefined)
// A screen that fails to load is the error boundary's; never a blank page.
const screen = preloadRoute(location.pathname).catch(() => undefined)
// Another tab, or one in the back/forward cache, may block the store.
const slow = setTimeout(() => void showFailure(true), SLOW_STORE_MS)
openDevice()
  // An in-memory store lasts as long as the page, and still syncs: better than none.
  .catch(async () => (await oddStart()).openInPage())
  .then(
    async () => {
      clearTimeout(slow)
      const token = localStorage.getItem('authToken')
      if (token && !signedIn()) await (await oddStart()).adoptAtStart(token)
      if (hasUnstored()) await takeUnstored().catch(() => undefined)
      // Renders once with its data; a store that does not answer is the screen's to report.
      const ahead = readRouteAhead(location, isAnswered).catch(() => undefined)
      const fonts = isAnswered ? await fetchFonts() : []
      await Promise.all([screen, ahead, language])
      // In the same frame: the page changes once, and nothing moves.
      renderApp(() => {
        for (const face of fonts) document.fonts.add(face)
      })
    },
    () => {
      clearTimeout(slow)
      return showFailure(false)
    },
  )
