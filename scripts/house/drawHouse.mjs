// Draws docs/house.md out of the code: the rooms of app/ with what each imports, and the way of one
// key from a finger to the screen of another device. `node scripts/house/drawHouse.mjs` writes it;
// scripts/house/drawHouse.test.ts fails when it is not what the code says.
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path/posix'
import { FEATURES, LOWER, ROOMS, SHOW } from './rooms.mjs'

const FLOORS = ['shared/', 'sync-server/']
const IMPORT = /(?:from|import\()\s*'(#shared\/|\.{1,2}\/)([^']+)'/g

/** Where a key comes along: a file, what of it is run, and how that is reached from the one before. */
const WAY = [
  ['app/builder/fields/useLineField.ts', 'actions.write', 'the field reads what is typed'],
  ['app/builder/parts/rowActions.ts', 'setCells', 'the row writes its cells'],
  ['app/sync/write/pump.ts', 'edit', 'the open kit has them; they wait for the transaction before'],
  ['app/sync/write/edit.ts', 'writeCells', 'one transaction of IndexedDB'],
  ['app/sync/write/writeCells.ts', 'putPending', 'each gets its stamp, once'],
  ['app/device/syncState.ts', 'noteEdit', 'told: something is to be sent'],
  ['app/sync/send/sync.ts', 'flush', 'a second after the last key'],
  ['app/sync/send/flush.ts', 'net.sync', 'what waits, as one request'],
  ['app/api/net.ts', '/api/sync', 'over the network'],
  ['sync-server/routes/sync.ts', 'applyOps', 'who sends it, and what it may'],
  ['sync-server/sync/applyOps.ts', 'decide', 'one transaction of PostgreSQL'],
  ['shared/sync/decide.ts', 'beats', 'the later stamp wins, cell by cell'],
  ['sync-server/sync/world.ts', 'pokeAfter', 'stored, with the next version of the stream'],
  ['sync-server/sync/live.ts', 'Poke', 'told to all who follow it'],
  ['app/sync/send/live.ts', 'pull', 'the other device asks'],
  ['app/sync/receive/applyAnswer.ts', 'confirm', 'what came, and up to where, in one transaction'],
  ['app/kits/open/openKit.ts', 'OpenKit', 'the open kit in memory has it'],
  ['app/kits/open/useBuild.ts', 'openKit', 'its screen shows it'],
]

function filesIn(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name) && !/\.test\./.test(entry.name))
    .map(({ parentPath, name }) => join(parentPath.replaceAll('\\', '/'), name))
}

const roomOf = (file) =>
  ROOMS.find((room) => file.startsWith(`app/${room}/`)) ??
  FLOORS.find((floor) => file.startsWith(floor))?.slice(0, -1)

/** @returns of each room those that it imports. No counts: they would change with every line. */
function look() {
  const rooms = new Map(ROOMS.map((room) => [room, new Set()]))
  for (const file of filesIn('app')) {
    const room = rooms.get(roomOf(file) ?? '')
    if (!room) continue
    const text = readFileSync(file, 'utf8')
    for (const [, way, path] of text.matchAll(IMPORT)) {
      const target = way === '#shared/' ? 'shared/' : join(dirname(file), way + path)
      const other = roomOf(target)
      if (other && other !== roomOf(file)) room.add(other)
    }
  }
  return rooms
}

const nameOf = (room) => room.replaceAll('/', '_')

/** The ground floor as a picture: an arrow for every room that another stands on. */
function picture(rooms) {
  const lines = ['```mermaid', 'flowchart BT']
  for (const room of LOWER) lines.push(`  ${nameOf(room)}["${room}"]`)
  for (const room of LOWER) {
    const others = LOWER.filter((other) => rooms.get(room).has(other))
    for (const other of others) lines.push(`  ${nameOf(room)} --> ${nameOf(other)}`)
  }
  return [...lines, '```'].join('\n')
}

function list(rooms, names) {
  const order = ['shared', 'ui', ...LOWER, SHOW]
  const rowOf = (name) => {
    const used = order.filter((other) => rooms.get(name).has(other))
    return `- **${name}** imports ${used.join(', ') || 'nothing'}`
  }
  return names.map(rowOf).join('\n')
}

function way() {
  return WAY.map(([file, symbol, what], at) => {
    if (!existsSync(file) || !readFileSync(file, 'utf8').includes(symbol))
      throw new Error(`The way of a key leads no longer over ${symbol} in ${file}`)
    return `${at + 1}. \`${file}\` (\`${symbol}\`): ${what}`
  }).join('\n')
}

/** @returns {string} docs/house.md as the code says */
export function drawHouse() {
  const rooms = look()
  return `# The house, drawn from the code

Made by \`node scripts/house/drawHouse.mjs\`; a test keeps it true. What each room is for stands in the [README](../README.md#the-house).

## What this device has and does

Each room stands on those below it. Tests are left out.

${picture(rooms)}

${list(rooms, LOWER)}

## Components and features

Features never import one another.

${list(rooms, ['ui', SHOW, ...FEATURES])}

## The way of one key

From a finger in the parts list to the screen of another device:

${way()}
`
}

if (process.argv[1] === import.meta.filename) writeFileSync('docs/house.md', drawHouse())
