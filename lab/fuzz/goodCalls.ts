/** A good call of every route: spoilt in one place, it gets further in than noise. */
import type Router from '@koa/router'

import type { SourceSettings } from '#shared/catalogue/source.ts'
import type { Deps } from '../../sync-server/routes/guards/deps.ts'

import type { Watch } from '#shared/notify/notifications.ts'

import { keyOfPart } from '#shared/catalogue/partNumber.ts'
import { DEFAULT_SETTINGS } from '#shared/notify/notifications.ts'
import { ownerScope } from '#shared/cells/limits.ts'
import { encodeRequest } from '#shared/sync/protocol.ts'
import { TEST_PASSWORD } from '../../sync-server/testProof.ts'
import { API_ROUTES } from '../../sync-server/server.ts'
import type { TestDevice } from '../../sync-server/testServer.ts'

/** Ids and secrets that exist on the server, for calls to name. plantGood.ts plants them. */
export interface Known {
  kitId: string
  buildId: string
  versionId: string
  commentId: string
  username: string
  email: string
  userId: string
  sessionId: string
  deletionId: string
  taskId: string
  messageId: string
  mailId: string
  jobId: string
  /** Feeds: one that waits for a decision, and one that was imported. */
  feedId: string
  importedId: string
  sourceId: string
  backupId: string
  errorId: string
  partNumber: string
  partId: string
  merchantId: string
  /** Part number of a removed part. */
  removedNumber: string
  /** Reported comment and kit. */
  reportedId: string
  reportedKitId: string
  /** Secret of a calendar address. */
  secret: string
  /** Ticket for the download of a backup. */
  ticket: string
  factorId: string
  /** TOTP code of an authenticator app that is being added. */
  code: string
  /** Tokens of mailed links. */
  resetToken: string
  verifyToken: string
  unsubscribeToken: string
}

export interface Route {
  method: string
  /** Path pattern of the router: `/api/kits/:kitId`. */
  path: string
}

/** Every path of the API with its methods, from the server's own routers. */
export function routesOf(deps: Deps): Route[] {
  return API_ROUTES.flatMap((routes: (deps: Deps) => Router) =>
    routes(deps).stack.flatMap(({ methods, path }) =>
      methods
        .filter((method) => method !== 'HEAD')
        .map((method) => ({ method, path: String(path) })),
    ),
  )
}

/** Whether only administrators may call it. */
export const isOperators = ({ path }: Route): boolean =>
  /^\/api\/(admin\/|errors\/logs|scrape\/|parts\/additional)/.test(path)

const lasting = (value: string) => () => value

/** Path parameters, by name alone, or by the path up to them where the name is ambiguous. */
const NAMED: Record<string, (known: Known) => string> = {
  // Any page of the app without a route of its own.
  ':anyOther': lasting('nowhere'),
  ':kitId': ({ kitId }) => kitId,
  ':buildId': ({ buildId }) => buildId,
  ':username': ({ username }) => username,
  ':userId': ({ userId }) => userId,
  ':partNumber': ({ partNumber }) => partNumber,
  ':partId': ({ partId }) => partId,
  ':merchantId': ({ merchantId }) => merchantId,
  ':secret': ({ secret }) => secret,
  ':make': lasting('Audi'),
  ':year': lasting('2005'),
  ':list': lasting('acts'),
  '/api/admin/backups/:id': ({ backupId }) => backupId,
  '/api/admin/deletion-requests/:id': ({ deletionId }) => deletionId,
  '/api/admin/feeds/:id': ({ feedId }) => feedId,
  '/api/admin/feeds/:id/undo': ({ importedId }) => importedId,
  '/api/admin/jobs/:id': ({ jobId }) => jobId,
  '/api/admin/kit-reports/:kitId': ({ reportedKitId }) => reportedKitId,
  '/api/admin/mails/:id': ({ mailId }) => mailId,
  '/api/admin/merchants/:id': ({ merchantId }) => merchantId,
  '/api/admin/messages/:id': ({ messageId }) => messageId,
  '/api/admin/reports/:commentId': ({ reportedId }) => reportedId,
  '/api/admin/rounds/:name': lasting('minute'),
  '/api/admin/sources/:id': ({ sourceId }) => sourceId,
  '/api/admin/tasks/:id': ({ taskId }) => taskId,
  '/api/auth/second-factors/:id': ({ factorId }) => factorId,
  '/api/auth/sessions/:id': ({ sessionId }) => sessionId,
  '/api/backups/:id': ({ backupId }) => backupId,
  '/api/comments/:id': ({ commentId }) => commentId,
  '/api/errors/logs/:id': ({ errorId }) => errorId,
}

