/**
 * Chunks of the build: few, because each is a round trip on a bad link. No list of files assigns
 * modules to them, but the users of a module at first render: the screens, which app/routes.tsx
 * loads by path, and lazy code. Modules that only lazy code needs are left to the bundler.
 */
import type { Rolldown } from 'vite'

type Context = Rolldown.ChunkingContext

const ROUTES = /\/app\/routes\.tsx$/
const SCREEN = /\/app\/(?:(\w+)\/(?:\w+\/)?)?(\w+Screen)\.tsx$/
const UI = /\/app\/ui\/(?!words\/)\w+\/\w+\.tsx?$/
const ICONS = /\/app\/ui\/blocks\/icons\.tsx$/
const ICON = /\/lucide-react\/dist\/esm\/icons\/([\w-]+)\.mjs$/
/** Screens a new visitor starts on. Modules that only other screens share would delay these. */
const FIRST = [
  'LandingScreen',
  'BuilderScreen',
  'ListScreen',
  'KitScreen',
  'KitsScreen',
  'LoginScreen',
]
/** Folders app/AccountScreen.tsx loads lazily, besides the one of its name. */
const OF_ACCOUNT = /\/app\/(admin|pages)\//
/** Characters of a module too small for a file of its own. */
const SMALL = 1_000
/** Loads a kit that is not on the device, and keeps it up to date: no screen, but as urgent. */
const SYNC = /\/app\/data\/(kits\/open\/openBuild|sync\/send\/sync)\.ts$/

/** The groups of one build. A user of one's module also loads those of higher priority. */
export function chunks(): Rolldown.CodeSplittingGroup[] {
  const needs = new Map<string, Need>()
  const group = (priority: number, nameOf: (need: Need) => string | false | undefined) => ({
    debugName: `needed, ${priority}`,
    name(id: string, context: Context) {
      const need = needs.get(id) ?? findNeed(id, context)
      needs.set(id, need)
      return nameOf(need) || null
    },
    priority,
  })
  return [
    // Loaded with the forms that set a password, and with nothing else.
    { name: 'strength', test: /@zxcvbn-ts|fastest-levenshtein|commonWords\.json/, priority: 8 },
    // Separate, because only an update of a package changes it.
    { name: 'vendor', test: /\/node_modules\//, tags: ['$initial'], priority: 7 },
    group(6, (need) => (need.byAll || isOfMany(need) || need.isOfAll) && 'core'),
    // The kit and its list need what brings a kit, so that theirs costs no file more.
    group(5, ({ bySync, screens, folders }) =>
      bySync || (screens.length > 1 && folders.join() === 'kit') ? 'sync' : false,
    ),
    group(4, ({ folders }) => folders.length > 1 && 'tools'),
    group(3, ({ screens, folders }) => screens.length > 1 && folders[0]),
    // Lazy code of elsewhere must not pull in a screen.
    group(2, ({ folders: [folder], byOthers }) => folder && byOthers && `${folder}-shared`),
    group(1, ({ screens }) => screens[0]),
  ]
}

/** Modules that screens of several folders need, one of them a first screen. */
const isOfMany = ({ folders, screens }: Need): boolean =>
  folders.length > 1 && screens.some((screen) => FIRST.includes(screen))

/** Users that cannot render or run without a module. */
interface Need {
  byAll: boolean
  bySync: boolean
  screens: string[]
  /** Folders of the screens, without duplicates. */
  folders: string[]
  /** Lazily loaded code outside the screens' folders needs it too. */
  byOthers: boolean
  /** A small module of app/ui/ that screens and lazy code share. */
  isOfAll: boolean
}

/** Walks from a module to its direct and indirect importers, up to dynamic imports. */
function findNeed(id: string, context: Context): Need {
  const importers = new Set([id])
  const screens: string[] = []
  const folders = new Set<string>()
  const later: string[] = []
  let byAll = false
  // The set grows during the walk.
  for (const importer of importers) {
    const {
      isEntry,
      dynamicImporters,
      importers: more,
    } = context.getModuleInfo(importer) ?? NOTHING
    byAll ||= isEntry
    const [, folder = 'account', screen] = SCREEN.exec(importer) ?? []
    const isOfRoute = dynamicImporters.some((from) => ROUTES.test(from))
    if (screen && isOfRoute) {
      screens.push(screen)
      folders.add(folder)
    } else if (dynamicImporters.length > 0 && !isOfRoute) later.push(importer)
    const users = importer === id && ICON.test(id) ? usersOf(id, context) : more
    for (const each of users) importers.add(each)
  }
  const isAtHome = (file: string) =>
    [...folders].some(
      (each) => file.includes(`/app/${each}/`) || (each === 'account' && OF_ACCOUNT.test(file)),
    )
  const byOthers = !later.every(isAtHome)
  return {
    byAll,
    bySync: [...importers].some((each) => SYNC.test(each)),
    screens,
    folders: [...folders],
    byOthers,
    isOfAll: byOthers && folders.size > 0 && UI.test(id) && lengthOf(id, context) < SMALL,
  }
}

/**
 * The modules that use an icon. By importers alone that would be all: every icon goes through the
 * index of its package, and through ui/blocks/icons.tsx, which gives it our name.
 */
function usersOf(icon: string, context: Context): string[] {
  const [, file = ''] = ICON.exec(icon) ?? []
  const infoOf = (id: string) => context.getModuleInfo(id) ?? NOTHING
  const indexes = infoOf(icon).importers
  const lists = indexes.flatMap((id) => infoOf(id).importers).filter((id) => ICONS.test(id))
  const linesOf = (id: string) => (infoOf(id).code ?? '').split('\n')
  const exported = indexes.flatMap(linesOf).filter((line) => line.includes(`/icons/${file}.mjs`))
  const theirs = exported.flatMap(namesIn)
  const known = new Set(theirs.map(([, name]) => name))
  const ours = lists
    .flatMap((id) => namesIn(infoOf(id).code ?? ''))
    .flatMap(([name, as]) => (known.has(name) ? [as] : []))
  const uses = (id: string) => {
    const words = new Set((infoOf(id).code ?? '').split(/\W+/))
    return ours.some((name) => words.has(name))
  }
  return [...new Set(lists.flatMap((id) => infoOf(id).importers))].filter(uses)
}

/** Renames in a list of exports: each `Car as CarIcon` in it. */
const namesIn = (code: string): [name: string, as: string][] =>
  Array.from(code.matchAll(/(\w+) as (\w+)/g), ([, name = '', as = '']) => [name, as])

const lengthOf = (id: string, context: Context) =>
  context.getModuleInfo(id)?.code?.length ?? Infinity

const NOTHING = { isEntry: false, dynamicImporters: [], importers: [], code: '' }
