/** Which address shows which screen; the only file that knows every feature. */
import type { ComponentType } from 'react'

import { use, useEffect } from 'react'
import { useLocation } from 'react-router-dom'

import { idInLink, isBuildId, isId } from '#shared/ids.ts'
import { type Later, later, say } from '#shared/words/words.ts'
import { openDevice } from './device/device.ts'
import { pause } from './device/pause.ts'
import { readAhead } from './kits/open/useBuild.ts'
import { preloadMarkup } from './ui/text/LazyMarkup.tsx'
import { loadable, type Loadable } from './ui/browser/loadable.tsx'
import { Title } from './ui/blocks/Title.tsx'

/** A screen is given what its address names: the group of its path, '' without one. */
type Screen = ComponentType<{ id: string }>
const screen = (load: () => Promise<Screen>) => loadable(load)

const NOT_FOUND = screen(async () => (await import('./pages/NotFoundScreen.tsx')).NotFoundScreen)

/** Paths ignore case and slashes at the end. Titles stand until the screen sets one of its own. */
type Route = [path: RegExp, title: Later, screen: Loadable<{ id: string }>]

// A table and not the router's own route tree: matching a few addresses needs no ranking, and the
// tree is two per cent of the first load.
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
    screen(async () => (await import('./list/ListScreen.tsx')).ListScreen),
  ],
  [
    /^\/create-kits\/*$/i,
    later('Kits'),
    screen(async () => {
      const [{ KitsScreen }, { readFirstKits }] = await Promise.all([
        import('./kitList/KitsScreen.tsx'),
        import('./kits/index/kitIndex.ts'),
        openDevice(),
      ])
      // A device that does not answer is the screen's to tell.
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
    screen(async () => (await import('./part/PartScreen.tsx')).PartScreen),
  ],
  [
    /^\/parts\/*$/i,
    later('Find parts'),
    screen(async () => {
      const { FindScreen, readFirst } = await import('./part/find/FindScreen.tsx')
      await readFirst().catch(() => undefined)
      return FindScreen
    }),
  ],
  [
    /^\/prices\/*$/i,
    later('Prices'),
    screen(async () => (await import('./part/place/PricesScreen.tsx')).PricesScreen),
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
    screen(async () => (await import('./basket/BasketScreen.tsx')).BasketScreen),
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
    screen(async () => (await import('./account/mine/AccountScreen.tsx')).AccountScreen),
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
  await findRoute(pathname).Screen.preload()
}

/**
 * Reads what the screen of an address shows of the device. After `openDevice`.
 * @param isAnswered the server has put it into the page already
 */
export async function readRouteAhead(
  { pathname, search }: Pick<Location, 'pathname' | 'search'>,
  isAnswered: boolean,
): Promise<void> {
  const route = findRoute(pathname)
  const id = idIn(route.id, search)
  if (id === null) return
  const build = await readAhead(id, isAnswered)
  // The builder shows notes as they are typed; elsewhere they stand formatted from the first paint.
  if (build?.kit.notes && route.id) await preloadMarkup()
}

function idIn(routeId: string, search: string): string | null {
  const params = new URLSearchParams(search)
  const id = routeId || idInLink(params.get('build') ?? params.get('kit') ?? '')
  if (!isBuildId(id) && !isId(id)) return null
  const mark = params.get('k')
  return mark === null ? id : `${id}?k=${mark}`
}

/** A device that is slower than that is the screen's to wait for, in words. */
const AHEAD_MS = 300
/** By the key of a visit: of the one that is shown and of those under way. Null: nothing to wait for. */
const readings = new Map<string, Promise<void> | null>()
let isFirstVisit = true

/** What main.tsx has done for the first address: the next screen is drawn once, and whole. */
function readingFor(to: ReturnType<typeof useLocation>, routeId: string): Promise<void> | null {
  let reading = readings.get(to.key)
  if (reading === undefined) {
    const isAhead = !isFirstVisit && idIn(routeId, to.search) !== null
    const read = () => readRouteAhead(to, false).catch(() => undefined)
    reading = isAhead ? Promise.race([read(), pause(AHEAD_MS)]) : null
    readings.set(to.key, reading)
    isFirstVisit = false
  }
  return reading
}

/** The screen of the address, with its title; one that the screen sets itself, later, wins. */
export function AppRoutes() {
  const location = useLocation()
  const { title, Screen, id } = findRoute(location.pathname)
  const words = say(title)
  const reading = readingFor(location, id)
  if (reading) use(reading)
  useEffect(() => {
    // Who comes back to an address finds what became of it meanwhile.
    for (const key of readings.keys()) if (key !== location.key) readings.delete(key)
  }, [location.key])
  return (
    <>
      <Title key={words} title={words} />
      <Screen id={id} />
    </>
  )
}
