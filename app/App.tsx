import { BrowserRouter } from 'react-router-dom'

import { Chrome } from './chrome/Chrome.tsx'
import { AppRoutes } from './routes.tsx'

export function App() {
  return (
    <BrowserRouter>
      <Chrome>
        <AppRoutes />
      </Chrome>
    </BrowserRouter>
  )
}
