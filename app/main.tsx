// Order matters: the layers are declared by the tokens.
import './ui/tokens.css'
import './ui/base.css'

import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'

import { App } from './App.tsx'
import { recoverChunks } from './chrome/recoverChunks.ts'
import { preloadRoute, readRouteAhead } from './routes.tsx'
import { openDevice } from './store/device.ts'

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no #root')
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
openDevice().then(
  async () => {
    // In one go with what it shows; a device that does not answer is the screen's to tell.
    await Promise.all([screen, readRouteAhead(location).catch(() => undefined)])
    renderApp()
  },
  async () => {
    const { StorageFailure } = await import('./chrome/StorageFailure.tsx')
    reactRoot.render(<StorageFailure />)
  },
)
