// The rooms of app/ and what each may import. The fences of .oxlintrc.json are made of this list, by
// `node scripts/house/rooms.mjs`; rooms.test.ts beside it plants an import for every pair of rooms.
import { readFileSync, writeFileSync } from 'node:fs'

/** Components, which know no product noun. */
const UI = 'ui'
/** What this device has and does, from the ground up: each stands on those before it. */
export const LOWER = [
  'device',
  'api',
  'sync/write',
  'sync/receive',
  'sync/send',
  'kits',
  'prices',
  'autofill',
  'sessions',
  'unsent',
  'telemetry',
  'hardware',
  // Simulations of all that, for tests.
  'sync/model',
]
/** What several features show of a kit. It stands on what is above. */
export const SHOW = 'show'
/** They never import one another. */
export const FEATURES = [
  'builder',
  'list',
  'kit',
  'kitList',
  'share',
  'garage',
  'log',
  'part',
  'basket',
  'account',
  'pages',
  'palette',
  'chrome',
]
export const ROOMS = [UI, ...LOWER, SHOW, ...FEATURES]

/** @returns {string[]} the rooms beside itself that a room may import */
export function mayImport(room) {
  if (room === UI) return []
  if (LOWER.includes(room)) return LOWER.slice(0, LOWER.indexOf(room))
  return room === SHOW ? [UI, ...LOWER] : [UI, ...LOWER, SHOW]
}

function why(room) {
  if (room === UI) return 'ui/ knows no product noun: pass data in as props.'
  if (LOWER.includes(room))
    return 'A room stands on those before it (scripts/house/rooms.mjs): let the later one import, or listen.'
  if (room === SHOW) return 'show/ stands below the features: what it shows comes by props.'
  return 'Features never import one another: share through show/, a room below, ui/ or #shared.'
}

/** How an import into a room looks, from wherever: by the last part of its path. */
export const patternOf = (room) => `**/${room.split('/').at(-1)}/**`
const OF_THE_SERVER = ['koa', '@koa/*', 'knex', 'pg', 'node:*', '**/sync-server/**', 'zod']
const NO_SERVER = {
  group: OF_THE_SERVER,
  message:
    'The browser never sees the server: speak through a route and a shared type. Use zod/mini for schemas.',
}
const NO_RADIX = {
  group: ['radix-ui'],
  message: 'Radix lives in app/ui/ only: wrap the primitive there.',
}
const OF_THE_BROWSER = ['**/app/**', 'react', 'react-dom', 'react-*', 'dexie', 'dexie-*']
const NO_BROWSER = {
  group: OF_THE_BROWSER,
  message: "The server never imports the browser's code: put what both need into shared/.",
}

const fence = (files, patterns) => ({
  files,
  rules: { 'no-restricted-imports': ['error', { patterns }] },
})

/** The fences as overrides of the lint rules. A later one replaces an earlier: each says all. */
export function fences() {
  return [
    fence(
      ['shared/**'],
      [
        {
          group: [
            ...OF_THE_SERVER.filter((name) => !name.includes('**')),
            ...OF_THE_BROWSER,
            '**/sync-server/**',
          ],
          message:
            'shared/ is the ground floor: it may import zod/mini and its own files only. Move what needs more into app/ or sync-server/.',
        },
      ],
    ),
    fence(['app/**'], [NO_SERVER, NO_RADIX]),
    ...ROOMS.map((room) => {
      const closed = ROOMS.filter((other) => other !== room && !mayImport(room).includes(other))
      const others = {
        group: closed.map(patternOf),
        message: why(room),
      }
      return fence([`app/${room}/**`], [NO_SERVER, ...(room === 'ui' ? [] : [NO_RADIX]), others])
    }),
    fence(['sync-server/**'], [NO_BROWSER]),
    fence(
      ['sync-server/routes/**'],
      [
        NO_BROWSER,
        {
          group: ['./*', '!./*.test.ts'],
          message:
            'Routes never import each other: what two need belongs in sync/, http/ or shared/.',
        },
      ],
    ),
  ]
}

const isFence = ({ rules }) => Array.isArray(rules['no-restricted-imports'])

/** @returns {object} the rules of lint with the fences as they ought to be */
export function withFences(config) {
  return { ...config, overrides: [...fences(), ...config.overrides.filter((one) => !isFence(one))] }
}

if (process.argv[1] === import.meta.filename) {
  const file = new URL('../../.oxlintrc.json', import.meta.url)
  const config = withFences(JSON.parse(readFileSync(file, 'utf8')))
  writeFileSync(file, `${JSON.stringify(config, null, 2)}\n`)
}
