import { BrowserRouter } from 'react-router-dom'

import { Chrome } from './chrome/frame/Chrome.tsx'
import { ErrorBoundary } from './chrome/start/ErrorBoundary.tsx'
import { AppRoutes } from './routes.tsx'
import { loadable } from './ui/browser/loadable.tsx'

const SearchButton = loadable(
  async () => (await import('./chrome/palette/SearchButton.tsx')).SearchButton,
)

export function App() {
  return (
    <BrowserRouter>
      <ErrorBoundary>
        <Chrome Search={SearchButton}>
          <AppRoutes />
        </Chrome>
      </ErrorBoundary>
    </BrowserRouter>
  )
}
