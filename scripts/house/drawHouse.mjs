// Draws docs/house.md from the code: the rooms with their imports, and the path of one key from a
// finger to the screen of another device. `node scripts/house/drawHouse.mjs` writes it;
// scripts/house/drawHouse.test.ts fails when it is out of date.
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path/posix'
import { DATA, FEATURES, floorOf, ROOMS, SERVER, SHARED, SHOW, UI } from './rooms.mjs'

/** Imports of code only: a feature's style sheets serve all of its rooms. */
const IMPORT = /(?:from|import\(?)\s*'(#shared\/|\.{1,2}\/)([^']+\.tsx?)'/g

/** Path of a key: a file, the name that runs in it, and how the step before gets there. */
const WAY = [
  ['app/builder/fields/useLineField.ts', 'actions.write', 'the field reads what is typed'],
  ['app/builder/rows/rowActions.ts', 'setCells', 'the row writes its cells'],
  [
    'app/data/sync/write/writeQueue.ts',
    'edit',
    'the open kit has them; they wait for the transaction before',
  ],
  ['app/data/sync/write/edit.ts', 'writeCells', 'one transaction of IndexedDB'],
  ['app/data/sync/write/writeCells.ts', 'clock.tick', 'each gets its stamp, once'],
  ['app/data/device/dexieStore.ts', 'bulkPut', 'into `pending` of IndexedDB'],
  ['app/data/device/syncState.ts', 'noteEdit', 'told: something is to be sent'],
  ['app/data/sync/send/sync.ts', 'flush', 'a second after the last key'],
  ['app/data/sync/send/flush.ts', 'net.sync', 'what waits, as one request'],
  ['app/data/api/net.ts', '/api/sync', 'over the network'],
  ['sync-server/routes/sync.ts', 'applyOps', 'who sends it, and what it may'],
  ['sync-server/sync/applyOps.ts', 'decide', 'one transaction of PostgreSQL'],
  ['shared/sync/decide.ts', 'beats', 'the later stamp wins, cell by cell'],
  [
    'sync-server/sync/world.ts',
    'upsertOf',
    'into the table of its kind, such as `lines`, with the next version',
  ],
  ['sync-server/sync/live.ts', 'Poke', 'told to all who follow it'],
  ['app/data/sync/send/live.ts', 'pull', 'the other device asks'],
  [
    'app/data/sync/receive/applyAnswer.ts',
    'confirm',
    'what came, and up to where, in one transaction',
  ],
  ['app/data/kits/open/openKit.ts', 'OpenKit', 'the open kit in memory has it'],
  ['app/data/kits/open/useBuild.ts', 'openKit', 'its screen shows it'],
]

/** Mechanisms and their one home: a file, and what of it is called. */
const HOMES = [
  ['A form, its validation, its half-typed text', 'app/forms/useForm.ts', 'useForm'],
  ['An act of a screen: busy, failed, done', 'app/forms/useAction.ts', 'useAction'],
  ['A question before an act on a list', 'app/forms/useDecision.ts', 'useDecision'],
  ['Data of the server on a screen', 'app/forms/useServerData.ts', 'useServerData'],
  ['A list of operators', 'app/admin/desk/AdminList.tsx', 'AdminList'],
  ['Its pages', 'app/admin/desk/usePages.ts', 'usePages'],
  ['The same at the server, also as CSV', 'sync-server/routes/admin/adminList.ts', 'adminList'],
  ['Acts of operators, asked before', 'app/admin/desk/acts.tsx', 'useActs'],
  ['A form of operators', 'app/admin/desk/AdminForm.tsx', 'AdminForm'],
  ['A field with options below (combobox)', 'app/ui/controls/useCombobox.ts', 'useCombobox'],
  ['A request: timeout, Retry-After, portals', 'app/data/api/request.ts', 'request'],
  ['An answer of a known shape', 'app/data/api/api.ts', 'askApi'],
  ['Backoff', 'app/data/device/delay.ts', 'backoffMs'],
  ['A call that waits for signal', 'app/data/api/calls.ts', 'queueCall'],
  ['A write on the device', 'app/data/sync/write/edit.ts', 'edit'],
  ['A table in a transaction of the device', 'app/data/device/store.ts', 'StoreTx'],
  ['What buffers such a transaction', 'app/data/device/layerTx.ts', 'LayerTx'],
  ['A part of IndexedDB read past it', 'app/data/device/ranges.ts', 'ofPrincipal'],
  ['An item of localStorage', 'app/data/device/readStored.ts', 'keepStored'],
  ['A write at the server', 'sync-server/sync/applyOps.ts', 'applyOps'],
  ['A kit in memory', 'app/data/kits/open/openKit.ts', 'OpenKit'],
  ['A fact about a kind', 'shared/kinds/schema.ts', 'ruleOf'],
  ['Parts of a kit as a table', 'app/show/kitTable.ts', 'kitTable'],
  ['A catalogue fact on its way in', 'sync-server/catalogue/storeParts.ts', 'storeParts'],
  ['A request to a stranger', 'sync-server/outside/guardedFetch.ts', 'guardedFetch'],
  ['A fair share of a limited place', 'sync-server/http/fairPlaces.ts', 'FairPlaces'],
  ['A notice to an account', 'sync-server/notices/notify.ts', 'notify'],
  ['A cell of a CSV', 'shared/tables/csv.ts', 'csvText'],
  ['A delimited text cut into rows', 'shared/tables/cutCells.ts', 'TableCutter'],
  ['A number in a text', 'shared/money/numberText.ts', 'readNumber'],
  ['An odd odometer reading', 'shared/kinds/odometer.ts', 'oddReadings'],
  ['A list in groups', 'shared/lists.ts', 'groupBy'],
  ['An amount inside of other words', 'shared/money/amountPatterns.ts', 'AMOUNT'],
  ['The currency that words name', 'shared/money/currencyWords.ts', 'currenciesOf'],
]

