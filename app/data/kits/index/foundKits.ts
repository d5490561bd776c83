/**
 * The server's kit list and its searches, one page at a time. Answers are cached for the page's
 * lifetime: going back shows the same rows at once. The first page of all kits is stored on the device.
 */
import type { PriceSum } from '#shared/kinds/priceSum.ts'

import { create } from 'zustand'

import { isBuildId, isId } from '#shared/ids.ts'
import { isNamed } from '#shared/kinds/kit.ts'
import { isCode } from '#shared/money/money.ts'
import { areRates } from '#shared/money/rates.ts'
import { type ListedKit, withWords } from '../open/listedKit.ts'
import { isRecord } from '#shared/shape.ts'
import { db } from '../../device/db.ts'
import { shownPrincipal } from '../../device/device.ts'
import { fieldOf, type Json } from '#shared/cells/cells.ts'

export interface Found {
  kits: readonly ListedKit[]
  /** Cursor of the next page, null after the last. */
  next: string | null
  /** When the server last answered with the first page, milliseconds; 0 for never. */
  at: number
  status: 'asking' | 'answered' | 'failed'
}

export interface KitQuery {
  words: readonly string[]
  isMineOnly: boolean
}

const EVERYTHING: KitQuery = { words: [], isMineOnly: false }
const KEPT = 'foundKits'
/** People go to a kit and back many times; the list does not refetch each time. */
const FRESH_MS = 60_000
/** Searches remembered: each typed word makes some. */
const MOST_ANSWERS = 30

const useAnswers = create<{ found: ReadonlyMap<string, Found> }>(() => ({ found: new Map() }))

function keyOf({ words, isMineOnly }: KitQuery): string {
  return `${isMineOnly ? shownPrincipal() : ''} ${words.join(' ')}`
}

/** Cached answer to a query, undefined before the first request. */
export function useFound(query: KitQuery): Found | undefined {
  const key = keyOf(query)
  return useAnswers(({ found }) => found.get(key))
}

/** Cached kits of everybody: a search starts from them. */
export function useEverything(): Found | undefined {
  return useFound(EVERYTHING)
}

/** Fetches unless the answer is fresh. */
export async function askIfStale(query: KitQuery): Promise<void> {
  await readKept()
  const found = useAnswers.getState().found.get(keyOf(query))
  const isFresh = found?.status === 'answered' && Date.now() - found.at < FRESH_MS
  if (!isFresh) await askFor(query)
}

/** Fetches the first page, or with `isMore` the next one. Never rejects. */
export async function askFor(query: KitQuery, isMore = false): Promise<void> {
  const key = keyOf(query)
  const visit = readKept()
  await visit
  const before = useAnswers.getState().found.get(key) ?? NOTHING
  if (before.status === 'asking' && before !== NOTHING) return
  if (isMore && before.next === null) return
  put(key, { ...before, status: 'asking' })
  try {
    if (!navigator.onLine) throw new TypeError('no network')
    const page = await fetchKits({ ...query, after: isMore ? before.next : null })
    if (visit !== reading) return
    const kits = isMore ? behind(before.kits, page.kits) : inFront(page, before)
    const hasTail = !isMore && kits.length > page.kits.length
    const next = hasTail ? before.next : page.next
    put(key, { kits, next, at: isMore ? before.at : Date.now(), status: 'answered' })
    if (key === keyOf(EVERYTHING) && !isMore) await keep({ ...page, at: Date.now() })
  } catch {
    if (visit === reading) put(key, { ...before, status: 'failed' })
  }
}

const NOTHING: Found = { kits: [], next: null, at: 0, status: 'asking' }

function put(key: string, found: Found): void {
  const answers = new Map(useAnswers.getState().found)
  answers.delete(key)
  answers.set(key, found)
  for (const old of answers.keys()) {
    if (answers.size <= MOST_ANSWERS) break
    if (old !== keyOf(EVERYTHING)) answers.delete(old)
  }
  useAnswers.setState({ found: answers })
}

function behind(kits: readonly ListedKit[], more: readonly ListedKit[]): ListedKit[] {
  const ids = new Set(kits.map(({ id }) => id))
  return [...kits, ...more.filter(({ id }) => !ids.has(id))]
}

/** Replaces the first page; later pages that somebody scrolled to stay in place. */
function inFront(page: { kits: ListedKit[]; next: string | null }, before: Found): ListedKit[] {
  const last = page.kits.at(-1)?.savedAt ?? 0
  const tail = page.next === null ? [] : before.kits.filter(({ savedAt = 0 }) => savedAt < last)
  return behind(page.kits, tail)
}

let reading: Promise<void> | null = null

/** Simulates a reload, for tests: only the stored page is left, requests under way are ignored. */
export function forgetFound(): void {
  reading = null
  useAnswers.setState({ found: new Map() })
}

