/** Which address shows which screen; the only file that knows every feature. */
import type { ReactNode } from 'react'

import { matchPath, Route, Routes } from 'react-router-dom'

import { preloadRowView } from './builder/rowViews.ts'
import { loadable } from './ui/loadable.tsx'
import { useTitle } from './ui/useTitle.ts'

const LandingScreen = loadable(
  async () => (await import('./pages/LandingScreen.tsx')).LandingScreen,
)
const BuilderScreen = loadable(async () => {
  const screen = import('./builder/BuilderScreen.tsx')
  await preloadRowView()
  return (await screen).BuilderScreen
})
const ListScreen = loadable(async () => (await import('./list/ListScreen.tsx')).ListScreen)
const KitsScreen = loadable(async () => (await import('./kits/KitsScreen.tsx')).KitsScreen)
const NotFoundScreen = loadable(
  async () => (await import('./pages/NotFoundScreen.tsx')).NotFoundScreen,
)

// Matching ignores case and a trailing slash; what a parameter holds is left as it is.
const ROUTES = [
  { path: '/', title: 'Part kits for any car', Screen: LandingScreen },
  { path: '/builder', title: 'Kit Builder', Screen: BuilderScreen },
  { path: '/list/:buildId', title: 'Parts list', Screen: ListScreen },
  { path: '/link/:buildId', title: 'Parts list', Screen: ListScreen },
  { path: '/create-kits', title: 'Kits', Screen: KitsScreen },
  { path: '*', title: '404 Page Not Found', Screen: NotFoundScreen },
]

/** Fetches the code of the screen at a path, so that its first render needs no fallback. */
export async function preloadRoute(pathname: string): Promise<void> {
  await ROUTES.find(({ path }) => matchPath(path, pathname))?.Screen.preload()
}

export function AppRoutes() {
  return (
    <Routes>
      {ROUTES.map(({ path, title, Screen }) => (
        <Route
          key={path}
          path={path}
          element={
            <Titled title={title}>
              <Screen />
            </Titled>
          }
        />
      ))}
    </Routes>
  )
}

/** The screen's own title, set later, wins. */
function Titled({ title, children }: { title: string; children: ReactNode }) {
  return (
    <>
      <Title key={title} title={title} />
      {children}
    </>
  )
}

function Title({ title }: { title: string }) {
  useTitle(title)
  return null
}
