// The rooms of app/, shared/ and sync-server/ and the imports allowed to each. A room is a folder's
// own files; its subfolders are rooms of their own. `node scripts/house/rooms.mjs` generates the
// lint fences, fences.json, from this list; rooms.test.ts beside it plants an import for every pair
// of rooms.
import { writeFileSync } from 'node:fs'
import { join, relative } from 'node:path/posix'

const list = (text) => text.split(/\s+/).map((room) => (room === '.' ? '' : room))

/** Rooms may import those before them; a dot stands for the floor's or feature's own files. */
export const SHARED = list(
  'words . vehicles cells text money admin tables typed kinds catalogue catalogue/baskets notify sync',
)
/** Components, which know no product noun. */
export const UI = list('look browser words text blocks controls layers').map((room) => `ui/${room}`)
/** Data and services of this device, without any rendering. */
export const DATA = list(
  `device api hardware sync/write sync/receive sync/send kits/open kits/index kits/state prices
  autofill sessions backup telemetry`,
).map((room) => `data/${room}`)
/** Parts shared by features, made of UI and DATA: the only way to a form, and views of a noun. */
export const SHOW = list('forms show/currency show/task show/vehicle show/catalogue show show/car')
/** Features never import one another; a feature's room may import those before it. */
export const FEATURES = {
  builder: list('rows undo paste money sharing fields jobSheet grid oneLine below parts saving .'),
  kit: list('comments history list .'),
  kits: list('.'),
  garage: list('.'),
  log: list('entry import elsewhere .'),
  parts: list('. basket find place'),
  share: list('reading labels .'),
  account: list('second entry mine'),
  admin: list('desk catalogue corrections errors people status'),
  pages: list('.'),
  chrome: list('start prompts drawer palette frame'),
}
export const SERVER = list(
  `words rounds outside postgres env db/migrations db log auditLog announcement metrics http mail
  accounts catalogue demo shops jobs sources feeds corrections pages errors notices sync/read sync
  notify moderation erasure status backup workerProcess housekeeping routes/guards admin routes
  routes/admin .`,
)

const roomsOf = (feature) => FEATURES[feature].map((room) => join(feature, room))
const below = (rooms, room) => rooms.slice(0, rooms.indexOf(room))

/** Every room of app/ with the rooms of app/ that it may import. */
function inApp() {
  const all = new Map([
    ...UI.map((room) => [room, below(UI, room)]),
    ...DATA.map((room) => [room, below(DATA, room)]),
    ...SHOW.map((room) => [room, [...UI, ...DATA, ...below(SHOW, room)]]),
  ])
  const ground = [...all.keys()]
  for (const feature of Object.keys(FEATURES)) {
    const rooms = roomsOf(feature)
    for (const room of rooms) all.set(room, [...ground, ...below(rooms, room)])
  }
  return all.set('', [...all.keys()])
}

/** @type {Map<string, string[]>} rooms by folder, with the rooms of their floor they may import */
export const ROOMS = new Map(
  [
    ['shared', new Map(SHARED.map((room) => [room, below(SHARED, room)]))],
    ['app', inApp()],
    ['sync-server', new Map(SERVER.map((room) => [room, below(SERVER, room)]))],
  ].flatMap(([floor, rooms]) =>
    Array.from(rooms, ([room, others]) => [
      join(floor, room),
      others.map((other) => join(floor, other)),
    ]),
  ),
)

export const floorOf = (room) => room.split('/', 1)[0]

/** Rooms of its floor that a room may not import. */
export const closedTo = (room) =>
  [...ROOMS.keys()].filter(
    (other) =>
      other !== room && floorOf(other) === floorOf(room) && !ROOMS.get(room).includes(other),
  )

const OF_THE_SERVER = ['koa', '@koa/*', 'knex', 'pg', 'node:*', 'zod']
const OF_THE_BROWSER = ['react', 'react-dom', 'react-*', 'dexie', 'dexie-*']
const NO_RADIX = {
  group: ['radix-ui'],
  message: 'Radix lives in app/ui/ only: wrap the primitive there.',
}
/** Imports that are closed to a whole floor. */
const FLOORS = {
  shared: {
    group: [...OF_THE_SERVER, ...OF_THE_BROWSER, '**/app/**', '**/sync-server/**'],
    message:
      'shared/ is the ground floor: it may import zod/mini and its own files only. Move what needs more into app/ or sync-server/.',
  },
  app: {
    group: [...OF_THE_SERVER, '**/sync-server/**'],
    message:
      'The browser never sees the server: speak through a route and a shared type. Use zod/mini for schemas.',
  },
  'sync-server': {
    group: [...OF_THE_BROWSER, '**/app/**'],
    message: "The server never imports the browser's code: put what both need into shared/.",
  },
}

/** Patterns of imports into a folder: relative from a room, and by alias if it is shared. */
function patternsOf(room, folder, files) {
  const way = relative(room, folder) || '.'
  const paths = [way.startsWith('.') ? way : `./${way}`]
  if (folder.startsWith('shared')) paths.push(`#${folder}`)
  return paths.map((path) => `${path}/${files}`)
}

/** Patterns of single rooms end at their own files; a folder closed as a whole is one pattern. */
function closedPatterns(room) {
  const closed = closedTo(room)
  const topOf = (other) => other.split('/').slice(0, 2).join('/')
  const isWhole = (top) =>
    top.includes('/') &&
    topOf(room) !== top &&
    [...ROOMS.keys()].every((other) => topOf(other) !== top || closed.includes(other))
  return [...new Set(closed.map(topOf))].flatMap((top) =>
    isWhole(top)
      ? patternsOf(room, top, '**')
      : closed
          .filter((other) => topOf(other) === top)
          .flatMap((other) => patternsOf(room, other, '*.ts*')),
  )
}

const NO_OTHER_ROUTE = {
  group: ['./*'],
  message: 'Routes never import each other: what two need belongs in a room below.',
}

/** The fences as overrides of the lint rules: each one is complete. */
export function fences() {
  return Array.from(ROOMS.keys(), (room) => {
    const floor = floorOf(room)
    const patterns = [FLOORS[floor]]
    if (floor === 'app' && !room.startsWith('app/ui')) patterns.push(NO_RADIX)
    if (room === 'sync-server/routes') patterns.push(NO_OTHER_ROUTE)
    const group = closedPatterns(room)
    const message = `${room} stands on the rooms before it in scripts/house/rooms.mjs, and features never import one another: let the later one import, listen, or move what both need below.`
    if (group.length > 0) patterns.push({ group, message })
    return {
      files: [`${room}/*.ts`, `${room}/*.tsx`],
      rules: { 'no-restricted-imports': ['error', { patterns }] },
    }
  })
}

/** Expected text of fences.json: a line a room. */
export const fencesFile = () =>
  `{ "overrides": [\n${fences()
    .map((one) => JSON.stringify(one))
    .join(',\n')}\n] }\n`

if (process.argv[1] === import.meta.filename) {
  writeFileSync(new URL('./fences.json', import.meta.url), fencesFile())
}
