// First: others look at the storage as soon as they are loaded.
import './device/standInStorage.ts'
// Order matters: the layers are declared by the tokens.
import './ui/look/tokens.css'
import './ui/look/base.css'

import { startTransition, StrictMode, useLayoutEffect } from 'react'
import { createRoot } from 'react-dom/client'

import { App } from './App.tsx'
import { recoverChunks } from './chrome/recoverChunks.ts'
import { preloadRoute, readRouteAhead } from './routes.tsx'
import { catchInstall } from './hardware/catchInstall.ts'
import { openDevice, signedIn } from './device/device.ts'
import { hasUnstored } from './sync/write/unstored.ts'
import { listenForErrors } from './device/reportError.ts'
import { fetchFonts } from './ui/look/fonts.ts'
import { openLanguage } from './ui/words/language.ts'

const takeUnstored = async () => (await import('./sync/write/takeUnstored.ts')).takeUnstored()
const oddStart = () => import('./chrome/oddStart.tsx')

/** Reading a store takes a tenth of a second on a cheap phone; that long is no phone's fault. */
const SLOW_STORE_MS = 10_000

listenForErrors()
catchInstall()
const root = document.getElementById('root')
if (!root) throw new Error('index.html has no #root')
// A shared link comes with its list in the page. React takes it out with its first render, which
// therefore waits until the screen can say as much.
const isAnswered = root.hasChildNodes()
const reactRoot = createRoot(root)

/**
 * On a first visit in slices, so that a key or a finger is heard meanwhile. With the worker in charge
 * everything is here, and one go is a quarter sooner.
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

/** Tells of the app's first frame before it is painted. */
function Shown({ onShown }: { onShown: () => void }) {
  useLayoutEffect(onShown, [onShown])
  return null
}

/** What can be read already stays, if not kept. */
const showFailure = async (isSlow: boolean) =>
  isAnswered || (await oddStart()).showStorageFailure(reactRoot, isSlow)

recoverChunks()
// Without its catalogue it is English.
const language = openLanguage().catch(() => undefined)
// A screen whose code does not come is the error boundary's to show; never a blank page.
const screen = preloadRoute(location.pathname).catch(() => undefined)
// Another page of ours, or one that the browser keeps of before, may be holding the store.
const slow = setTimeout(() => void showFailure(true), SLOW_STORE_MS)
openDevice()
  // Better a kit that lasts as long as the page, and is on the server, than none.
  .catch(async () => (await oddStart()).openInPage())
  .then(
    async () => {
      clearTimeout(slow)
      const token = localStorage.getItem('authToken')
      if (token && !signedIn()) await (await oddStart()).adoptAtStart(token)
      if (hasUnstored()) await takeUnstored().catch(() => undefined)
      // In one go with what it shows; a device that does not answer is the screen's to tell.
      const ahead = readRouteAhead(location, isAnswered).catch(() => undefined)
      const fonts = isAnswered ? await fetchFonts() : []
      await Promise.all([screen, ahead, language])
      // In the same frame: the page changes once, and nothing in it moves.
      renderApp(() => {
        for (const face of fonts) document.fonts.add(face)
      })
    },
    () => {
      clearTimeout(slow)
      return showFailure(false)
    },
  )
