// First: others look at the storage as soon as they are loaded.
import './store/standInStorage.ts'
// Order matters: the layers are declared by the tokens.
import './ui/tokens.css'
import './ui/base.css'

import { StrictMode } from 'react'
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'

import { App } from './App.tsx'
import { recoverChunks } from './chrome/recoverChunks.ts'
import { preloadRoute, readRouteAhead } from './routes.tsx'
import { catchInstall } from './store/catchInstall.ts'
import { isOpen, openDevice, signedIn } from './store/device.ts'
import { listenForErrors } from './store/reportError.ts'
import { fetchFonts } from './ui/fonts.ts'

/** Reading a store takes a tenth of a second on a cheap phone; that long is no phone's fault. */
const SLOW_STORE_MS = 10_000
/** Whose work this is may be asked of the server for so long before the first screen. */
const ADOPTING_MS = 3_000

listenForErrors()
catchInstall()
const root = document.getElementById('root')
if (!root) throw new Error('index.html has no #root')
// A shared link comes with its list in the page. React takes it out with its first render, which
// therefore waits until the screen can say as much.
const isAnswered = root.hasChildNodes()
const reactRoot = createRoot(root)

function renderApp(): void {
  reactRoot.render(
    <StrictMode>
      <App />
    </StrictMode>,
  )
}

recoverChunks()
// A screen whose code does not come is the error boundary's to show; never a blank page.
const screen = preloadRoute(location.pathname).catch(() => undefined)
// Another page of ours, or one that the browser keeps of before, may be holding the store.
const slow = setTimeout(() => void showStorageFailure({ isSlow: true }), SLOW_STORE_MS)
openDevice()
  // Better a kit that lasts as long as the page, and is on the server, than none.
  .catch(async () => (await import('./store/pageStore.ts')).openInPage())
  .then(
    async () => {
      clearTimeout(slow)
      await adoptAccount()
      // In one go with what it shows; a device that does not answer is the screen's to tell.
      const ahead = readRouteAhead(location, isAnswered).catch(() => undefined)
      const fonts = isAnswered ? await fetchFonts() : []
      await Promise.all([screen, ahead])
      if (isAnswered) flushSync(renderApp)
      else renderApp()
      // In the same frame: the page changes once, and nothing in it moves.
      for (const face of fonts) document.fonts.add(face)
    },
    () => {
      clearTimeout(slow)
      return showStorageFailure({ isSlow: false })
    },
  )

/**
 * The token may outlive a store that the browser threw away. What is typed before the account is
 * known would become a guest's copy.
 */
async function adoptAccount(): Promise<void> {
  const token = localStorage.getItem('authToken')
  if (!token || signedIn()) return
  const adopted = import('./store/signIn.ts').then(({ adoptToken }) => adoptToken(token))
  const tooLong = new Promise((resolve) => setTimeout(resolve, ADOPTING_MS))
  await Promise.race([adopted.catch(() => undefined), tooLong])
}

async function showStorageFailure({ isSlow }: { isSlow: boolean }): Promise<void> {
  // It can be read, if not kept.
  if (isAnswered) return
  const { StorageFailure } = await import('./chrome/StorageFailure.tsx')
  if (isSlow && isOpen()) return
  reactRoot.render(<StorageFailure isSlow={isSlow} />)
}
