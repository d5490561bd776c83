/** Calls of a hostile client: good ones, spoilt in one place or several. */
import { gzipSync } from 'node:zlib'

import type { Known, Route } from './goodCalls.ts'
import type { Lots } from '#shared/testSeeded.ts'
import type { TestDevice } from '../../sync-server/testServer.ts'

import { goodBody, goodPath, goodQuery, neededQuery, typeOf } from './goodCalls.ts'

export interface HostileCall {
  method: string
  path: string
  headers: Record<string, string>
  body: Buffer | null
}

const deep = (levels: number): unknown => {
  let value: unknown = 1
  for (let level = 0; level < levels; level++) value = { a: [value] }
  return value
}

/** Values that have broken servers, with strings that databases and parsers trip over. */
const VALUES: readonly unknown[] = [
  null,
  true,
  false,
  0,
  -1,
  1.5,
  1e21,
  -1e308,
  Number.MAX_SAFE_INTEGER + 1,
  2_147_483_648,
  '',
  ' ',
  'a'.repeat(5_001),
  'a'.repeat(300_000),
  '\u0000',
  'nul \u0000 inside',
  '\uD800',
  '\uDFFF tail',
  '\u202Eright to left',
  '👩‍🔧'.repeat(200),
  '<script>alert(1)</script>',
  'javascript:alert(1)',
  "'; drop table kits; --",
  '%00',
  '%',
  '_%_%_%',
  '$1',
  '\\',
  '{"a":',
  'infinity',
  '-infinity',
  'NaN',
  '1e999',
  '0000-00-00',
  '9999999-12-31T00:00:00Z',
  '../../etc/passwd',
  'https://127.0.0.1:1/',
  'a\r\nX-Injected: 1',
  'a@b.example\r\nBcc: c@d.example',
  '__proto__',
  [],
  [[]],
  [null],
  {},
  { __proto__: null, constructor: { prototype: { admin: true } } },
  { toString: 1, length: -1 },
  deep(5),
  deep(40),
  Array.from({ length: 2_000 }, () => ({ name: 'x' })),
]

type Json = Record<string, unknown> | unknown[]

const isTree = (value: unknown): value is Json => typeof value === 'object' && value !== null

/** Places of all values in a tree: their containers and keys. */
function places(tree: unknown): { at: Json; key: string }[] {
  if (!isTree(tree)) return []
  return Object.entries(tree).flatMap(([key, value]) => [{ at: tree, key }, ...places(value)])
}

function spoilTree(good: unknown, lots: Lots): unknown {
  const tree: unknown = structuredClone(good)
  for (let times = 1 + Math.floor(lots.chance() * 3); times > 0; times--) {
    if (lots.isLucky(0.05)) return structuredClone(lots.pick(VALUES))
    const all = places(tree)
    if (all.length === 0) return structuredClone(lots.pick(VALUES))
    const { at, key } = lots.pick(all)
    const value = structuredClone(lots.pick(VALUES))
    const how = lots.chance()
    if (how < 0.1) Reflect.deleteProperty(at, key)
    else if (how < 0.2 && !Array.isArray(at)) {
      const name = lots.pick([
        '__proto__',
        'constructor',
        'isAdmin',
        'user_id',
        'owner',
        'verified',
        '',
      ])
      Object.defineProperty(at, name, {
        value,
        enumerable: true,
        configurable: true,
        writable: true,
      })
    } else Reflect.set(at, key, value)
  }
  return tree
}

/** Bodies that are not JSON, or whose headers lie about them. */
const RAW: readonly [bytes: Buffer, headers: Record<string, string>][] = [
  [Buffer.from(''), {}],
  [Buffer.from('{"a":1'), {}],
  [Buffer.from('\uFEFF{}'), {}],
  [Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d]), {}],
  [Buffer.from('['.repeat(100_000)), {}],
  [Buffer.from('{}'), { 'Content-Type': 'text/plain' }],
  [Buffer.from('{}'), { 'Content-Type': 'application/json; charset=utf-16' }],
  [Buffer.from('a=1'), { 'Content-Type': 'application/x-www-form-urlencoded' }],
  [Buffer.from('no gzip'), { 'Content-Encoding': 'gzip' }],
  [Buffer.from('{}'), { 'Content-Encoding': 'br' }],
  [gzipSync(Buffer.alloc(8 * 1024 * 1024, 32)), { 'Content-Encoding': 'gzip' }],
  [gzipSync(Buffer.from('{"a":1}')).subarray(0, 12), { 'Content-Encoding': 'gzip' }],
  [Buffer.from('{"__proto__":{"admin":true},"a":1e400}'), {}],
]

export const PARAMS: readonly string[] = [
  '%00',
  '%ff',
  '%ed%a0%80',
  '%2e%2e%2fetc',
  'a'.repeat(4_000),
  '%F0%9F%94%A7',
  "';select%201--",
  '-1',
  '1e9',
  '%25',
  'undefined',
  '__proto__',
  '@',
]

const QUERY_VALUES: readonly string[] = [
  '',
  '%00',
  '%ff',
  '%',
  '-1',
  '1e99',
  '9'.repeat(30),
  'a'.repeat(3_000),
  '%F0%9F%94%A7',
  "'%20or%201=1",
  '%25%25%25',
  '_'.repeat(50),
  '%5C',
  'NaN',
  ',,,,',
  '1.%00',
  '99999999999999999999.x',
]

/**
 * One call. @param route with the path of the router, so that it is reached: `/api/kits/:kitId`
 */
export function hostileCall(
  route: Route,
  { lots, known, sender }: { lots: Lots; known: Known; sender: TestDevice },
): HostileCall {
  const path = goodPath(route, known, (good) => (lots.isLucky(0.35) ? lots.pick(PARAMS) : good))
  const method = lots.isLucky(0.04) ? lots.pick(['PUT', 'PATCH', 'HEAD', 'OPTIONS']) : route.method
  const headers: Record<string, string> = {}
  const good = goodBody(route, known, sender)
  let body: Buffer | null = null
  if (good !== null && method !== 'HEAD') {
    headers['Content-Type'] = lots.isLucky(0.5) ? typeOf(good) : 'application/json'
    if (lots.isLucky(0.15)) {
      const [bytes, more] = lots.pick(RAW)
      body = bytes
      Object.assign(headers, more)
    } else {
      const isSpoilt = lots.isLucky(0.85)
      const value = isSpoilt ? spoilTree(good, lots) : good
      const text = typeof good === 'string' && !isSpoilt ? good : JSON.stringify(value)
      body = Buffer.from(text ?? '')
      if (lots.isLucky(0.1)) {
        body = gzipSync(body)
        headers['Content-Encoding'] = 'gzip'
      }
    }
  }
  return { method, path: path + query(route, lots, known), headers, body }
}

function query(route: Route, lots: Lots, known: Known): string {
  if (lots.isLucky(0.4)) return neededQuery(route, known)
  const all = Object.entries(goodQuery(known))
  const parts = Array.from({ length: 1 + Math.floor(lots.chance() * 4) }, () => {
    const [name, value] = lots.pick(all)
    const given = lots.isLucky(0.5) ? lots.pick(QUERY_VALUES) : encodeURIComponent(value)
    return `${name}${lots.isLucky(0.05) ? '[]' : ''}=${given}`
  })
  return `?${parts.join('&')}`
}
