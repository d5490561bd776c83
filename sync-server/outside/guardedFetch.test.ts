import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib'
import { PassThrough } from 'node:stream'
import { afterEach, beforeEach, expect, test } from 'vitest'

import type { ServerResponse } from 'node:http'
import type { FetchRules } from './guardedFetch.ts'
import type { Site, TestInternet } from './testInternet.ts'

import {
  Away,
  guardedDownload,
  guardedFetch,
  Missing,
  readLocation,
  Refused,
} from './guardedFetch.ts'
import { openInternet, page, PUBLIC_ADDRESS } from './testInternet.ts'

const MB = 1024 * 1024
const rules: FetchRules = {
  hosts: new Map([
    ['shop.example', null],
    ['www.shop.example', null],
  ]),
  timeoutMs: 60_000,
  maxBytes: 256 * 1024,
  maxInflatedBytes: MB,
  types: ['text/html'],
  userAgent: 'Test/1',
}

let internet: TestInternet
beforeEach(async () => {
  internet = await openInternet({ 'shop.example': page('<p>hello') })
})
afterEach(() => internet.close())

const read = async (address: string, changes: Partial<FetchRules> = {}) => {
  const found = await guardedFetch(internet.outside, address, { ...rules, ...changes })
  return found.body.toString()
}
const html = (body: string | Buffer, headers: Record<string, string> = {}): Site => {
  return (_request, response) =>
    void response.writeHead(200, { 'Content-Type': 'text/html', ...headers }).end(body)
}
const redirect = (to: string): Site => {
  return (_request, response) => void response.writeHead(302, { Location: to }).end()
}

test('a listed host is read at the one address its name was resolved to', async () => {
  expect(await read('https://shop.example/part?id=7#x')).toBe('<p>hello')
  expect(internet.resolved).toEqual(['shop.example'])
  expect(internet.connected).toEqual([
    { address: PUBLIC_ADDRESS, port: 443, hostname: 'shop.example', isTls: true },
  ])
  expect(internet.asked).toEqual(['shop.example/part?id=7'])
})

test.each([
  ['another host', 'https://evil.example/'],
  ['a listed name in another place', 'https://shop.example.evil.example/'],
  ['a listed name before an @', 'https://shop.example@evil.example/'],
  ['a name and a password', 'https://a:b@shop.example/'],
  ['a port', 'https://shop.example:8443/'],
  ['the port of a database', 'http://shop.example:5432/'],
  ['a file', 'file:///etc/passwd'],
  ['a gopher', 'gopher://shop.example/'],
  ['data', 'data:text/html,hello'],
  ['an address of this machine', 'http://127.0.0.1/'],
  ['the same in decimal', 'http://2130706433/'],
  ['the same in hex', 'http://0x7f000001/'],
  ['the same in octal', 'http://0177.0.0.1/'],
  ['the same, short', 'http://127.1/'],
  ['the same in IPv6', 'http://[::1]/'],
  ['the same, mapped', 'http://[::ffff:127.0.0.1]/'],
  ['the same behind NAT64', 'http://[64:ff9b::7f00:1]/'],
  ["a cloud's metadata", 'http://169.254.169.254/latest/meta-data/'],
  ['localhost', 'http://localhost/'],
  ['a dot behind the name', 'https://shop.example./'],
  ['nothing readable', 'https://'],
])('%s is refused before anything is resolved or connected', async (_what, address) => {
  await expect(read(address)).rejects.toThrow(Refused)
  expect(internet.resolved).toEqual([])
  expect(internet.connected).toEqual([])
})

test.each([
  ['127.0.0.1'],
  ['169.254.169.254'],
  ['10.0.0.8'],
  ['::1'],
  ['::ffff:10.0.0.8'],
  ['::ffff:a00:8'],
  ['64:ff9b::a9fe:a9fe'],
  ['fd00:ec2::254'],
  ['fe80::1%eth0'],
])('a listed name that leads to %s is not connected to', async (address) => {
  internet.names['shop.example'] = [address]
  await expect(read('https://shop.example/')).rejects.toThrow(Refused)
  expect(internet.connected).toEqual([])
})

// T33
test('one private address among public ones is enough to be refused', async () => {
  internet.names['shop.example'] = [PUBLIC_ADDRESS, '127.0.0.1']
  await expect(read('https://shop.example/')).rejects.toThrow(Refused)
  expect(internet.connected).toEqual([])
})

