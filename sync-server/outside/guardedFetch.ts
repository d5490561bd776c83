/**
 * SSRF guard for URLs that strangers name. Only listed hosts, only public addresses; each name is
 * resolved once and that address connected to; redirects are followed under the same rules; every
 * size and time is capped.
 */
import type { Outside, Target } from './outside.ts'

import { type IncomingHttpHeaders, type IncomingMessage, request } from 'node:http'
import { Transform, type Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { promisify } from 'node:util'
import { brotliDecompress, gunzip, inflate } from 'node:zlib'

import { isPublicAddress } from './publicAddress.ts'

const MAX_HEADER_BYTES = 16 * 1024
const MAX_REDIRECTS = 3

/** Never fetched; `reason` is for the log, not for the asker. */
export class Refused extends Error {
  override name = 'Refused'
}

/** No answer, or a fault of the host: a retry may work. */
export class Away extends Error {
  override name = 'Away'
}

/** The host has no such page. */
export class Missing extends Error {
  override name = 'Missing'
}

/** Operator-set address of a host: no DNS, and a private address is allowed. */
export interface Pin {
  address: string
  port: number
  isTls: boolean
}

export interface FetchRules {
  /** Allowed host names, exact, with pins. */
  hosts: Pick<ReadonlyMap<string, Pin | null>, 'get'>
  /** For everything together: DNS, connections, redirects and bodies. */
  timeoutMs: number
  /** As transferred; the next one after inflating. */
  maxBytes: number
  maxInflatedBytes: number
  /** Accepted content types. */
  types: readonly string[]
  userAgent: string
}

export interface Page {
  /** Final URL, after redirects. */
  url: URL
  /** From the headers; '' for none. */
  charset: string
  body: Buffer
}

/** @throws Refused, Away or Missing, and nothing else */
export async function guardedFetch(
  outside: Outside,
  address: string,
  rules: FetchRules,
): Promise<Page> {
  const signal = AbortSignal.timeout(rules.timeoutMs)
  return follow(outside, address, rules, signal, {}, (response, url) =>
    readPage(response, url, rules),
  )
}

export interface Known {
  /** Validators of the stored copy; '' for none. */
  etag: string
  lastModified: string
}

export interface Downloaded extends Known {
  /** From the headers; '' for none. */
  charset: string
}

interface Download {
  known: Known
  /** Slower transfers are aborted. */
  slowest: { bytes: number; inMs: number }
  sink: () => Writable
  signal: AbortSignal
}

/**
 * Downloads a file of any size into `sink`, as sent except for its transfer encoding.
 * @returns null when not modified
 * @throws Refused, Away or Missing, and errors of `sink`
 */
export async function guardedDownload(
  outside: Outside,
  address: string,
  rules: Omit<FetchRules, 'types' | 'maxInflatedBytes'>,
  { known, slowest, sink, signal }: Download,
): Promise<Downloaded | null> {
  const all = { ...rules, types: ['*/*'], maxInflatedBytes: rules.maxBytes }
  const headers = {
    'Accept-Encoding': 'identity',
    ...(known.etag && { 'If-None-Match': known.etag }),
    ...(known.lastModified && { 'If-Modified-Since': known.lastModified }),
  }
  const isDripping = new AbortController()
  const limits = [signal, AbortSignal.timeout(rules.timeoutMs), isDripping.signal]
  const inTime = AbortSignal.any(limits)
  let size = 0
  let before = 0
  const pace = setInterval(() => {
    if (size - before < slowest.bytes) isDripping.abort()
    before = size
  }, slowest.inMs)
  return follow(outside, address, all, inTime, headers, async (response) => {
    const { statusCode, headers: said } = response
    if (statusCode === 304) return null
    if (statusCode !== 200) throw faultOf(response)
    const packing = said['content-encoding']?.trim().toLowerCase() ?? ''
    // The reader inflates it, whether the file or its transfer is gzipped.
    if (!['', 'identity', 'gzip', 'x-gzip'].includes(packing)) throw new Refused('another encoding')
    if (Number(said['content-length'] ?? 0) > rules.maxBytes) throw new Refused('too large')
    const counted = new Transform({
      transform(chunk: Buffer, _encoding, done) {
        size += chunk.length
        done(size > rules.maxBytes ? new Refused('too large') : null, chunk)
      },
    })
    try {
      await pipeline(response, counted, sink())
    } catch (error) {
      if (error instanceof Refused) throw error
      throw new Away(inTime.aborted ? 'too slow' : 'cut off')
    }
    const [, ...parameters] = (said['content-type'] ?? '').toLowerCase().split(';')
    return {
      etag: (said.etag ?? '').slice(0, MAX_KNOWN),
      lastModified: (said['last-modified'] ?? '').slice(0, MAX_KNOWN),
      charset: charsetIn(parameters),
    }
  }).finally(() => clearInterval(pace))
}

const MAX_KNOWN = 200

async function follow<Result>(
  outside: Outside,
  address: string,
  rules: FetchRules,
  signal: AbortSignal,
  headers: Record<string, string>,
  read: (response: IncomingMessage, url: URL) => Promise<Result>,
): Promise<Result> {
  let url = readUrl(address)
  for (let hop = 0; hop <= MAX_REDIRECTS; hop++) {
    const response = await askPage(outside, url, rules, signal, headers)
    try {
      const to = locationOf(response, url)
      if (!to) return await read(response, url)
      url = to
    } finally {
      response.destroy()
    }
  }
  throw new Refused('too many redirects')
}

/**
 * Target of an address's redirect, without following it.
 * @throws Refused, Away or Missing, and nothing else
 */
export async function readLocation(
  outside: Outside,
  address: string,
  rules: FetchRules,
): Promise<URL> {
  const url = readUrl(address)
  const response = await askPage(outside, url, rules, AbortSignal.timeout(rules.timeoutMs), {})
  response.destroy()
  const to = locationOf(response, url)
  if (!to) throw response.statusCode === 200 ? new Missing('no redirect') : faultOf(response)
  return to
}

function readUrl(address: string, base?: URL): URL {
  try {
    return new URL(address, base)
  } catch {
    throw new Refused('not an address')
  }
}

/**
 * Posts a few bytes to an address a stranger named: any public host by https, or one of `hosts`.
 * Follows no redirects and reads only the answer's head.
 * @returns status, and Retry-After in seconds
 * @throws Refused or Away, and nothing else
 */
export async function guardedPost(
  outside: Outside,
  address: string,
  {
    hosts,
    timeoutMs,
    headers,
    body,
  }: Pick<FetchRules, 'hosts' | 'timeoutMs'> & { headers: Record<string, string>; body: Buffer },
): Promise<{ status: number; retryAfter: number }> {
  const signal = AbortSignal.timeout(timeoutMs)
  const url = readUrl(address)
  const isPinned = hosts.get(url.hostname) !== undefined
  if (url.protocol !== 'https:' && !isPinned) throw new Refused('not https')
  const rules = isPinned ? hosts : new Map([[url.hostname, null]])
  const response = await ask(outside, url, rules, signal, {
    method: 'POST',
    headers: { ...headers, 'Content-Length': String(body.length) },
    body,
  })
  response.destroy()
  const retryAfter = Number(response.headers['retry-after']) || 0
  return { status: response.statusCode ?? 0, retryAfter }
}

function askPage(
  outside: Outside,
  url: URL,
  rules: FetchRules,
  signal: AbortSignal,
  own: Record<string, string>,
): Promise<IncomingMessage> {
  const headers = {
    'User-Agent': rules.userAgent,
    Accept: rules.types.join(', '),
    'Accept-Language': 'en-US,en',
    'Accept-Encoding': 'gzip, br, deflate',
    ...own,
  }
  return ask(outside, url, rules.hosts, signal, { method: 'GET', headers })
}

async function ask(
  outside: Outside,
  url: URL,
  hosts: FetchRules['hosts'],
  signal: AbortSignal,
  { method, headers, body }: { method: string; headers: Record<string, string>; body?: Buffer },
): Promise<IncomingMessage> {
  const target = await inTime(targetOf(outside, url, hosts), signal)
  const socket = outside.connect(target)
  return new Promise((resolve, reject) => {
    const asked = request({
      method,
      // The connection exists already, to exactly the address that was checked.
      createConnection: () => socket,
      path: url.pathname + url.search,
      maxHeaderSize: MAX_HEADER_BYTES,
      signal,
      headers: { Host: url.host, ...headers, Connection: 'close' },
    })
    asked.once('response', resolve)
    // Stays for later socket errors, which the body's reader meets by itself.
    asked.on('error', (error) => {
      socket.destroy()
      reject(asked.aborted || signal.aborted ? new Away('too slow') : readable(error))
    })
    asked.end(body)
  })
}

/** Checks a URL. @returns the address to connect to */
async function targetOf(outside: Outside, url: URL, hosts: FetchRules['hosts']): Promise<Target> {
  const isTls = url.protocol === 'https:'
  if (!isTls && url.protocol !== 'http:') throw new Refused('not http')
  if (url.username || url.password) throw new Refused('a name or password in the address')
  const { hostname } = url
  const pin = hosts.get(hostname)
  if (pin === undefined) throw new Refused('a host that is not listed')
  if (pin) return { ...pin, hostname }
  // The URL parser leaves out the scheme's default port.
  if (url.port) throw new Refused('a port')
  const addresses = await outside.resolve(hostname).catch(() => [])
  const [first] = addresses
  if (first === undefined) throw new Away('a name that has no address')
  // A private address among public ones is an attack.
  if (!addresses.every(isPublicAddress)) throw new Refused('an address that is not public')
  const address = addresses.find((one) => !one.includes(':')) ?? first
  return { address, port: isTls ? 443 : 80, hostname, isTls }
}

/** Target of a redirect, checked when fetched; null for any other answer. */
function locationOf({ statusCode = 0, headers }: IncomingMessage, from: URL): URL | null {
  if (![301, 302, 303, 307, 308].includes(statusCode)) return null
  if (headers.location === undefined) throw new Refused('a redirect to nowhere')
  const to = readUrl(headers.location, from)
  if (from.protocol === 'https:' && to.protocol === 'http:') throw new Refused('out of https')
  return to
}

async function readPage(response: IncomingMessage, url: URL, rules: FetchRules): Promise<Page> {
  const { statusCode, headers } = response
  if (statusCode !== 200) throw faultOf(response)
  const [type = '', ...parameters] = (headers['content-type'] ?? '').toLowerCase().split(';')
  if (!rules.types.includes(type.trim())) throw new Refused('another type of content')
  const bytes = await readAll(response, rules.maxBytes)
  return { url, charset: charsetIn(parameters), body: await unpack(bytes, headers, rules) }
}

const charsetIn = (parameters: readonly string[]): string =>
  parameters.map((one) => /^\s*charset=["']?([\w-]+)/.exec(one)?.[1]).find(Boolean) ?? ''

function faultOf({ statusCode = 0 }: IncomingMessage): Error {
  if (statusCode === 404 || statusCode === 410) return new Missing('no such page')
  const isLater = statusCode === 429 || statusCode >= 500
  return isLater ? new Away(`status ${statusCode}`) : new Refused(`status ${statusCode}`)
}

async function readAll(response: IncomingMessage, maxBytes: number): Promise<Buffer> {
  if (Number(response.headers['content-length'] ?? 0) > maxBytes) throw new Refused('too large')
  const chunks: Buffer[] = []
  let size = 0
  try {
    for await (const chunk of response as AsyncIterable<Buffer>) {
      size += chunk.length
      if (size > maxBytes) throw new Refused('too large')
      chunks.push(chunk)
    }
  } catch (error) {
    throw error instanceof Refused ? error : new Away('cut off')
  }
  return Buffer.concat(chunks)
}

const UNPACKERS = {
  gzip: promisify(gunzip),
  'x-gzip': promisify(gunzip),
  br: promisify(brotliDecompress),
  deflate: promisify(inflate),
}

async function unpack(
  bytes: Buffer,
  headers: IncomingHttpHeaders,
  { maxInflatedBytes }: FetchRules,
): Promise<Buffer> {
  const encoding = headers['content-encoding']?.trim().toLowerCase() ?? ''
  if (encoding === '' || encoding === 'identity') return bytes
  // No shop encodes twice.
  const unpacker = Object.hasOwn(UNPACKERS, encoding) && UNPACKERS[encoding as 'gzip']
  if (!unpacker) throw new Refused('another encoding')
  try {
    return await unpacker(bytes, { maxOutputLength: maxInflatedBytes })
  } catch {
    throw new Refused('too large, or not packed as it says')
  }
}

function readable(error: Error): Error {
  if (error instanceof Refused || error instanceof Away) return error
  const code = 'code' in error ? String(error.code) : ''
  // Not HTTP, or far too many headers.
  if (code.startsWith('HPE_')) return new Refused(code)
  return new Away(code || error.name)
}

function inTime<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const stop = () => reject(new Away('too slow'))
    if (signal.aborted) return stop()
    signal.addEventListener('abort', stop, { once: true })
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop))
  })
}
