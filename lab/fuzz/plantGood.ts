/** Plants the rows that good calls name, over HTTP and with the server's own functions. */
import type { Knex } from 'knex'

import type { IncomingPart } from '../../sync-server/catalogue/incoming.ts'
import type { Mailing, TestAccount } from '../../sync-server/testServer.ts'
import type { Known, Route } from './goodCalls.ts'

import { generate } from 'otplib'

import { newBuildId, newId } from '#shared/ids.ts'
import { hashToken } from '../../sync-server/accounts/secrets.ts'
import { discardFeed } from '../../sync-server/feeds/feedStore.ts'
import { removeSource } from '../../sync-server/feeds/sourceStore.ts'
import { mailBook } from '../../sync-server/mail/mailBook.ts'
import { readNoticeKeys, unsubscribeToken } from '../../sync-server/notify/noticeKeys.ts'
import { storeParts } from '../../sync-server/catalogue/storeParts.ts'
import { call, newAddress, type Call } from '../../sync-server/testClient.ts'
import { LOGIN_CODE, TEST_CODE } from '../../sync-server/testProof.ts'
import { mailedToken, registerAccount, TestDevice } from '../../sync-server/testServer.ts'
import { BRAND, goodBody, namedBy, password, typeOf } from './goodCalls.ts'

/** Server to plant on, and accounts to plant with. */
export interface Ground {
  server: Mailing
  db: Knex
  /** Account for administrators' rows. */
  admin: TestAccount
  /** Account for everything that has an owner. */
  owner: TestAccount
  /** Body of a planting call; a good one by default. */
  bodyOf?: (route: Route, known: Known, sender: TestDevice) => unknown
}

type Things = Partial<Known>
type Plant = (ground: Ground, known: Known) => Promise<Things>

/** Below the 50 that a server takes. */
const MOST_SOURCES = 20
const A_WHILE_MS = 20

/** Plants everything, for the owner's account. */
export async function plantGood(ground: Ground): Promise<Known> {
  const { username, email, id: userId } = ground.owner.user
  let known = { username, email, userId } as Known
  for (const plant of new Set(Object.values(PLANTS))) {
    known = { ...known, ...(await plant(ground, known)) }
  }
  return known
}

/**
 * Plants the rows a good call of a route names again: another call may have used them up.
 * @param kept keys whose rows stay
 */
export async function plantFor(
  route: Route,
  ground: Ground,
  known: Known,
  kept: readonly (keyof Known)[] = [],
): Promise<Known> {
  const names = namedBy(route, known, new TestDevice(ground.server.url, ground.owner))
  const stays = Object.fromEntries(kept.map((name) => [name, known[name]]))
  const wanted = Object.entries(PLANTS).filter(([name]) => names.has(name) && !(name in stays))
  let now = known
  for (const plant of new Set(wanted.map(([, one]) => one))) {
    now = { ...now, ...(await plant(ground, now)), ...stays }
  }
  return now
}

/** @returns the answer; throws if refused */
async function ask(
  { server }: Ground,
  account: TestAccount | null,
  [method, path]: [method: 'GET' | 'POST', path: string],
  body?: unknown,
): Promise<Record<string, unknown>> {
  const sent: Call = { from: newAddress(), type: typeOf(body) }
  const answer = await call(server, method, path, {
    ...sent,
    ...(account && { token: account.token }),
    ...(body !== undefined && { body }),
  })
  if (answer.status < 400) return answer.body
  throw new Error(`${method} ${path}: ${answer.status} ${JSON.stringify(answer.body)}`)
}

const post = (ground: Ground, account: TestAccount | null, path: string, body: unknown = {}) =>
  ask(ground, account, ['POST', path], body)

/** Body of a planting call. */
function bodyFor(ground: Ground, path: string, known: Known): object {
  const sender = new TestDevice(ground.server.url, ground.owner)
  return (ground.bodyOf ?? goodBody)({ method: 'POST', path }, known, sender) as object
}

/** A saved kit with a comment of its owner. */
const kit: Plant = async (ground, known) => {
  const body = bodyFor(ground, '/api/kits', known)
  const saved = await post(ground, ground.owner, '/api/kits', { ...body, buildId: newBuildId() })
  const kitId = String(saved['kitId'])
  const content = bodyFor(ground, '/api/comments', { ...known, kitId })
  const comment = await post(ground, ground.owner, '/api/comments', content)
  const { version_id: versionId } = await ground.db('kits').where({ kit_id: kitId }).first()
  const commentId = String(comment['id'])
  return { kitId, buildId: String(saved['buildId']), versionId, commentId }
}

/** Reports by a new account each time: one account may report ten a minute. */
const reported: Plant = async (ground, known) => {
  const reporter = await registerAccount(ground.server)
  const { kitId: reportedKitId = '', commentId: reportedId = '' } = await kit(ground, known)
  await post(ground, reporter, `/api/kits/${reportedKitId}/report`)
  await post(ground, reporter, `/api/comments/${reportedId}/report`)
  return { reportedKitId, reportedId }
}