test('a name that turns private after it was judged gains nothing: it is not asked again', async () => {
  let times = 0
  internet.names['shop.example'] = () => [times++ === 0 ? PUBLIC_ADDRESS : '127.0.0.1']
  expect(await read('https://shop.example/')).toBe('<p>hello')
  expect(times).toBe(1)
  expect(internet.connected.map(({ address }) => address)).toEqual([PUBLIC_ADDRESS])
})

// T33
test('a name that turns private for the page it redirects to is refused there', async () => {
  let times = 0
  internet.names['shop.example'] = () => [times++ === 0 ? PUBLIC_ADDRESS : '10.0.0.8']
  internet.sites['shop.example'] = redirect('/again')
  await expect(read('https://shop.example/')).rejects.toThrow(Refused)
  expect(internet.connected).toHaveLength(1)
})

test.each([
  'http://169.254.169.254/latest/meta-data/',
  'http://127.0.0.1:5432/',
  'http://[::1]/',
  'http://0x7f.1/',
  'https://evil.example/',
  'file:///etc/passwd',
  '//evil.example/',
  'http://shop.example/plain',
])('a redirect to %s is not followed', async (to) => {
  internet.sites['shop.example'] = redirect(to)
  await expect(read('https://shop.example/')).rejects.toThrow(Refused)
  expect(internet.asked).toEqual(['shop.example/'])
})

test('a redirect within the list is followed, and says where the page was found', async () => {
  internet.sites['shop.example'] = redirect('https://www.shop.example/part')
  internet.sites['www.shop.example'] = html('<p>moved')
  const found = await guardedFetch(internet.outside, 'https://shop.example/', rules)
  expect([found.url.href, found.body.toString()]).toEqual([
    'https://www.shop.example/part',
    '<p>moved',
  ])
})

test('redirects that never end are left after three', async () => {
  internet.sites['shop.example'] = ({ url = '' }, response) =>
    void response.writeHead(302, { Location: `${url}x` }).end()
  await expect(read('https://shop.example/')).rejects.toThrow(Refused)
  expect(internet.asked).toHaveLength(4)
})

test.each([
  ['gzip', gzipSync],
  ['br', brotliCompressSync],
  ['deflate', deflateSync],
] as const)('a page packed with %s is unpacked', async (encoding, pack) => {
  internet.sites['shop.example'] = html(pack('<p>packed'), { 'Content-Encoding': encoding })
  expect(await read('https://shop.example/')).toBe('<p>packed')
})

test.each([
  ['gzip', gzipSync],
  ['br', brotliCompressSync],
] as const)('a bomb of %s is not unpacked', async (encoding, pack) => {
  const bomb = pack(Buffer.alloc(64 * MB))
  expect(bomb.length).toBeLessThan(rules.maxBytes)
  internet.sites['shop.example'] = html(bomb, { 'Content-Encoding': encoding })
  await expect(read('https://shop.example/')).rejects.toThrow(Refused)
})

test.each([
  ['packed twice', { 'Content-Encoding': 'gzip, gzip' }],
  ['packed in a way nobody knows', { 'Content-Encoding': 'constructor' }],
  ['not packed, although it says so', { 'Content-Encoding': 'gzip' }],
])('a page that is %s is refused', async (_what, headers) => {
  internet.sites['shop.example'] = html('<p>hello', headers)
  await expect(read('https://shop.example/')).rejects.toThrow(Refused)
})

test('a page that is too large is refused by its length', async () => {
  internet.sites['shop.example'] = html('', { 'Content-Length': String(9 * MB) })
  await expect(read('https://shop.example/')).rejects.toThrow('too large')
})

test('a page that does not say its length and never ends is cut off', async () => {
  let sent = 0
  internet.sites['shop.example'] = (_request, response) => {
    response.writeHead(200, { 'Content-Type': 'text/html' })
    const more = () => {
      if (response.destroyed) return
      sent += 16 * 1024
      response.write(Buffer.alloc(16 * 1024, 'x'), more)
    }
    more()
  }
  await expect(read('https://shop.example/')).rejects.toThrow('too large')
  expect(sent).toBeLessThan(16 * MB)
})

test('a page that comes drop by drop is given up when the time is over', async () => {
  internet.sites['shop.example'] = (_request, response) => {
    response.writeHead(200, { 'Content-Type': 'text/html' })
    const drip = setInterval(() => response.write('x'), 20)
    response.once('close', () => clearInterval(drip))
  }
  await expect(read('https://shop.example/', { timeoutMs: 200 })).rejects.toThrow(Away)
})