/** Value of a path parameter in a good call. Throws for an unknown parameter. */
function goodParam(path: string, name: string, known: Known): string {
  const upTo = path.slice(0, path.indexOf(`:${name}`) + name.length + 1)
  const named = NAMED[path] ?? NAMED[upTo] ?? NAMED[`:${name}`]
  if (!named) throw new Error(`Nobody knows what :${name} of ${path} names: say it in NAMED.`)
  return named(known)
}

/** The path of a good call. @param spoil replaces the value of a parameter */
export function goodPath({ path }: Route, known: Known, spoil = (good: string) => good): string {
  return path.replaceAll(/:(\w+)/g, (_, name: string) =>
    spoil(encodeURIComponent(goodParam(path, name, known))),
  )
}

/** Query that a call requires, '' for most. */
export function neededQuery({ method, path }: Route, known: Known): string {
  const queries: Record<string, (known: Known) => string> = {
    'GET /api/kits/:kitId/versions': ({ versionId }) => `?ids=${versionId}`,
  }
  return queries[`${method} ${path}`]?.(known) ?? ''
}

/** Keys of `known` that a good call of a route uses. */
export function namedBy(route: Route, known: Known, sender: TestDevice): Set<string> {
  const names = new Set<string>()
  const told = new Proxy(known, {
    get(things, name) {
      names.add(String(name))
      return Reflect.get(things, name) as string
    },
  })
  goodPath(route, told)
  neededQuery(route, told)
  goodBody(route, told, sender)
  return names
}

const SOURCE: SourceSettings = {
  name: 'Winter prices',
  kind: 'address',
  address: 'https://shop.example/feed.csv',
  merchant: 'Shop',
  format: 'auto',
  encoding: 'windows-1252',
  decimal: ',',
  currency: 'EUR',
  rate: 1.08,
  mapping: { price: 'Preis' },
  schedule: '30 4 * * *',
  priceHours: 168,
  historyAllowed: true,
}

/** Password of every account that tests register. */
export const password = TEST_PASSWORD

/** Brand of all planted parts. */
export const BRAND = 'Corvane'

export const goodWatch = (partNumber: string, brand = BRAND): Watch => ({
  key: keyOfPart(partNumber, brand),
  partNumber,
  brand,
  name: 'Oil filter',
  targetCents: 1_000,
  isForStock: true,
  at: 1,
  basket: { mostShops: 2, locked: ['1'], banned: ['2'], owned: ['A'.repeat(22)] },
})

