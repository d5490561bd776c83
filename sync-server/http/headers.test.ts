/** Every answer carries the required security headers. */
import { afterAll, beforeAll, expect, test } from 'vitest'

import type { Assets } from './assets.ts'
import type { TestServer } from '../testServer.ts'

import { startTestServer } from '../testServer.ts'

const html = '<!doctype html><head></head><body><div id="root"></div></body>'
const asset = (type: string, text: string) => ({
  type,
  identity: { bytes: Buffer.from(text), etag: '"x"' },
  br: null,
  gzip: null,
})
const page = asset('text/html; charset=utf-8', html)
const script = asset('text/javascript; charset=utf-8', 'export {}')
const byPath = new Map([
  ['/index.html', page],
  ['/assets/a-12345678.js', script],
  ['/sw.js', script],
])
const assets: Assets = { byPath, page }

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ assets, env: { PUBLIC_URL: 'https://wrenchlist.example' } })
})
afterAll(() => server.close())

const ask = async (path: string, init: RequestInit = {}) => {
  const response = await fetch(server.url + path, init)
  await response.arrayBuffer()
  return response
}

// Without it fetch would ask for a fresh answer by itself.
const ifChanged = (etag: string) => ({
  headers: { 'If-None-Match': etag, 'Cache-Control': 'max-age=0' },
})
const json = (body: string) => ({
  method: 'POST',
  headers: { 'Content-Type': 'application/json' },
  body,
})

test.each<[number, string, RequestInit]>([
  [200, '/', {}],
  [200, '/builder', { method: 'HEAD' }],
  [404, '/no/such/page', {}],
  [404, '/list/AAAAAA', {}],
  [404, '/product/none', {}],
  [200, '/assets/a-12345678.js', {}],
  [304, '/assets/a-12345678.js', ifChanged('"x"')],
  [404, '/assets/gone-12345678.js', {}],
  [200, '/sw.js', {}],
  [200, '/share', { method: 'POST', body: 'text' }],
  [404, '/%E0%A4%A', {}],
  [200, '/api/health', {}],
  [200, '/api/ready', {}],
  [404, '/api/nowhere', {}],
  [405, '/api/health', { method: 'DELETE' }],
  [401, '/api/sync', json('{}')],
  [415, '/api/auth/login', { method: 'POST', body: 'x' }],
  [400, '/api/auth/login', json('{')],
  [422, '/api/auth/login', json('{}')],
])(
  // T66
  '%i %s: the type is not guessed, nobody frames it, and it stays on https',
  async (status, path, init) => {
    const response = await ask(path, init)
    expect(response.status).toBe(status)
    const { headers } = response
    expect(headers.get('X-Content-Type-Options')).toBe('nosniff')
    expect(headers.get('Strict-Transport-Security')).toBe('max-age=31536000')
    expect(headers.get('Content-Security-Policy')).toContain("frame-ancestors 'none'")
    expect(headers.get('Referrer-Policy')).toBe('strict-origin-when-cross-origin')
    for (const name of ['Set-Cookie', 'Access-Control-Allow-Origin']) {
      expect(headers.get(name), name).toBeNull()
    }
    expect(headers.get('Content-Type') ?? 'charset=utf-8').toMatch(/charset=utf-8$/)
    expect(headers.get('X-Request-Id')).toBeTruthy()
    expect(headers.get('Cache-Control')).toBeTruthy()
    expect(headers.get('X-Powered-By')).toBeNull()
    if (path.startsWith('/api/')) {
      expect(headers.get('Cache-Control')).toBe('no-store')
      expect(headers.get('Content-Security-Policy')).toContain("default-src 'none'")
      expect(headers.get('Cross-Origin-Resource-Policy')).toBe('same-origin')
    }
    if (!headers.get('Content-Type')?.startsWith('text/html')) return
    expect(headers.get('Content-Security-Policy')).toMatch(
      /object-src 'none'; base-uri 'none';.*require-trusted-types-for 'script'/,
    )
    expect(headers.get('Cross-Origin-Opener-Policy')).toBe('same-origin')
    expect(headers.get('Permissions-Policy')).toContain('geolocation=()')
  },
)

test('an address of the API that is too long is refused as one of the API', async () => {
  const { status, headers } = await ask(`/api/${'x'.repeat(3_000)}`)
  expect(status).toBe(414)
  expect(headers.get('Content-Security-Policy')).toContain("default-src 'none'")
  expect(headers.get('Cross-Origin-Resource-Policy')).toBe('same-origin')
})

test('a page that is unchanged gives its whole policy again', async () => {
  const first = await ask('/builder')
  const again = await ask('/builder', ifChanged(first.headers.get('ETag') ?? ''))
  expect(again.status).toBe(304)
  const policy = again.headers.get('Content-Security-Policy')
  expect(policy).toBe(first.headers.get('Content-Security-Policy'))
  expect(policy).toContain('trusted-types')
})

test('a page that fails, in a way nobody expected, has them too and says no word of why', async () => {
  const broken = await startTestServer({
    database: server.database,
    assets,
    env: { PUBLIC_URL: 'https://wrenchlist.example' },
    limits: {
      ...server.deps.limits,
      wait: () => {
        throw new TypeError('a secret of the inside')
      },
    },
  })
  const response = await fetch(`${broken.url}/kit/AAAAAA`)
  expect(response.status).toBe(500)
  expect(await response.text()).not.toContain('secret')
  expect(response.headers.get('X-Content-Type-Options')).toBe('nosniff')
  expect(response.headers.get('Content-Security-Policy')).toContain("frame-ancestors 'none'")
  await broken.close()
})

test('without https nobody is told to stay there', async () => {
  const plain = await startTestServer({ database: server.database, assets })
  for (const path of ['/', '/api/health']) {
    const response = await fetch(plain.url + path)
    expect(response.headers.get('Strict-Transport-Security')).toBeNull()
  }
  await plain.close()
})