test('a server that says nothing at all is given up when the time is over', async () => {
  internet.sites['shop.example'] = () => {}
  await expect(read('https://shop.example/', { timeoutMs: 200 })).rejects.toThrow(Away)
})

test('a name that takes for ever is given up when the time is over', async () => {
  const outside = { ...internet.outside, resolve: () => new Promise<string[]>(() => {}) }
  const rulesOfHaste = { ...rules, timeoutMs: 200 }
  await expect(guardedFetch(outside, 'https://shop.example/', rulesOfHaste)).rejects.toThrow(Away)
})

test.each([
  ['one that is huge', { 'X-Long': 'x'.repeat(32 * 1024) }],
  ['many', Object.fromEntries(Array.from({ length: 2_000 }, (_, at) => [`x-${at}`, 'long value']))],
])('headers, %s, are not read', async (_what, headers) => {
  internet.sites['shop.example'] = html('<p>hello', headers)
  await expect(read('https://shop.example/')).rejects.toThrow(Refused)
})

test('what does not speak HTTP is refused', async () => {
  internet.sites['shop.example'] = ({ socket }) => void socket.end('SSH-2.0-OpenSSH_9.6\r\n')
  await expect(read('https://shop.example/')).rejects.toThrow(Refused)
})

test.each(['application/pdf', 'application/octet-stream', 'image/svg+xml', 'text/htmlx', ''])(
  'content of the type %j is refused',
  async (type) => {
    internet.sites['shop.example'] = html('<p>hello', { 'Content-Type': type })
    await expect(read('https://shop.example/')).rejects.toThrow(Refused)
  },
)

test.each([
  [404, Missing],
  [410, Missing],
  [429, Away],
  [500, Away],
  [503, Away],
  [403, Refused],
  [206, Refused],
] as const)('status %i has a meaning of its own', async (status, meaning) => {
  internet.sites['shop.example'] = (_request, response) =>
    void response.writeHead(status, { 'Content-Type': 'text/html' }).end('<p>x')
  await expect(read('https://shop.example/')).rejects.toThrow(meaning)
})

test('a connection that is cut off in the middle is no page', async () => {
  internet.sites['shop.example'] = (_request, response) => {
    response.writeHead(200, { 'Content-Type': 'text/html', 'Content-Length': '100' })
    response.write('<p>half', () => response.destroy())
  }
  await expect(read('https://shop.example/')).rejects.toThrow(Away)
})

test('a host the operator has placed is asked there, private or not, and no name is resolved', async () => {
  const pin = { address: '10.0.0.5', port: 8080, isTls: false }
  internet.sites['parts.lan'] = html('<p>own')
  expect(await read('http://parts.lan/x', { hosts: new Map([['parts.lan', pin]]) })).toBe('<p>own')
  expect(internet.resolved).toEqual([])
  expect(internet.connected).toEqual([{ ...pin, hostname: 'parts.lan' }])
})

test('of a short link only the one Location is read, and nobody goes there', async () => {
  internet.sites['shop.example'] = redirect('https://elsewhere.example/dp/1')
  const to = await readLocation(internet.outside, 'https://shop.example/d/1', rules)
  expect(to.href).toBe('https://elsewhere.example/dp/1')
  expect(internet.asked).toEqual(['shop.example/d/1'])
  internet.sites['shop.example'] = page('<p>no redirect')
  await expect(readLocation(internet.outside, 'https://shop.example/d/1', rules)).rejects.toThrow(
    Missing,
  )
})

test.each([
  ['drips', (response: ServerResponse) => void response.writeHead(200).write('p')],
  ['never answers', () => undefined],
  // T91
])('a download that %s is given up, one that goes on is not', async (_how, begin) => {
  internet.sites['shop.example'] = ({ url }, response) => {
    if (url === '/well') {
      response.writeHead(200)
      const flow = setInterval(() => response.write('w'.repeat(1_000)), 20)
      setTimeout(() => response.end(), 500)
      response.once('close', () => clearInterval(flow))
    } else begin(response)
  }
  const download = (path: string) =>
    guardedDownload(internet.outside, `https://shop.example/${path}`, rules, {
      known: { etag: '', lastModified: '' },
      slowest: { bytes: 1_000, inMs: 200 },
      sink: () => new PassThrough().resume(),
      signal: new AbortController().signal,
    })
  await expect(download('ill')).rejects.toThrow(new Away('too slow'))
  expect(await download('well')).toMatchObject({ etag: '' })
})