/** Body of a good call, by method and path; null for none. */
export function goodBody({ method, path }: Route, known: Known, sender: TestDevice): unknown {
  const parts = [{ name: 'Oil filter', unitPrice: '11.49', quantity: 2, link: 'https://a.example' }]
  const vehicle = { vehicleYear: '2005', vehicleMake: 'Audi', vehicleModel: 'S4' }
  const kit = () => ({
    buildId: known.buildId,
    kitName: 'Garage kit',
    ...vehicle,
    task: 'Brakes',
    parts,
  })
  const action = (first: string) => () => ({ action: first })
  const bodies: Record<string, () => unknown> = {
    '/api/auth/register': () => ({ username: 'fuzzer', email: 'fuzzer@example.com', password }),
    '/api/auth/login': () => ({ username: known.username, password: 'Guessed 30 Nm!' }),
    '/api/auth/logout': () => ({}),
    '/api/auth/forgot-password': () => ({ email: known.email }),
    '/api/auth/mailed-link': () => ({ token: known.resetToken }),
    '/api/auth/reset-password': () => ({ token: known.resetToken, password }),
    '/api/auth/verify-email': () => ({ token: known.verifyToken, password }),
    '/api/auth/change-password': () => ({ password, currentPassword: password }),
    '/api/auth/resend-verification': () => ({}),
    '/api/auth/change-email': () => ({ email: 'other@example.com', currentPassword: password }),
    '/api/auth/sessions/revoke-others': () => ({}),
    '/api/auth/confirm': () => ({ currentPassword: password }),
    '/api/auth/second-factors': () => ({ kind: 'totp' }),
    '/api/auth/second-factors/complete': () => ({ kind: 'totp', code: known.code, label: 'Phone' }),
    // Needs an account with a factor.
    '/api/auth/recovery-codes': () => ({ of: known.factorId }),
    '/api/admin/deletion-requests/:id': action('decline'),
    '/api/admin/reports/:commentId': action('dismiss'),
    '/api/admin/kit-reports/:kitId': action('dismiss'),
    '/api/admin/users/:username': () => ({ suspended: false }),
    '/api/admin/kits/:kitId': () => ({ hidden: false }),
    '/api/admin/tasks/:id': action('approve'),
    '/api/admin/messages/:id': () => ({ answer: 'We look into it.' }),
    '/api/admin/mails/:id': action('retry'),
    '/api/admin/mail-test': () => ({}),
    '/api/admin/rounds/:name': () => ({}),
    '/api/admin/announcement': () => ({ text: 'New on Friday', from: null, until: null }),
    // With maintenance on, the server would answer all later calls with it.
    '/api/admin/maintenance': () => ({ on: false, text: 'Back at noon' }),
    '/api/admin/backups': () => ({}),
    '/api/admin/backups/:id': action('ticket'),
    '/api/backups/:id': () => `ticket=${known.ticket}`,
    '/api/admin/jobs/:id/cancel': () => ({}),
    '/api/admin/merchants/:id': () => ({
      historyAllowed: true,
      maxAgeHours: 24,
      shippingCents: 995,
      freeShippingFromCents: null,
    }),
    '/api/admin/catalogue/parts/:partId': () => ({
      action: 'correct',
      values: { name: 'Oil filter', category: 'Filters', image: 'https://shop.example/a.png' },
    }),
    '/api/admin/catalogue/merchants/:merchantId': () => ({ action: 'rename', name: 'Shop' }),
    '/api/admin/catalogue/removed': () => ({ partNumber: known.removedNumber, brand: BRAND }),
    '/api/admin/people/:userId': () => ({ action: 'note', text: 'A good customer.' }),
    '/api/analytics': () => ({ events: [{ name: 'kit_save', at: 1, lines: 2, total: 100 }] }),
    '/api/comments': () => ({ kitId: known.kitId, content: 'Looks good' }),
    '/api/comments/:id/hide': () => ({ hidden: true }),
    '/api/comments/:id/report': () => ({ reason: 'spam' }),
    '/api/kits/:kitId/report': () => ({ reason: 'spam' }),
    '/api/kits/:kitId/restore': () => ({}),
    '/api/contact': () => ({ name: 'Maria', email: 'maria@example.com', message: 'Hello' }),
    '/api/request-account-deletion': () => ({ username: known.username }),
    '/api/errors/frontend': () => ({
      errors: [
        {
          id: 'A'.repeat(22),
          message: 'It broke',
          stack: 'at a.js:1:1',
          componentStack: 'in Page',
          url: '/builder',
          userAgent: 'Firefox',
          timestamp: '2026-01-01T00:00:00.000Z',
          level: 'error',
          userId: 'somebody',
          context: { a: [1] },
          count: 2,
        },
      ],
    }),
    '/api/errors/logs/:id': () => ({ resolved: true }),
    '/api/admin/feeds': () => 'part number,brand,name,price\r\n06E 115 562,Corvane,Filter,9.99\r\n',
    '/api/admin/feeds/:id/import': () => ({}),
    '/api/admin/feeds/:id/discard': () => ({}),
    '/api/admin/feeds/:id/undo': () => ({}),
    '/api/admin/sources': () => structuredClone(SOURCE),
    '/api/admin/sources/:id': () => structuredClone(SOURCE),
    '/api/admin/sources/:id/run': () => ({}),
    '/api/admin/sources/:id/remove': () => ({}),
    '/api/auto-save': kit,
    '/api/kits': kit,
    '/api/parts/offers': () => ({ parts: [{ partNumber: known.partNumber, brand: '' }] }),
    '/api/amazon/product': () => ({ url: 'https://www.amazon.com/dp/B000000000' }),
    '/api/shop/product': () => ({ url: 'https://shop.example/products/1' }),
    '/api/scrape/fcpeuro': () => ({}),
    '/api/parts/additional': () => ({}),
    '/api/tasks': () => ({ name: 'Brake job', category: 'Brakes' }),
    '/api/notifications': () => structuredClone(DEFAULT_SETTINGS),
    '/api/push': () => ({
      endpoint: 'https://push.example/a',
      keys: {
        p256dh:
          'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
        auth: 'BTBZMqHH6r4Tts7J_aSIgg',
      },
      zone: 'Europe/Berlin',
    }),
    '/api/calendar': () => ({}),
    '/api/push/end': () => ({ endpoint: 'https://push.example/a' }),
    '/api/watches': () => ({ set: [goodWatch(known.partNumber)], gone: ['A B'], zone: 'UTC' }),
    '/api/unsubscribe': () => ({ token: known.unsubscribeToken }),
    '/api/sync': () => {
      const own = sender.kit({ name: 'Mine' })
      const line = sender.line(own.id, { name: 'Filter', price: 1149, qty: 2 })
      const { principal, node } = sender
      const cursors = { [ownerScope(principal)]: 0, [`k:${known.kitId}`]: 0, t: 0 }
      return encodeRequest({ principal, node, ops: [own, line], cursors })
    },
  }
  if (method !== 'POST') return null
  const body = bodies[path]
  if (!body) throw new Error(`The fuzzer knows no good body for POST ${path}.`)
  return body()
}

/** Content type of a good body: only files are strings, and the form that requests one. */
export function typeOf(body: unknown): string {
  if (typeof body !== 'string') return 'application/json'
  return body.startsWith('ticket=') ? 'application/x-www-form-urlencoded' : 'text/csv'
}

/** Whether the route takes a proof that its session spends. */
export const isProven = ({ method, path }: Route): boolean =>
  method !== 'GET' &&
  (/^\/api\/admin\/(maintenance|backups(\/:id)?|sources(\/:id(\/remove)?)?)$/.test(path) ||
    /^\/api\/auth\/(second-factors(\/:id)?|recovery-codes)$/.test(path))

/** Query parameters, each with a good value. */
export const goodQuery = (known: Known): Record<string, string> => ({
  q: 'oil',
  limit: '10',
  after: `1.${known.kitId}`,
  mine: '1',
  live: '1',
  ids: known.versionId,
  token: 'x'.repeat(43),
  ticket: known.ticket,
  username: known.username,
  brand: BRAND,
  days: '90',
  state: 'open',
  level: 'error',
  name: 'parts.csv',
  merchant: 'Feed house',
  kits: known.kitId,
  make: 'Audi',
  category: 'Filters',
  page: '2',
})
