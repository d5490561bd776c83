import { createServer as createHttpServer, type Server } from 'node:http'
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib'
import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { request as httpRequest, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { systemRandom } from '#shared/ids.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Database } from './db/connect.ts'
import type { Deps } from './routes/guards/deps.ts'
import { readEnv } from './env/env.ts'
import { createSourceMaps } from './errors/sourceMaps.ts'
import { loadAssets } from './http/assets.ts'
import { createPasswords } from './accounts/passwords.ts'
import { systemOutside } from './outside/outside.ts'
import { createFiles } from './feeds/files.ts'
import { startJobs } from './jobs/jobRunner.ts'
import { workersOf } from './workerProcess/workers.ts'
import { createRateLimits } from './http/rateLimit.ts'
import { createMailer } from './mail/mailer.ts'
import { readNoticeKeys } from './notify/noticeKeys.ts'
import { createMetrics } from './metrics/metrics.ts'
import { createServer } from './server.ts'
import { followAnnouncement } from './announcement/announcement.ts'
import { createLocalLive } from './sync/live.ts'
import { filesProcess } from './testProcess.ts'
import { openTestDatabase } from './testDatabase.ts'

const THEME = `document.documentElement.dataset.theme='dark'`
const PAGE = `<!doctype html><script>${THEME}</script><script type="module" src="/assets/a-12345678.js"></script>`
const CODE = 'export const answer = 42\n'.repeat(100)

let folder: string
let database: Database
let deps: Deps
const servers: Server[] = []
const lines: string[] = []

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'wrenchlist-'))
  const app = join(folder, 'app')
  mkdirSync(join(app, 'assets'), { recursive: true })
  writeFileSync(join(folder, 'secret.txt'), 'secret')
  writeFileSync(join(app, 'index.html'), PAGE)
  writeFileSync(join(app, 'sw.js'), 'self.addEventListener("fetch", () => {})')
  writeFileSync(join(app, 'manifest.webmanifest'), '{}')
  const script = join(app, 'assets', 'a-12345678.js')
  writeFileSync(script, CODE)
  writeFileSync(`${script}.br`, brotliCompressSync(CODE))
  writeFileSync(`${script}.gz`, gzipSync(CODE))
  writeFileSync(`${script}.map`, '{}')

  database = await openTestDatabase()
  const log = pino({ level: 'info' }, { write: (line: string) => void lines.push(line) })
  const base = {
    db: database.knex,
    log,
    now: Date.now,
    random: systemRandom,
    files: createFiles(filesProcess, database.url),
    env: readEnv({}),
    outside: systemOutside,
  }
  deps = {
    ...base,
    dbVersion: database.version,
    gen: () => 'g',
    mailer: createMailer(async () => ({}), log),
    limits: createRateLimits(database.knex, Date.now),
    passwords: createPasswords(),
    metrics: createMetrics(),
    noticeKeys: await readNoticeKeys(database.knex),
    isStopping: () => false,
    live: createLocalLive(),
    source: null,
    jobs: startJobs(base, workersOf({ ...base, source: null })),
    serverNode: 'server000',
    alias: (node) => node,
    word: await followAnnouncement(database.knex, { now: Date.now }),
    fetch,
    assets: loadAssets(app),
    sourceMaps: createSourceMaps([]),
  }
})
afterAll(async () => {
  for (const server of servers) server.closeAllConnections()
  for (const server of servers) server.close()
  await deps.jobs.stop()
  deps.word.stop()
  await database.close()
  rmSync(folder, { recursive: true, force: true })
})

async function listen(changes: Partial<Deps> = {}): Promise<number> {
  const answer = createServer({ ...deps, ...changes }).callback()
  const server = createHttpServer((request, response) => void answer(request, response))
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return (server.address() as AddressInfo).port
}

type Answer = { status: number; headers: IncomingMessage['headers']; body: Buffer }

let usual: number | undefined

/** A raw request: fetch would normalize the path and decode the answer. */
async function ask(
  path: string,
  { port, method = 'GET', headers = {} }: { port?: number; method?: string; headers?: object } = {},
): Promise<Answer> {
  usual ??= await listen()
  return new Promise((resolve, reject) => {
    const options = {
      host: '127.0.0.1',
      port: port ?? usual,
      path,
      method,
      headers: { ...headers },
    }
    const request = httpRequest(options, (response) => {
      const parts: Buffer[] = []
      response.on('data', (part: Buffer) => parts.push(part))
      response.on('end', () =>
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          body: Buffer.concat(parts),
        }),
      )
    })
    request.on('error', reject)
    request.end()
  })
}