const session: Plant = async (ground) => {
  const { user } = ground.owner
  // A login would ask for the second factor.
  await ground.db('factors').where({ user_id: user.id }).delete()
  await post(ground, null, '/api/auth/login', { username: user.username, password })
  const { id } = await ground
    .db('sessions')
    .where({ user_id: user.id })
    .orderBy('created_at', 'desc')
    .first()
  return { sessionId: id }
}

/** New account each time: an account asks once, and a decided request is closed. */
const deletion: Plant = async (ground) => {
  const leaver = await registerAccount(ground.server)
  await post(ground, leaver, '/api/request-account-deletion')
  const asked = await ground.db('deletion_requests').where({ user_id: leaver.user.id }).first()
  return { deletionId: asked.id }
}

const task: Plant = async (ground) => {
  const { id } = await post(ground, null, '/api/tasks', { name: `Task ${newId()}` })
  return { taskId: String(id) }
}

const message: Plant = async (ground, known) => {
  const name = `Maria ${newId()}`
  await post(ground, null, '/api/contact', { ...bodyFor(ground, '/api/contact', known), name })
  const { id } = await ground.db('contact_messages').where({ name }).first('id')
  return { messageId: id }
}

/** A mail that the mail server deferred. */
const mail: Plant = async ({ db, owner }) => {
  const letter = { to: owner.user.email, subject: `Of ${newId()}`, text: 'Hello', html: 'Hello' }
  await mailBook(db, Date.now)(letter, { state: 'later', reason: '451' }, 3)
  const { id } = await db('mails').where({ subject: letter.subject }).first('id')
  return { mailId: String(id) }
}

const calendar: Plant = async (ground) => {
  const { address } = await post(ground, ground.owner, '/api/calendar')
  return { secret: String(address).split('/').at(-1)?.replace('.ics', '') ?? '' }
}

const error: Plant = async (ground, known) => {
  await post(ground, null, '/api/errors/frontend', bodyFor(ground, '/api/errors/frontend', known))
  const { logs } = (await ask(ground, ground.admin, ['GET', '/api/errors/logs'])) as {
    logs: { id: string }[]
  }
  return { errorId: logs[0]?.id ?? '' }
}

const source: Plant = async (ground, known) => {
  const path = '/api/admin/sources'
  const { sources } = (await ask(ground, ground.admin, ['GET', path])) as {
    sources: { id: string }[]
  }
  if (sources.length > MOST_SOURCES) {
    for (const { id } of sources)
      await removeSource(ground.db, id, Date.now(), ground.admin.user.id)
  }
  const { id } = await post(ground, ground.admin, path, bodyFor(ground, path, known))
  return { sourceId: String(id) }
}

/** A run of a source with an unreachable address ends at once. */
const job: Plant = async (ground, known) => {
  const { sourceId } = await source(ground, known)
  return { jobId: await done(ground, `/api/admin/sources/${sourceId}/run`) }
}

/** Starts a run once none is active, and waits for its end. @returns its id */
async function done(ground: Ground, path: string): Promise<string> {
  await noneOf(ground, 'jobs', ['queued', 'running'])
  const { id } = await post(ground, ground.admin, path)
  await noneOf(ground, 'jobs', ['queued', 'running'])
  return String(id)
}

/** Waits until no row is in one of these states. */
export async function noneOf({ db }: Ground, table: string, states: string[]): Promise<void> {
  while (await db(table).whereIn('state', states).first('id')) {
    await new Promise((resolve) => setTimeout(resolve, A_WHILE_MS))
  }
}

const feed: Plant = async (ground, known) => {
  const path = '/api/admin/feeds'
  const waiting: string[] = await ground.db('feeds').where({ state: 'waiting' }).pluck('id')
  for (const id of waiting) await discardFeed(ground.db, Date.now(), id, ground.admin.user.id)
  const body = bodyFor(ground, path, known)
  const query = JSON.stringify(body).includes('merchant') ? '' : '?merchant=Feed+house'
  const { id } = await post(ground, ground.admin, path + query, body)
  await noneOf(ground, 'feeds', ['reading'])
  return { feedId: String(id) }
}

const imported: Plant = async (ground, known) => {
  const { feedId } = await feed(ground, known)
  await done(ground, `/api/admin/feeds/${feedId}/import`)
  return { importedId: feedId ?? '' }
}

/** New ticket, and a new backup only if the last one is gone: making one takes long. */
const backup = async (ground: Ground, { backupId: before = '' }: Things) => {
  const isThere = await ground.db('backups').where({ id: before, state: 'made' }).first('id')
  const backupId = isThere ? before : await makeBackup(ground)
  const path = `/api/admin/backups/${backupId}`
  const { ticket } = await post(ground, ground.admin, path, { action: 'ticket' })
  return { backupId, ticket: String(ticket) }
}

