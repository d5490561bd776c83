/** Which address shows which screen; the only file that knows every feature. */
import type { ReactNode } from 'react'

import { useLocation } from 'react-router-dom'

import { isBuildId, isId } from '#shared/ids.ts'
import { preloadRowView } from './builder/rowViews.ts'
import { readAhead } from './store/useBuild.ts'
import { preloadMarkup } from './ui/LazyMarkup.tsx'
import { loadable } from './ui/loadable.tsx'
import { Title } from './ui/Title.tsx'

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
const KitScreen = loadable(async () => (await import('./kit/KitScreen.tsx')).KitScreen)
const TextScreen = loadable(async () => (await import('./pages/TextScreen.tsx')).TextScreen)
const EntryScreen = loadable(async () => (await import('./account/EntryScreen.tsx')).EntryScreen)
const AccountScreen = loadable(
  async () => (await import('./account/AccountScreen.tsx')).AccountScreen,
)
const NotFoundScreen = loadable(
  async () => (await import('./pages/NotFoundScreen.tsx')).NotFoundScreen,
)

interface Route {
  /** Ignores case and slashes at the end; the group is the id or the name that the screen is given. */
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
  {
    path: /^\/kit\/([^/]+)\/*$/i,
    title: 'Kit',
    preload: KitScreen.preload,
    screen: (id) => <KitScreen id={id} />,
  },
  {
    path: /^\/(about|(?:affiliate-)?disclosure|privacy-policy|terms-of-service)\/*$/i,
    title: 'About',
    preload: TextScreen.preload,
    screen: (name) => <TextScreen name={name} />,
  },
  {
    path: /^\/(register|login|(?:forgot|reset)-password|verify-email)\/*$/i,
    title: 'Sign In',
    preload: EntryScreen.preload,
    screen: (name) => <EntryScreen name={name} />,
  },
  {
    path: /^\/(my-account|contact|admin\/accounts)\/*$/i,
    title: 'My Account',
    preload: AccountScreen.preload,
    screen: (name) => <AccountScreen name={name} />,
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
