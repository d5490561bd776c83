/**
 * Reads a page a stranger named. Only listed hosts, only public addresses, each name resolved once
 * and that address connected to, redirects followed by hand under the same rules, everything capped.
 */
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import type { Outside, Target } from './outside.ts'

import { request } from 'node:http'
import { Transform, type Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { promisify } from 'node:util'
import { brotliDecompress, gunzip, inflate } from 'node:zlib'

import { isPublicAddress } from './publicAddress.ts'

const MAX_HEADER_BYTES = 16 * 1024
const MAX_REDIRECTS = 3

/** A page that is not read, whatever it is; `reason` is for the log, never for the asker. */
export class Refused extends Error {
  override name = 'Refused'
}

/** No answer, or a fault of the other side: later it may be different. */
export class Away extends Error {
  override name = 'Away'
}

/** The other side has no such page. */
export class Missing extends Error {
  override name = 'Missing'
}

/** Where a host is by the operator's word: no name is resolved and the address may be a private one. */
export interface Pin {
  address: string
  port: number
  isTls: boolean
}

export interface FetchRules {
  /** Exact host names that may be asked, with where they are when the operator says so. */
  hosts: Pick<ReadonlyMap<string, Pin | null>, 'get'>
  /** Of everything together: names, connections, redirects and bodies. */
  timeoutMs: number
  /** As it travels, and after unpacking. */
  maxBytes: number
  maxInflatedBytes: number
  /** Content types that are read. */
  types: readonly string[]
  userAgent: string
}

export interface Page {
  /** Where it was found in the end. */
  url: URL
  /** As the headers have it, '' when they say nothing. */
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
  /** What the other side said of what we have, '' for nothing. */
  etag: string
  lastModified: string
}

export interface Downloaded extends Known {
  /** As the headers have it, '' when they say nothing. */
  charset: string
}

/**
 * Reads a file of any size into `sink`, as it travels but for its transfer's own packing.
 * @returns null when it is still what is known
 * @throws Refused, Away or Missing, and what `sink` throws
 */
export async function guardedDownload(
  outside: Outside,
  address: string,
  rules: Omit<FetchRules, 'types' | 'maxInflatedBytes'>,
  { known, sink, signal }: { known: Known; sink: () => Writable; signal: AbortSignal },
): Promise<Downloaded | null> {
  const all = { ...rules, types: ['*/*'], maxInflatedBytes: rules.maxBytes }
  const headers = {
    'Accept-Encoding': 'identity',
    ...(known.etag && { 'If-None-Match': known.etag }),
    ...(known.lastModified && { 'If-Modified-Since': known.lastModified }),
  }
  const inTime = AbortSignal.any([signal, AbortSignal.timeout(rules.timeoutMs)])
  return follow(outside, address, all, inTime, headers, async (response) => {
    const { statusCode, headers: said } = response
    if (statusCode === 304) return null
    if (statusCode !== 200) throw faultOf(response)
    const packing = said['content-encoding']?.trim().toLowerCase() ?? ''
    // A file that is packed by itself is unpacked by whoever reads it; so is one packed for the way.
    if (!['', 'identity', 'gzip', 'x-gzip'].includes(packing)) throw new Refused('another encoding')
    if (Number(said['content-length'] ?? 0) > rules.maxBytes) throw new Refused('too large')
    let size = 0
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
  })
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
 * Where one address redirects to, without going there.
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
 * Hands a few bytes to an address a stranger named: any public host by https, or one of `hosts`.
 * Redirects are not followed and no more than the head of the answer is read.
 * @returns its status, and its word on when to come again in seconds
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
      // The connection is made already, to exactly the address that was judged.
      createConnection: () => socket,
      path: url.pathname + url.search,
      maxHeaderSize: MAX_HEADER_BYTES,
      signal,
      headers: { Host: url.host, ...headers, Connection: 'close' },
    })
    asked.once('response', resolve)
    // Stays for later faults of the socket, which the reader of the body meets by itself.
    asked.on('error', (error) => {
      socket.destroy()
      reject(asked.aborted || signal.aborted ? new Away('too slow') : readable(error))
    })
    asked.end(body)
  })
}

/** Judges an address and says what to connect to. */
async function targetOf(outside: Outside, url: URL, hosts: FetchRules['hosts']): Promise<Target> {
  const isTls = url.protocol === 'https:'
  if (!isTls && url.protocol !== 'http:') throw new Refused('not http')
  if (url.username || url.password) throw new Refused('a name or password in the address')
  const { hostname } = url
  const pin = hosts.get(hostname)
  if (pin === undefined) throw new Refused('a host that is not listed')
  if (pin) return { ...pin, hostname }
  // The URL parser leaves the port out where it is the scheme's own.
  if (url.port) throw new Refused('a port')
  const addresses = await outside.resolve(hostname).catch(() => [])
  const [first] = addresses
  if (first === undefined) throw new Away('a name that has no address')
  // One private address among public ones is somebody's try.
  if (!addresses.every(isPublicAddress)) throw new Refused('an address that is not public')
  const address = addresses.find((one) => !one.includes(':')) ?? first
  return { address, port: isTls ? 443 : 80, hostname, isTls }
}

/** Where a redirect leads; null for any other answer. Judged when it is asked. */
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
  // Packed twice is nothing a shop does.
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
  // What does not speak HTTP, or has more headers than any shop needs.
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