async function makeBackup(ground: Ground): Promise<string> {
  await noneOf(ground, 'backups', ['making'])
  const { id } = await post(ground, ground.admin, '/api/admin/backups')
  await noneOf(ground, 'backups', ['making'])
  return String(id)
}

const part: Plant = async ({ db }) => {
  const partNumber = `P-${newId()}`
  await store(db, incomingPart(partNumber, `Shop of ${partNumber}`, Date.now()))
  const row = await db('parts as p')
    .join('offers as o', 'o.part_id', 'p.id')
    .where({ 'p.number': partNumber })
    .first('p.id', 'o.merchant_id')
  return { partNumber, partId: String(row.id), merchantId: String(row.merchant_id) }
}

const removed: Plant = async (ground, known) => {
  const { partNumber = '', partId } = await part(ground, known)
  await post(ground, ground.admin, `/api/admin/catalogue/parts/${partId}`, { action: 'remove' })
  return { removedNumber: partNumber }
}

/** A part with one offer. */
export function incomingPart(number: string, merchant: string, now: number) {
  const offer = {
    merchant,
    cents: { base: 1_149, promo: null, shipping: null, tax: null, core: null },
    promo: '',
    availability: 'In stock',
    link: 'https://shop.example/a',
    asOf: now,
  }
  const fit = { make: 'Audi', model: 'S4', yearFrom: 2000, yearTo: 2006 }
  return {
    number,
    brand: BRAND,
    name: 'Oil filter',
    category: 'Filters',
    image: '',
    task: '',
    retailerNumber: '',
    unitCents: 1_149,
    rating: { average: 0, count: 0 },
    fits: [fit],
    crossReferences: [],
    offers: [offer],
  }
}

export async function store(db: Knex, ...parts: readonly IncomingPart[]): Promise<void> {
  const storing = { origin: 'feed', isDemo: false, now: Date.now() } as const
  await db.transaction((trx) => storeParts(trx, parts, storing))
}

/** A factor, and the recovery codes that tests use in its place. */
const factor: Plant = async ({ db, owner }) => {
  const factorId = newId()
  const of = { user_id: owner.user.id }
  const about = {
    kind: 'totp',
    label: 'Phone',
    key: 'A'.repeat(32),
    counter: 0,
    created_at: new Date(),
  }
  await db('factors').where(of).delete()
  await db('factors').insert({ ...of, ...about, id: factorId, last_used_at: new Date() })
  const codes = [TEST_CODE, LOGIN_CODE].map((code) => hashToken(code.replaceAll('-', '')))
  const rows = codes.map((hash) => ({ ...of, hash }))
  await db('recovery_codes').insert(rows).onConflict('hash').merge()
  return { factorId }
}

const app: Plant = async (ground) => {
  await ground.db('factors').where({ user_id: ground.owner.user.id }).delete()
  const begun = await post(ground, ground.owner, '/api/auth/second-factors', { kind: 'totp' })
  return { code: await generate({ secret: String(begun['secret']) }) }
}

/** New account each time: a password reset ends all sessions. */
const reset: Plant = async ({ server }) => {
  const { email } = (await registerAccount(server)).user
  await call(server, 'POST', '/api/auth/forgot-password', { body: { email }, from: newAddress() })
  await server.deps.mailer.idle()
  return { resetToken: mailedToken(server, email, 'reset-password') }
}

/** New account each time, whose email is not verified yet. */
const verify: Plant = async (ground) => {
  const username = `new${newId().replaceAll(/[-_]/g, '').slice(0, 12)}`
  const email = `${username}@example.com`
  await post(ground, null, '/api/auth/register', { username, email, password })
  await ground.server.deps.mailer.idle()
  return { verifyToken: mailedToken(ground.server, email, 'verify-email') }
}

const unsubscribe: Plant = async ({ db, owner }) => ({
  unsubscribeToken: unsubscribeToken((await readNoticeKeys(db)).unsubscribe, owner.user.id),
})

/** Plants in the order of their dependencies. */
const PLANTS = {
  kitId: kit,
  buildId: kit,
  versionId: kit,
  commentId: kit,
  reportedId: reported,
  reportedKitId: reported,
  sessionId: session,
  deletionId: deletion,
  taskId: task,
  messageId: message,
  mailId: mail,
  secret: calendar,
  errorId: error,
  partNumber: part,
  partId: part,
  merchantId: part,
  removedNumber: removed,
  importedId: imported,
  feedId: feed,
  jobId: job,
  sourceId: source,
  backupId: backup,
  ticket: backup,
  code: app,
  factorId: factor,
  resetToken: reset,
  verifyToken: verify,
  unsubscribeToken: unsubscribe,
} satisfies Record<Exclude<keyof Known, 'username' | 'email' | 'userId'>, Plant>
