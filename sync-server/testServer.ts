/** A real server on a free port with its own database, for tests over HTTP. */
import type { Knex } from 'knex'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'

import type { AccountUser } from '#shared/account.ts'
import type { Claim, OpResult, SyncAnswer, SyncRequest } from '#shared/sync/protocol.ts'
import type { VersionBody } from '#shared/kinds/version.ts'
import type { Outside } from './outside/outside.ts'
import type { Database } from './db/connect.ts'
import type { Deps } from './routes/guards/deps.ts'
import type { Env } from './env/env.ts'
import type { Letter } from './mail/mailer.ts'

import { createServer as createHttpServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { newDeviceSecret, newId, systemRandom } from '#shared/ids.ts'
import { dollarCents } from '#shared/kinds/kit.ts'
import { ownerScope } from '#shared/cells/limits.ts'
import { decodeAnswer } from '#shared/sync/answer.ts'
import { encodeRequest } from '#shared/sync/protocol.ts'
import { newNode, packStamp } from '#shared/cells/stamp.ts'
import { createPasswords } from './accounts/passwords.ts'
import { readEnv } from './env/env.ts'
import { createFiles } from './feeds/files.ts'
import { createSourceMaps } from './errors/sourceMaps.ts'
import { devicePrincipal, userPrincipal } from './accounts/principal.ts'
import { startJobs } from './jobs/jobRunner.ts'
import { workersOf } from './workerProcess/workers.ts'
import { createRateLimits } from './http/rateLimit.ts'
import { createLog } from './log/log.ts'
import { mailBook } from './mail/mailBook.ts'
import { createMailer } from './mail/mailer.ts'
import { createMetrics } from './metrics/metrics.ts'
import { readNoticeKeys } from './notify/noticeKeys.ts'
import { createServer } from './server.ts'
import { followAnnouncement } from './announcement/announcement.ts'
import { sourceOf } from './sources/sourceOf.ts'
import { createLive } from './sync/live.ts'
import { readAliases } from './sync/aliases.ts'
import { readServerNode } from './sync/serverNode.ts'
import { openTestDatabase } from './testDatabase.ts'
import { filesProcess } from './testProcess.ts'
import { fetchProven, TEST_PASSWORD } from './testProof.ts'

export interface TestServer {
  url: string
  database: Database
  /** Lines logged at level error. */
  errors: string[]
  /** All sent mail, in order; wait for `deps.mailer.idle()` before looking. */
  letters: Letter[]
  deps: Deps
  close(): Promise<void>
}

export interface TestServerChanges extends Omit<Partial<Deps>, 'env'> {
  env?: Partial<Env>
  /** An open database to use; the caller closes it. */
  database?: Database
}

/** Tests that need the network make their own. */
const noOutside: Outside = {
  resolve: () => Promise.reject(new Error('tests have no network')),
  connect: () => {
    throw new Error('tests have no network')
  },
}

/** Does not exist: old letters in the default folder, the developer's own, would be deleted. */
const NO_MAIL_DIR = join(tmpdir(), `wrenchlist-no-mail-${process.pid}`)
/** Does not exist: backups would go there. */
const NO_DATA_DIR = join(tmpdir(), `wrenchlist-no-data-${process.pid}`)

/**
 * No timeouts: by default Node hangs up after five seconds of silence, and a test that was stalled
 * for so long would use a closing connection. Tests of http/listen.ts cover slow clients.
 */
const NO_HURRY = { keepAliveTimeout: 0, headersTimeout: 0, requestTimeout: 0 }

/**
 * Trusts a proxy by default: X-Forwarded-For gives a test many addresses, and an address's rate
 * limits do not run out between tests.
 */
export async function startTestServer({
  env = {},
  database: given,
  ...changes
}: TestServerChanges = {}): Promise<TestServer> {
  const database = given ?? (await openTestDatabase())
  const errors: string[] = []
  const letters: Letter[] = []
  const log = changes.log ?? createLog('error', { write: (line) => void errors.push(line) })
  const now = changes.now ?? Date.now
  const deliver = async (letter: Letter) => {
    letters.push(letter)
    return {}
  }
  const base = {
    db: database.knex,
    env: { ...readEnv({ TRUST_PROXY: '1', MAIL_DIR: NO_MAIL_DIR, DATA_DIR: NO_DATA_DIR }), ...env },
    log,
    now,
    random: changes.random ?? systemRandom,
    outside: changes.outside ?? noOutside,
  }
  const fetch = changes.fetch ?? (() => Promise.reject(new Error('tests have no network')))
  const source =
    changes.source === undefined ? sourceOf({ ...base, fetch }, { demoPaceMs: 0 }) : changes.source
  const files = createFiles(filesProcess, database.url)
  const jobs = startJobs(base, workersOf({ ...base, source, files }))
  const gen = await database.gen()
  const word = changes.word ?? (await followAnnouncement(database.knex, { now, everyMs: 100 }))
  const deps: Deps = {
    ...base,
    dbVersion: database.version,
    gen: () => gen,
    source,
    jobs,
    files,
    mailer: createMailer(deliver, log, { note: mailBook(database.knex, now) }),
    limits: createRateLimits(database.knex, now),
    passwords: createPasswords(),
    metrics: createMetrics(),
    isStopping: () => false,
    live: changes.live ?? createLive(database.url, database.knex, log),
    fetch,
    serverNode: await readServerNode(database.knex),
    alias: await readAliases(database.knex),
    noticeKeys: await readNoticeKeys(database.knex),
    word,
    assets: null,
    sourceMaps: createSourceMaps([]),
    ...changes,
  }
  const answer = createServer(deps).callback()
  const server: Server = createHttpServer(NO_HURRY, (request, response) => {
    void answer(request, response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const url = `http://127.0.0.1:${port}`
  clocks.set(url, now)
  return {
    url,
    database,
    errors,
    letters,
    deps,
    async close() {
      await Promise.all([deps.live.close(), deps.jobs.stop()])
      deps.files.close()
      word.stop()
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
      await deps.mailer.idle()
      if (!given) await database.close()
    },
  }
}

/** Clocks of the test servers, by URL. */
const clocks = new Map<string, () => number>()

/** Statements that `act` causes, without the server's periodic ones. */
export async function statementsOf(db: Knex, act: () => Promise<unknown>): Promise<string[]> {
  const statements: string[] = []
  const note = ({ sql }: { sql: string }) => void statements.push(sql)
  db.on('query', note)
  try {
    await act()
  } finally {
    db.removeListener('query', note)
  }
  return statements.filter((sql) => !/pg_notify|server_state|update jobs/.test(sql))
}

/** A device as the server sees one: an identity, a clock and cursors. */
export class TestDevice {
  readonly secret = newDeviceSecret()
  readonly node = newNode()
  readonly principal: string
  cursors: SyncRequest['cursors']
  begun: NonNullable<SyncRequest['begun']> = {}
  #last = 0
  readonly #url: string
  readonly #token: string | undefined

  /** @param account its signed-in account, from registerAccount() */
  constructor(url: string, account?: { token: string; principal: string }) {
    this.#url = url
    this.#token = account?.token
    this.principal = account?.principal ?? devicePrincipal(this.secret)
    this.cursors = { [ownerScope(this.principal)]: 0 }
  }

  /** Authorization header of the signed-in account. */
  get authorization(): Record<string, string> {
    return this.#token ? { Authorization: `Bearer ${this.#token}` } : {}
  }

  /** A stamp for now, or for `ms`. */
  stamp(ms = this.#now()): string {
    return packStamp(ms, this.#last++, this.node)
  }

  /** Capped by a frozen server clock, however long the test takes. */
  #now(): number {
    return Math.min(Date.now(), clocks.get(this.#url)?.() ?? Infinity)
  }

  /** Cells stamped now. */
  cells(values: Record<string, unknown>, ms?: number): SyncRequest['ops'][number]['cells'] {
    return Object.fromEntries(
      Object.entries(values).map(([name, value]) => [name, [value as string, this.stamp(ms)]]),
    )
  }

  kit(values: Record<string, unknown> = {}, ms?: number): SyncRequest['ops'][number] {
    const id = newId()
    const buildId = id.replaceAll(/[-_]/g, 'x').slice(0, 6)
    return { kind: 'kit', id, kit: null, cells: this.cells({ buildId, ...values }, ms) }
  }

  line(kit: string, values: Record<string, unknown> = {}, ms?: number): SyncRequest['ops'][number] {
    return { kind: 'line', id: newId(), kit, cells: this.cells({ ord: 'a0', ...values }, ms) }
  }

  step(kit: string, values: Record<string, unknown> = {}): SyncRequest['ops'][number] {
    return { kind: 'step', id: newId(), kit, cells: this.cells({ ord: 'a0', ...values }) }
  }

  /** A version as this device would save it. */
  version(kit: string, body: Partial<VersionBody> = {}, ms?: number): SyncRequest['ops'][number] {
    const whole = { name: 'saved', notes: '', vehicle: null, task: '', lines: [], ...body }
    const counts = { lineCount: whole.lines.length, total: dollarCents(whole.lines) }
    const values = { savedAt: ms ?? Date.now(), ...counts, body: JSON.stringify(whole) }
    return { kind: 'version', id: newId(), kit, cells: this.cells(values, ms) }
  }

  comment(kit: string, text: string): SyncRequest['ops'][number] {
    return { kind: 'comment', id: newId(), kit, cells: this.cells({ text }) }
  }

  async post(path: string, body: unknown, key: string | null = this.secret): Promise<Response> {
    return this.call('POST', path, body, key)
  }

  /** Any call, with device key and, if signed in, the token. */
  async call(
    method: string,
    path: string,
    body?: unknown,
    key: string | null = this.secret,
  ): Promise<Response> {
    return fetchProven(this.#url + path, {
      method,
      headers: {
        ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
        ...(key ? { 'X-Device-Key': key } : {}),
        ...this.authorization,
      },
      ...(body === undefined
        ? {}
        : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    })
  }

  /** One round trip; updates the cursors unless told that the answer was lost. */
  async sync(
    ops: SyncRequest['ops'] = [],
    {
      isAnswerLost = false,
      cursors = this.cursors,
      claims = [],
    }: { isAnswerLost?: boolean; cursors?: SyncRequest['cursors']; claims?: Claim[] } = {},
  ): Promise<SyncAnswer> {
    const { principal, node, begun } = this
    const request = { principal, node, claims, ops, cursors, begun }
    const response = await this.post('/api/sync', encodeRequest(request))
    if (!response.ok) throw new Error(`${response.status}: ${await response.text()}`)
    const answer = decodeAnswer(await response.json())
    if (isAnswerLost) return answer
    this.cursors = { ...this.cursors, ...answer.cursors }
    this.begun = answer.begun ?? {}
    return answer
  }

  async push(...ops: SyncRequest['ops']): Promise<OpResult[]> {
    return (await this.sync(ops)).results
  }
}

export interface TestAccount {
  token: string
  user: AccountUser
  principal: string
  password: string
  /** Secret of the device that signed in: a TestDevice makes its own. */
  secret: string
}

let accounts = 0

/** Letters are read in place: the server may be another process. */
export interface Mailing {
  url: string
  letters: readonly Letter[]
  deps: { mailer: Pick<Deps['mailer'], 'idle'> }
}

/** An account that registered, confirmed its address and signed in by that, all over HTTP. */
export async function registerAccount(
  server: Mailing,
  username = `tester${accounts + 1}`,
  email = `${username.toLowerCase()}@example.com`,
): Promise<TestAccount> {
  const password = TEST_PASSWORD
  const secret = newDeviceSecret()
  // From its own address, so that no rate limit is met.
  const address = `10.${(accounts >> 16) & 255}.${(accounts >> 8) & 255}.${accounts & 255}`
  accounts++
  const call = async <T>(path: string, body?: unknown): Promise<T> => {
    const response = await fetch(server.url + path, {
      method: body ? 'POST' : 'GET',
      headers: {
        'X-Forwarded-For': address,
        'X-Device-Key': secret,
        ...(body ? { 'Content-Type': 'application/json' } : {}),
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
    })
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`)
    return (await response.json()) as T
  }
  await call('/api/auth/register', { username, email, password })
  await server.deps.mailer.idle()
  const link = mailedToken(server, email, 'verify-email')
  const { token, user } = await call<{ token: string; user: AccountUser }>(
    '/api/auth/verify-email',
    { token: link, password },
  )
  return { token, user, principal: userPrincipal(user.id), password, secret }
}

/** Token of the last letter to `email` that links to `page`. */
export function mailedToken(
  { letters }: Pick<Mailing, 'letters'>,
  email: string,
  page: 'verify-email' | 'reset-password',
): string {
  const link = new RegExp(`/${page}#token=([\\w-]{43})`)
  const tokens = letters
    .filter((letter) => letter.to === email)
    .map((letter) => link.exec(letter.text)?.[1])
  const token = tokens.findLast((found) => found !== undefined)
  if (!token) throw new Error(`No letter to ${email} links to /${page}`)
  return token
}