test('health tells the database and the version, however the address is written', async () => {
  for (const path of ['/api/health', '/API/Health', '/api/health/']) {
    const { status, headers, body } = await ask(path)
    expect(status).toBe(200)
    expect(JSON.parse(body.toString())).toEqual({
      status: 'ok',
      database: { version: expect.stringMatching(/^\d+\.\d+/) as string },
      version: expect.stringMatching(/^\d+\.\d+\.\d+/) as string,
    })
    expect(headers['cache-control']).toBe('no-store')
    expect(headers['x-content-type-options']).toBe('nosniff')
    expect(headers['content-security-policy']).toBe("default-src 'none'; frame-ancestors 'none'")
  }
})

test('health is 503 while the database does not answer', async () => {
  const raw = () => Promise.reject(new Error('away'))
  const port = await listen({ db: { raw } as unknown as Deps['db'] })
  const { status, headers, body } = await ask('/api/health', { port })
  expect(status).toBe(503)
  expect(headers['retry-after']).toBe('5')
  expect(JSON.parse(body.toString())).toMatchObject({ status: 'unavailable' })
})

test('an unknown API address is a 404 in JSON, a wrong method a 405', async () => {
  for (const path of ['/api', '/api/', '/api/nope', '/API/nope.js', '/api/%E0%A4%A']) {
    const { status, headers, body } = await ask(path)
    expect([path, status]).toEqual([path, 404])
    expect(headers['content-type']).toMatch(/^application\/json/)
    expect(JSON.parse(body.toString())).toMatchObject({ code: 'not_found' })
  }
  const { status, body } = await ask('/api/health', { method: 'DELETE' })
  expect(status).toBe(405)
  expect(JSON.parse(body.toString())).toMatchObject({ code: 'bad_method' })
})

// T65
test('every screen is the one page, checked again each time, under a strict policy', async () => {
  for (const path of ['/', '/builder', '/list/hT4kQ9?x=1', '/no/such/screen', '/index.html']) {
    const { status, headers, body } = await ask(path)
    const isThere = !/^\/(list|no)/.test(path)
    expect([path, status]).toEqual([path, isThere ? 200 : 404])
    expect(body.toString()).toBe(PAGE)
    expect(headers['cache-control']).toBe(isThere ? 'no-cache' : 'no-store')
    const policy = String(headers['content-security-policy'])
    const hash = createHash('sha256').update(THEME).digest('base64')
    expect(policy).toContain(`script-src 'self' 'wasm-unsafe-eval' 'sha256-${hash}';`)
    expect(policy).toContain(`require-trusted-types-for 'script'; trusted-types sw`)
    expect(policy).toContain(`frame-ancestors 'none'`)
    expect(headers['permissions-policy']).toContain('camera=(self)')
    expect(headers['cross-origin-opener-policy']).toBe('same-origin')
    expect(headers['referrer-policy']).toBeTruthy()
    expect(headers['x-content-type-options']).toBe('nosniff')
  }
})

test('WebKit alone is told to keep no page, which it would keep with the store locked', async () => {
  const engine = 'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15'
  for (const [userAgent, kept] of [
    [`${engine} (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1`, 'no-store'],
    [`${engine} (KHTML, like Gecko) CriOS/126.0 Mobile/15E148 Safari/604.1`, 'no-store'],
    ['Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0 Safari/537.36', 'no-cache'],
    ['Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0', 'no-cache'],
  ] as const) {
    const { headers } = await ask('/builder', { headers: { 'User-Agent': userAgent } })
    expect([userAgent, headers['cache-control']]).toEqual([userAgent, kept])
    expect(headers['vary']).toContain('User-Agent')
  }
})

test('a hashed file is kept for a year and comes in the smallest form the client takes', async () => {
  const path = '/assets/a-12345678.js'
  const br = await ask(path, { headers: { 'Accept-Encoding': 'gzip, deflate, br' } })
  expect(br.headers['content-encoding']).toBe('br')
  expect(brotliDecompressSync(br.body).toString()).toBe(CODE)
  const gzip = await ask(path, { headers: { 'Accept-Encoding': 'gzip, br;q=0' } })
  expect(gzip.headers['content-encoding']).toBe('gzip')
  expect(gunzipSync(gzip.body).toString()).toBe(CODE)
  const plain = await ask(path)
  expect(plain.headers['content-encoding']).toBeUndefined()
  expect(plain.body.toString()).toBe(CODE)
  for (const { headers } of [br, gzip, plain]) {
    expect(headers['cache-control']).toBe('public, max-age=31536000, immutable')
    expect(headers['vary']).toBe('Accept-Encoding')
    expect(headers['content-type']).toBe('text/javascript; charset=utf-8')
  }
  expect(new Set([br, gzip, plain].map(({ headers }) => headers['etag'])).size).toBe(3)
})

