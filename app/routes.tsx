/** Which address shows which screen; the only file that knows every feature. */
import type { ReactNode } from 'react'

import { useLocation } from 'react-router-dom'

import { isBuildId } from '#shared/ids.ts'
import { preloadRowView } from './builder/rowViews.ts'
import { readAhead } from './store/useBuild.ts'
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

interface Route {
  /** Ignores case and slashes at the end; the group is the id that the screen is given. */
  path: RegExp
  title: string
  preload: () => Promise<void>
  screen: (id: string) => ReactNode
}

// A table and not the router's own route tree: matching five addresses needs no ranking, and the
// tree is two per cent of the first load.
const ROUTES: Route[] = [
  {
    path: /^\/+$/,
    title: 'Part kits for any car',
    preload: LandingScreen.preload,
    screen: () => <LandingScreen />,
  },
  {
    path: /^\/builder\/*$/i,
    title: 'Kit Builder',
    preload: BuilderScreen.preload,
    screen: () => <BuilderScreen />,
  },
  {
    path: /^\/(?:list|link)\/([^/]+)\/*$/i,
    title: 'Parts list',
    preload: ListScreen.preload,
    screen: (id) => <ListScreen buildId={id} />,
  },
  {
    path: /^\/create-kits\/*$/i,
    title: 'Kits',
    preload: KitsScreen.preload,
    screen: () => <KitsScreen />,
  },
]
const NOT_FOUND: Route = {
  path: /^/,
  title: '404 Page Not Found',
  preload: NotFoundScreen.preload,
  screen: () => <NotFoundScreen />,
}

function findRoute(pathname: string): Route & { id: string } {
  const path = decoded(pathname)
  for (const route of ROUTES) {
    const match = route.path.exec(path)
    if (match) return { ...route, id: match[1] ?? '' }
  }
  return { ...NOT_FOUND, id: '' }
}

/** What does not decode is matched as it stands, and then found nowhere. */
function decoded(pathname: string): string {
  try {
    return decodeURI(pathname)
  } catch {
    return pathname
  }
}

/** Fetches the code of the screen at a path, so that its first render needs no fallback. */
export async function preloadRoute(pathname: string): Promise<void> {
  await findRoute(pathname).preload()
}

/** Reads what the screen of an address shows of the device. After `openDevice`. */
export async function readRouteAhead({ pathname, search }: Location): Promise<void> {
  const { id } = findRoute(pathname)
  const buildId = id || new URLSearchParams(search).get('build')
  if (isBuildId(buildId)) await readAhead(buildId)
}

/** The screen of the address, with its title; one that the screen sets itself, later, wins. */
export function AppRoutes() {
  const { pathname } = useLocation()
  const { title, screen, id } = findRoute(pathname)
  return (
    <>
      <Title key={title} title={title} />
      {screen(id)}
    </>
  )
}

function Title({ title }: { title: string }) {
  useTitle(title)
  return null
}