function filesIn(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name) && !/\.test\./.test(entry.name))
    .map(({ parentPath, name }) => join(parentPath.replaceAll('\\', '/'), name))
}

const isTest = (file) => /(^|\/)test[A-Z]/.test(file)

/** @returns {Map<string, Set<string>>} imports of each room, uncounted: counts change too often */
export function look() {
  const rooms = new Map(Array.from(ROOMS.keys(), (room) => [room, new Set()]))
  for (const file of ['app', 'shared', 'sync-server'].flatMap(filesIn)) {
    if (isTest(file)) continue
    const text = readFileSync(file, 'utf8')
    for (const [, way, path] of text.matchAll(IMPORT)) {
      const target = way === '#shared/' ? join('shared', path) : join(dirname(file), way + path)
      if (dirname(target) !== dirname(file)) rooms.get(dirname(file))?.add(dirname(target))
    }
  }
  return rooms
}

/** Forbidden imports, which lead up or into another feature, and import cycles of rooms. */
export function faultsOf(rooms) {
  const arrows = Array.from(rooms, ([room, others]) =>
    [...others].map((other) => [room, other]),
  ).flat()
  const up = arrows.filter(
    ([room, other]) => floorOf(room) === floorOf(other) && !ROOMS.get(room)?.includes(other),
  )
  return { arrows, up: up.map((arrow) => arrow.join(' -> ')), circles: circlesOf(rooms) }
}

/** Repeatedly removes rooms without remaining imports: the rest are in cycles, or lead to one. */
function circlesOf(rooms) {
  const left = new Map(rooms)
  const isFree = ([, others]) => ![...others].some((other) => left.has(other))
  for (let free; (free = [...left].filter(isFree)).length > 0;) {
    for (const [room] of free) left.delete(room)
  }
  return [...left.keys()]
}

const nameOf = (room) => room.replaceAll(/[/-]/g, '_') || 'own'
const shortOf = (room) => room.slice(room.indexOf('/') + 1)

/** Mermaid diagram of a floor's rooms: an arrow for every import. */
function picture(rooms, drawn) {
  const lines = ['```mermaid', 'flowchart BT']
  for (const room of drawn) lines.push(`  ${nameOf(room)}["${shortOf(room)}"]`)
  for (const room of drawn) {
    for (const other of drawn.filter((one) => rooms.get(room).has(one)))
      lines.push(`  ${nameOf(room)} --> ${nameOf(other)}`)
  }
  return [...lines, '```'].join('\n')
}

/** Imports of each room from its own floor, in the order of the floors. */
function list(rooms, listed) {
  const rowOf = (room) => {
    const used = [...ROOMS.keys()].filter((other) => rooms.get(room).has(other))
    const own = used.filter((other) => floorOf(other) === floorOf(room)).map(shortOf)
    return `- **${shortOf(room)}** imports ${own.join(', ') || 'nothing of its floor'}`
  }
  return listed.map(rowOf).join('\n')
}

function checked(file, symbol) {
  if (!existsSync(file) || !readFileSync(file, 'utf8').includes(symbol))
    throw new Error(`docs/house.md leads to ${symbol} in ${file}, which is not there`)
  return `\`${file}\` (\`${symbol}\`)`
}

const way = () =>
  WAY.map(([file, symbol, what], at) => `${at + 1}. ${checked(file, symbol)}: ${what}`).join('\n')
const homes = () =>
  HOMES.map(([what, file, symbol]) => `- ${what}: ${checked(file, symbol)}`).join('\n')

/** @returns {string} text of docs/house.md */
export function drawHouse() {
  const rooms = look()
  const inFloor = (floor, names) => names.map((name) => join(floor, name))
  const features = Object.entries(FEATURES).flatMap(([name, own]) => inFloor(`app/${name}`, own))
  const { arrows, up, circles } = faultsOf(rooms)
  return `# The house, drawn from the code

Made by \`node scripts/house/drawHouse.mjs\`; a test keeps it true. What each room is for stands in the [README](../README.md#the-house). A room is a folder's own files and stands on those before it; tests are left out. ${ROOMS.size} rooms, ${arrows.length} arrows, ${up.length} up, ${circles.length} rooms in circles.

## One home for each mechanism

A second one is a fault, also where it is shorter today.

${homes()}

## What both ends use

${picture(rooms, inFloor('shared', SHARED))}

## What this device has and does

${picture(rooms, inFloor('app', DATA))}

## Components, and what features share

${list(rooms, inFloor('app', [...UI, ...SHOW]))}

## Features

They never import one another.

${list(rooms, features)}

## The server

${picture(rooms, inFloor('sync-server', SERVER.slice(0, -1)))}

## The way of one key

From a finger in the parts list to the screen of another device:

${way()}
`
}

if (process.argv[1] === import.meta.filename) writeFileSync('docs/house.md', drawHouse())