test('an unchanged file is a 304 without a body, an unchanged page too', async () => {
  for (const path of ['/', '/sw.js', '/assets/a-12345678.js']) {
    const first = await ask(path)
    const again = await ask(path, { headers: { 'If-None-Match': String(first.headers['etag']) } })
    expect([path, again.status, again.body.length]).toEqual([path, 304, 0])
    expect(again.headers['cache-control']).toBe(first.headers['cache-control'])
    expect(again.headers['content-security-policy']).toBe(first.headers['content-security-policy'])
  }
})

test('HEAD tells the length without the body', async () => {
  const { status, headers, body } = await ask('/assets/a-12345678.js', { method: 'HEAD' })
  expect([status, headers['content-length'], body.length]).toEqual([200, String(CODE.length), 0])
})

test('the worker and the manifest are checked again each time', async () => {
  for (const path of ['/sw.js', '/manifest.webmanifest']) {
    expect((await ask(path)).headers['cache-control']).toBe('no-cache')
  }
})

// T80
test('a missing file is a 404 and never the page; maps and siblings are not served', async () => {
  const missing = ['/missing.js', '/assets/gone-12345678.js', '/assets/nothing', '/icons/x']
  const hidden = ['/assets/a-12345678.js.map', '/assets/a-12345678.js.br', '/.env']
  for (const path of [...missing, ...hidden]) {
    const { status, headers } = await ask(path)
    expect([path, status]).toEqual([path, 404])
    expect(headers['content-type']).toMatch(/^text\/plain/)
  }
})

test('no path leads out of the folder', async () => {
  const paths = ['/../secret.txt', '/assets/../../secret.txt', '/%2e%2e/secret.txt']
  for (const path of [...paths, '/..%2fsecret.txt', '//secret.txt', '/\\..\\secret.txt']) {
    const { status, body } = await ask(path)
    expect([path, status]).toEqual([path, 404])
    expect(body.toString()).not.toContain('secret')
  }
})

test('writing to a page address is refused, and so is TRACE', async () => {
  for (const [path, method] of [
    ['/builder', 'POST'],
    ['/builder', 'TRACE'],
    ['/assets/a-12345678.js', 'TRACE'],
  ] as const) {
    const { status, headers } = await ask(path, { method })
    expect([path, status, headers['allow']]).toEqual([path, 405, 'GET, HEAD'])
  }
  expect((await ask('/api/health', { method: 'TRACE' })).status).toBe(405)
})

// T102
test('KILL_SW serves a worker that only unregisters itself', async () => {
  const port = await listen({ env: readEnv({ KILL_SW: '1' }) })
  const { status, headers, body } = await ask('/sw.js', { port })
  expect(status).toBe(200)
  expect(headers['cache-control']).toBe('no-cache')
  expect(headers['content-type']).toMatch(/^text\/javascript/)
  expect(body.toString()).toContain('registration.unregister()')
  expect(body.toString()).not.toMatch(/fetch|reload|navigate/)
})

test('without a built app the API answers and pages say what to do', async () => {
  const port = await listen({ assets: null })
  expect((await ask('/api/health', { port })).status).toBe(200)
  const { status, body } = await ask('/builder', { port })
  expect([status, body.toString()]).toEqual([404, 'The app is not built. Run: npm run build'])
})

test('an https address asks browsers to stay on https', async () => {
  const port = await listen({ env: readEnv({ PUBLIC_URL: 'https://wrenchlist.example' }) })
  const { headers } = await ask('/', { port })
  expect(headers['strict-transport-security']).toBe('max-age=31536000')
  expect((await ask('/')).headers['strict-transport-security']).toBeUndefined()
})

test('the log has a line a request, without the query', async () => {
  lines.length = 0
  await ask('/api/health?token=secret')
  const line = lines.find((each) => each.includes('/api/health')) ?? ''
  expect(JSON.parse(line)).toMatchObject({ method: 'GET', path: '/api/health', status: 200 })
  expect(lines.join('')).not.toContain('secret')
})
