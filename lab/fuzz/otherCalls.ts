/** Good calls that are answered otherwise than the first one that comes to mind, once that was made. */
import type { Knex } from 'knex'

import type { TestDevice } from '../../sync-server/testServer.ts'
import type { Known } from './goodCalls.ts'

import { DEFAULT_SETTINGS } from '#shared/notify/notifications.ts'
import { BRAND, goodBody, password } from './goodCalls.ts'
import { LOGIN_CODE } from '../../sync-server/testProof.ts'
import { incomingPart, store } from './plantGood.ts'

export interface OtherCall {
  /** As a route is named, `GET /api/parts`. */
  route: string
  /** The path with its query where that is another than a good call's. */
  path?: string
  body?: unknown
  headers?: Record<string, string>
  /** Where one that was made before has to be over. */
  isAfterJobs?: true
}

const ASYNC = { Prefer: 'respond-async' }
const CSV =
  'part number,brand,name,price,colour\r\nX1,Corvane,Filter,9.99,red\r\nX2,Corvane,,x,\r\n'
const report = { message: 'It broke too', timestamp: '2026-01-01T00:00:00.000Z', level: 'info' }

/** One number of two brands: of one with prices in other currencies, of the other nobody has a price. */
export async function plantChoices(db: Knex): Promise<void> {
  const now = Date.now()
  const part = incomingPart('Two 1', 'Shop', now)
  const [offer] = part.offers
  if (!offer) throw new Error('A part that is planted has an offer.')
  const rate = { currency: 'EUR', cents: 1_064, rate: 1.08, rateAt: now }
  const offers = [
    { ...offer, merchant: 'Euro shop', converted: rate },
    { ...offer, merchant: 'Nordshop', foreign: 'SEK' },
  ]
  await store(db, { ...part, offers }, { ...part, brand: 'Mahler', offers: [] })
}

/** By an administrator, who has all there is by then; in this order. */
export function otherCalls(known: Known, sender: TestDevice): OtherCall[] {
  const { partNumber, username, kitId, errorId } = known
  const body = (path: string) => goodBody({ method: 'POST', path }, known, sender)
  const act = (path: string, action: object): OtherCall => ({ route: `POST ${path}`, body: action })
  const settings = { ...DEFAULT_SETTINGS, quiet: null }
  const source = { ...(body('/api/admin/sources') as object), currency: 'USD', rate: null }
  return [
    { route: 'POST /api/auth/login', body: { username, password, second: { code: LOGIN_CODE } } },
    act('/api/auth/second-factors', { kind: 'passkey' }),
    { route: 'GET /api/auth/check-username/:username', path: '/api/auth/check-username/nobody1' },
    { route: 'GET /api/auth/check-username', path: '/api/auth/check-username?username=nobody1' },
    act('/api/auth/mailed-link', { token: 'x'.repeat(43) }),
    act('/api/push', body('/api/push') as object),
    act('/api/notifications', settings),
    act('/api/watches', body('/api/watches') as object),
    { route: 'POST /api/scrape/fcpeuro', body: {}, headers: ASYNC },
    { route: 'POST /api/parts/additional', body: {}, headers: ASYNC, isAfterJobs: true },
    { route: 'GET /api/admin/jobs', isAfterJobs: true },
    act('/api/errors/frontend', { errors: [report] }),
    { route: 'GET /api/errors/logs' },
    act('/api/errors/logs/:id', { resolved: true }),
    { route: 'GET /api/errors/logs', path: '/api/errors/logs?state=resolved' },
    { route: 'GET /api/errors/logs/:id', path: `/api/errors/logs/${errorId}` },
    act('/api/errors/logs/:id', { resolved: false }),
    act('/api/admin/deletion-requests/:id', { action: 'process' }),
    act('/api/admin/tasks/:id', { action: 'approve' }),
    act('/api/admin/messages/:id', { answer: 'We look into it.' }),
    { route: 'GET /api/admin/messages', path: '/api/admin/messages?state=done' },
    act('/api/admin/kits/:kitId', { hidden: true }),
    { route: 'POST /api/admin/feeds', path: '/api/admin/feeds?merchant=Feed+house', body: CSV },
    { route: 'POST /api/admin/feeds', path: '/api/admin/feeds?source=new', body: CSV },
    { route: 'GET /api/admin/sources' },
    act('/api/admin/sources', source),
    act('/api/admin/sources/:id', source),
    act('/api/admin/backups/:id', { action: 'remove' }),
    act('/api/admin/announcement', {
      text: 'On Friday',
      from: new Date().toISOString(),
      until: '2100-01-01T00:00:00.000Z',
    }),
    act('/api/admin/merchants/:id', body('/api/admin/merchants/:id') as object),
    act('/api/admin/catalogue/merchants/:merchantId', { action: 'rename', name: `S ${kitId}` }),
    act('/api/admin/catalogue/parts/:partId', {
      action: 'correctOffer',
      merchantId: known.merchantId,
      price: '12.00',
      shipping: '5.00',
    }),
    act('/api/admin/catalogue/parts/:partId', {
      action: 'addReference',
      reference: { partNumber: 'OX 1', brand: 'Mahler' },
    }),
    act('/api/admin/catalogue/parts/:partId', body('/api/admin/catalogue/parts/:partId') as object),
    { route: 'GET /api/admin/catalogue/parts/:partId' },
    { route: 'GET /api/parts/:partNumber' },
    { route: 'GET /api/parts/:partNumber/history' },
    { route: 'GET /api/parts', path: '/api/parts?counts=yes&year=2005&make=Audi&model=S4' },
    { route: 'GET /api/parts', path: '/api/parts?counts=yes' },
    { route: 'GET /api/parts', path: '/api/parts?q=two+1' },
    { route: 'GET /api/parts/:partNumber', path: '/api/parts/two1' },
    { route: 'GET /api/parts/:partNumber', path: `/api/parts/two1?brand=${BRAND}` },
    act('/api/parts/offers', { parts: [{ partNumber, brand: BRAND }, { partNumber: 'No 1' }] }),
    act('/api/admin/catalogue/parts/:partId', { action: 'remove' }),
  ]
}
