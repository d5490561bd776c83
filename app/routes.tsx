/** Routes: screens by address; the only file that knows every feature. */
import { type ComponentType, use, useEffect } from 'react'
import { useLocation } from 'react-router-dom'

import { idInLink, isBuildId, isId } from '#shared/ids.ts'
import { type Later, later, say } from '#shared/words/words.ts'
import { openDevice } from './data/device/device.ts'
import { delay } from './data/device/delay.ts'
import { readAhead } from './data/kits/open/useBuild.ts'
import { preloadMarkup } from './ui/text/LazyMarkup.tsx'
import { loadable, type Loadable } from './ui/browser/loadable.tsx'
import { Title } from './ui/blocks/Title.tsx'

/** A screen gets the path's group as its id, '' without one. */
type Screen = ComponentType<{ id: string }>
const screen = (load: () => Promise<Screen>) => loadable(load)

const NOT_FOUND = screen(async () => (await import('./pages/NotFoundScreen.tsx')).NotFoundScreen)

/** Paths ignore case and trailing slashes. A title holds until the screen sets its own. */
type Route = [path: RegExp, title: Later, screen: Loadable<{ id: string }>]

// A table instead of the router's route tree: few addresses need no ranking, and the tree is two
// per cent of the first load.
const ROUTES: Route[] = [
  [
    /^\/+$/,
    later('Part kits for any car'),
    screen(async () => (await import('./pages/LandingScreen.tsx')).LandingScreen),
  ],
  [
    /^\/builder\/*$/i,
    later('Kit Builder'),
    screen(async () => (await import('./builder/BuilderScreen.tsx')).BuilderScreen),
  ],
  [
    /^\/(?:list|link)\/([^/]+)\/*$/i,
    later('Parts list'),
    screen(async () => (await import('./kit/list/ListScreen.tsx')).ListScreen),
  ],
  [
    /^\/create-kits\/*$/i,
    later('Kits'),
    screen(async () => {
      const [{ KitsScreen }, { readFirstKits }] = await Promise.all([
        import('./kits/KitsScreen.tsx'),
        import('./data/kits/index/kitIndex.ts'),
        openDevice(),
      ])
      // A store that does not answer is the screen's to report.
      await readFirstKits().catch(() => undefined)
      return KitsScreen
    }),
  ],
  [
    /^\/kit\/([^/]+)\/*$/i,
    later('Kit'),
    screen(async () => (await import('./kit/KitScreen.tsx')).KitScreen),
  ],
  [
    /^\/(?:k|share)\/*$/i,
    later('Receive a kit'),
    screen(async () => (await import('./share/ReceiveScreen.tsx')).ReceiveScreen),
  ],
  [
    /^\/pass\/([^/]+)\/*$/i,
    later('Pass on a kit'),
    screen(async () => (await import('./share/PassScreen.tsx')).PassScreen),
  ],
  [
    /^\/product\/([^/]+)\/*$/i,
    later('Part prices'),
    screen(async () => (await import('./parts/PartScreen.tsx')).PartScreen),
  ],
  [
    /^\/parts\/*$/i,
    later('Find parts'),
    screen(async () => {
      const { FindScreen, readFirst } = await import('./parts/find/FindScreen.tsx')
      await readFirst().catch(() => undefined)
      return FindScreen
    }),
  ],
  [
    /^\/prices\/*$/i,
    later('Prices'),
    screen(async () => (await import('./parts/place/PricesScreen.tsx')).PricesScreen),
  ],
  [
    /^\/maintenance\/*$/i,
    later('Maintenance log'),
    screen(async () => (await import('./log/LogScreen.tsx')).LogScreen),
  ],
  [
    /^\/garage\/([^/]+)\/*$/i,
    later('Garage mode'),
    screen(async () => (await import('./garage/GarageScreen.tsx')).GarageScreen),
  ],
  [
    /^\/basket\/([^/]+)\/*$/i,
    later('Cheapest basket'),
    screen(async () => (await import('./parts/basket/BasketScreen.tsx')).BasketScreen),
  ],
  [
    /^\/(about|(?:affiliate-)?disclosure|privacy-policy|terms-of-service)\/*$/i,
    later('About'),
    screen(async () => (await import('./pages/TextScreen.tsx')).TextScreen),
  ],
  [
    /^\/login\/*$/i,
    later('Sign In'),
    screen(async () => (await import('./account/entry/LoginScreen.tsx')).LoginScreen),
  ],
  [
    /^\/(register|(?:forgot|reset)-password|verify-email|unsubscribe)\/*$/i,
    later('Create Account'),
    screen(async () => (await import('./account/entry/EntryScreen.tsx')).EntryScreen),
  ],
  [
    /^\/((?:my-account|contact)\/*|admin(?:\/.*)?)$/i,
    later('My Account'),
    screen(async () => (await import('./AccountScreen.tsx')).AccountScreen),
  ],
  [
    /^\/test-errors\/*$/i,
    later('Error test page'),
    screen(async () => (await import('./pages/TestErrorsScreen.tsx')).TestErrorsScreen),
  ],
]

function findRoute(pathname: string) {
  const address = decoded(pathname)
  for (const [path, title, Screen] of ROUTES) {
    const match = path.exec(address)
    if (match) return { title, Screen, id: idInLink(match[1] ?? '') }
  }
  return { title: later('404 Page Not Found'), Screen: NOT_FOUND, id: '' }
}

/** An undecodable path stays as it is, and is not found. */
function decoded(pathname: string): string {
  try {
    return decodeURI(pathname)
  } catch {
    return pathname
  }
}

/** Loads a path's screen, so that its first render needs no fallback. */
export async function preloadRoute(pathname: string): Promise<void> {
  await findRoute(pathname).Screen.preload()
}

/**
 * Reads the local data of an address's screen. After `openDevice`.
 * @param isAnswered the page is server-rendered
 */
export async function readRouteAhead(
  { pathname, search }: Pick<Location, 'pathname' | 'search'>,
  isAnswered: boolean,
): Promise<void> {
  const route = findRoute(pathname)
  const id = idIn(route.id, search)
  if (id === null) return
  const build = await readAhead(id, isAnswered)
  // Outside of the builder notes are formatted from the first paint.
  if (build?.kit.notes && route.id) await preloadMarkup()
}

function idIn(routeId: string, search: string): string | null {
  const params = new URLSearchParams(search)
  const id = routeId || idInLink(params.get('build') ?? params.get('kit') ?? '')
  if (!isBuildId(id) && !isId(id)) return null
  const mark = params.get('k')
  return mark === null ? id : `${id}?k=${mark}`
}

/** Longest wait for the store; then the screen shows its own loading state. */
const AHEAD_MS = 300
/** By history key: the current visit and pending ones. Null: nothing to wait for. */
const readings = new Map<string, Promise<void> | null>()
let isFirstVisit = true

/** As main.tsx does for the first address: the next screen renders once, complete. */
function readingFor(to: ReturnType<typeof useLocation>, routeId: string): Promise<void> | null {
  let reading = readings.get(to.key)
  if (reading === undefined) {
    const isAhead = !isFirstVisit && idIn(routeId, to.search) !== null
    const read = () => readRouteAhead(to, false).catch(() => undefined)
    reading = isAhead ? Promise.race([read(), delay(AHEAD_MS)]) : null
    readings.set(to.key, reading)
    isFirstVisit = false
  }
  return reading
}

/** Screen of the address, with its title; a title set later by the screen wins. */
export function AppRoutes() {
  const location = useLocation()
  const { title, Screen, id } = findRoute(location.pathname)
  const words = say(title)
  const reading = readingFor(location, id)
  if (reading) use(reading)
  useEffect(() => {
    // Later visits to an address read it anew.
    for (const key of readings.keys()) if (key !== location.key) readings.delete(key)
  }, [location.key])
  return (
    <>
      <Title key={words} title={words} />
      <Screen id={id} />
    </>
  )
}