/** Loads the page stored by an earlier visit, before any request. */
function readKept(): Promise<void> {
  reading ??= db.meta.get(KEPT).then(
    (row) => {
      const [at, kits] = [fieldOf(row?.value, 'at'), fieldOf(row?.value, 'kits')]
      const next = fieldOf(row?.value, 'next')
      if (typeof at !== 'number' || !Array.isArray(kits)) return
      put(keyOf(EVERYTHING), {
        kits: kits as unknown as ListedKit[],
        next: typeof next === 'string' ? next : null,
        at,
        status: 'answered',
      })
    },
    () => undefined,
  )
  return reading
}

async function keep(found: { kits: ListedKit[]; next: string | null; at: number }): Promise<void> {
  const kits = found.kits as unknown as Json
  // A full device refetches next time.
  await db.meta.put({ key: KEPT, value: { ...found, kits } }).catch(() => undefined)
}

/** Fills many screens; 10 kB on a bad link. */
const A_PAGE = 60

interface KitPage {
  kits: ListedKit[]
  /** Cursor of the next page, null after the last. */
  next: string | null
}

/**
 * Fetches saved kits, newest first.
 * @param query.after cursor of the page, null for the first
 * @throws ApiError
 */
async function fetchKits(query: {
  words: readonly string[]
  isMineOnly: boolean
  after: string | null
}): Promise<KitPage> {
  const params = new URLSearchParams({ limit: String(A_PAGE) })
  if (query.words.length > 0) params.set('q', query.words.join(' '))
  if (query.isMineOnly) params.set('mine', '1')
  if (query.after) params.set('after', query.after)
  let link = ''
  // Imported late: kits of this device show without it.
  const { callApi } = await import('../../api/api.ts')
  const answer = await callApi('GET', `/api/kits?${params}`, undefined, {}, (headers) => {
    link = headers.get('Link') ?? ''
  })
  const kits = Array.isArray(answer) ? answer.flatMap((kit) => listed(kit, query.isMineOnly)) : []
  const path = /<([^<>]*)>; rel="next"/.exec(link)?.[1]
  return { kits, next: new URLSearchParams(path?.split('?')[1]).get('after') }
}

function listed(answer: Json, isMine: boolean): ListedKit[] {
  const text = (name: string) => {
    const value = fieldOf(answer, name)
    return typeof value === 'string' || typeof value === 'number' ? String(value).trim() : ''
  }
  const [id, buildId] = [text('id'), text('buildId')]
  // Not parsed as a price: a kit's sum may exceed the limit of one part.
  const total = Math.round(Number(text('totalPrice')) * 100)
  const unpriced = fieldOf(answer, 'partsWithoutPrice')
  const cents = Number.isSafeInteger(total) ? total : 0
  if (!isId(id) || !isNamed(text('name'))) return []
  const vehicle = ['vehicleYear', 'vehicleMake', 'vehicleModel'].map(text).filter(Boolean).join(' ')
  const kit = withWords({
    id,
    buildId: isBuildId(buildId) ? buildId : '',
    name: text('name'),
    title: text('name'),
    vehicle,
    task: text('task'),
    isMine,
    isHere: false,
    isLive: true,
    isWaiting: false,
    // Servers from before currencies answer in dollars only.
    sum: sumIn(fieldOf(answer, 'sum')) ?? {
      cents,
      unpriced: typeof unpriced === 'number' ? unpriced : null,
    },
    savedAt: Date.parse(text('savedAt')) || 0,
  })
  return [kit]
}

/** Parses the sum of a kit in mixed currencies; null for anything else. */
function sumIn(value: Json | undefined): PriceSum | null {
  const [cents, unpriced, others, rates] = ['cents', 'unpriced', 'others', 'of'].map((name) =>
    fieldOf(value, name),
  )
  const [currency, given] = [fieldOf(rates, 'currency'), fieldOf(rates, 'rates')]
  const unread = fieldOf(value, 'unread')
  if (typeof cents !== 'number' || typeof unpriced !== 'number') return null
  const isMinor = (pair: [string, unknown]): pair is [string, number] =>
    isCode(pair[0]) && Number.isSafeInteger(pair[1])
  const foreign = Object.entries(isRecord(others) ? others : {}).filter(isMinor)
  const odd = (Array.isArray(unread) ? unread : []).flatMap((pair): [string, number][] => {
    const [price, qty] = Array.isArray(pair) ? pair : []
    return typeof price === 'string' && typeof qty === 'number' ? [[price, qty]] : []
  })
  return {
    cents,
    unpriced,
    ...(foreign.length > 0 && { others: Object.fromEntries(foreign) }),
    ...(odd.length > 0 && { unread: odd }),
    of: {
      ...(typeof currency === 'string' && { currency }),
      ...(areRates(given) && { rates: given }),
    },
  }
}
