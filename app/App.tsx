import { BrowserRouter } from 'react-router-dom'

import { Chrome } from './chrome/frame/Chrome.tsx'
import { ErrorBoundary } from './chrome/ErrorBoundary.tsx'
import { AppRoutes } from './routes.tsx'
import { loadable } from './ui/browser/loadable.tsx'

const SearchButton = loadable(async () => (await import('./palette/SearchButton.tsx')).SearchButton)

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
