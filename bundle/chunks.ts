/**
 * Which file of the build a module goes to: few files, because each is a round trip of a bad link.
 * No list of files says so, but who needs a module for a first render: of the screens, which
 * app/routes.tsx fetches by address, and of what is fetched later. What only comes later is left
 * to the bundler.
 */
import type { Rolldown } from 'vite'

type Context = Rolldown.ChunkingContext

const ROUTES = /\/app\/routes\.tsx$/
const SCREEN = /\/app\/(\w+)(?:\/\w+)?\/(\w+Screen)\.tsx$/
const UI = /\/app\/ui\/(?!words\/)\w+\/\w+\.tsx?$/
const ICONS = /\/app\/ui\/blocks\/icons\.tsx$/
const ICON = /\/lucide-react\/dist\/esm\/icons\/([\w-]+)\.mjs$/
/** Where somebody who never was here begins. What only others share would make each of these later. */
const FIRST = [
  'LandingScreen',
  'BuilderScreen',
  'ListScreen',
  'KitScreen',
  'KitsScreen',
  'LoginScreen',
]
/** The screens that look for parts and compare what they cost: what they share nobody else starts with. */
const PRICES = ['part', 'basket']
/** Characters of a module that is too small for a file of its own. */
const SMALL = 1_000
/** Fetches a kit that is not on the device, and keeps it up to date: no screen, but as soon. */
const SYNC = /\/app\/(kits\/open\/openBuild|sync\/send\/sync)\.ts$/

/** The groups of one build. Who needs a module of one has those of higher priority as well. */
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
    // Comes with the forms that set a password, and with nothing else.
    { name: 'strength', test: /@zxcvbn-ts|fastest-levenshtein|commonWords\.json/, priority: 8 },
    // By itself, because only an update of a package changes it.
    { name: 'vendor', test: /\/node_modules\//, tags: ['$initial'], priority: 7 },
    group(6, (need) => (need.byAll || isOfMany(need) || need.isOfAll) && 'core'),
    group(5, ({ bySync }) => bySync && 'sync'),
    group(
      4,
      ({ folders }) => folders.length > 1 && (folders.every(isOfPrices) ? 'prices' : 'tools'),
    ),
    group(3, ({ screens, folders }) => screens.length > 1 && folders[0]),
    // Later code of elsewhere must not bring a screen along.
    group(2, ({ folders: [folder], byOthers }) => folder && byOthers && `${folder}-shared`),
    group(1, ({ screens }) => screens[0]),
  ]
}

const isOfPrices = (folder: string): boolean => PRICES.includes(folder)

/** What more than one folder's screens need, one of them that somebody begins with. */
const isOfMany = ({ folders, screens }: Need): boolean =>
  folders.length > 1 && screens.some((screen) => FIRST.includes(screen))

/** Who cannot be drawn or run without a module. */
interface Need {
  byAll: boolean
  bySync: boolean
  screens: string[]
  /** Of the screens, each once. */
  folders: string[]
  /** What is fetched later, and is of no folder of the screens. */
  byOthers: boolean
  /** A small piece of nobody's that a screen and others have. */
  isOfAll: boolean
}

/** Goes from a module to all that import it, directly or not, up to what is fetched by itself. */
function findNeed(id: string, context: Context): Need {
  const importers = new Set([id])
  const screens: string[] = []
  const folders = new Set<string>()
  const later: string[] = []
  let byAll = false
  // It grows while it is walked through.
  for (const importer of importers) {
    const {
      isEntry,
      dynamicImporters,
      importers: more,
    } = context.getModuleInfo(importer) ?? NOTHING
    byAll ||= isEntry
    const [, folder, screen] = SCREEN.exec(importer) ?? []
    const isOfRoute = dynamicImporters.some((from) => ROUTES.test(from))
    if (folder && screen && isOfRoute) {
      screens.push(screen)
      folders.add(folder)
    } else if (dynamicImporters.length > 0 && !isOfRoute) later.push(importer)
    const users = importer === id && ICON.test(id) ? usersOf(id, context) : more
    for (const each of users) importers.add(each)
  }
  const isAtHome = (file: string) => [...folders].some((each) => file.includes(`/app/${each}/`))
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
 * The modules that use an icon. By its importers everybody would: all icons go through the index of
 * their package, and through ui/blocks/icons.tsx, which gives them our names.
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

/** What a list of exports calls by which name: each `Car as CarIcon` in it. */
const namesIn = (code: string): [name: string, as: string][] =>
  Array.from(code.matchAll(/(\w+) as (\w+)/g), ([, name = '', as = '']) => [name, as])

const lengthOf = (id: string, context: Context) =>
  context.getModuleInfo(id)?.code?.length ?? Infinity

const NOTHING = { isEntry: false, dynamicImporters: [], importers: [], code: '' }
