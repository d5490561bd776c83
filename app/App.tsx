import { BrowserRouter } from 'react-router-dom'

import { Chrome } from './chrome/Chrome.tsx'
import { ErrorBoundary } from './chrome/ErrorBoundary.tsx'
import { AppRoutes } from './routes.tsx'

export function App() {
  return (
    <BrowserRouter future={{ v7_startTransition: true, v7_relativeSplatPath: true }}>
      <ErrorBoundary>
        <Chrome>
          <AppRoutes />
        </Chrome>
      </ErrorBoundary>
    </BrowserRouter>
  )
}
