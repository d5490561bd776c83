/**
 * Fills lines in from shop links. A link that cannot be asked about now is stored, survives a
 * reload, and is retried when there is signal, on any screen.
 */
import { liveQuery } from 'dexie'

import { isAmazonLink, isShortAmazonLink } from '#shared/catalogue/amazon.ts'
import { linkHost } from '#shared/links.ts'
import { ApiError, callApi } from '../api/api.ts'
import { applyProduct, type Filled, hasRoom, readLine, readProduct } from './applyProduct.ts'
import { db } from '../device/db.ts'
import { backoffMs } from '../device/delay.ts'
import { type Fill, FILL_PREFIX, useFills } from './fillState.ts'
import { idInCopy, settled } from '../sync/write/writeQueue.ts'
import { canFillFrom } from './shops.ts'
import { fieldOf, type Json } from '#shared/cells/cells.ts'
import { t } from '#shared/words/words.ts'

const MAX_AT_ONCE = 3
/** "Later" answers before a link is given up. */
const MAX_TRIES = 5
const MAX_RETRY_MS = 5 * 60_000
const MAX_AGE_MS = 30 * 24 * 3_600_000

/** A queued link, by line id. */
interface Waiting {
  link: string
  at: number
  tries: number
  /** No retry before this time, milliseconds. */
  next: number
  /** Why it waits or was given up; '' for no signal. */
  reason: string
  isGivenUp: boolean
  /** Unknown yet whether this shop can be asked: no row shows it. */
  isGuess: boolean
}

/** Requests under way, by line id. */
const running = new Map<string, { link: string; isCancelled: boolean }>()
/** Links entered in this page and not answered yet: their rows are locked. */
const entered = new Map<string, string>()
/** Newest `fillFrom` per line until its link is stored: older ones stop when they see another. */
const wishes = new Map<string, object>()
let waiting = new Map<string, Waiting>()
let queue: string[] = []
let timer: ReturnType<typeof setTimeout> | undefined
const listeners = new Set<(filled: Filled, host: string) => void>()

/** Calls `listener` for each row this page has filled in. Returns an unsubscribe. */
export function onFilled(listener: (filled: Filled, host: string) => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Mirrors queued links into `useFills`. Returns how to stop. */
export function watchFills(): () => void {
  const watch = liveQuery(readAll).subscribe((all) => {
    waiting = all
    show()
  })
  return () => watch.unsubscribe()
}

/** Somebody entered a link into a line: asks the shop now, or when there is signal. */
export async function fillFrom(id: string, link: string): Promise<void> {
  cancel(id)
  const wish = {}
  wishes.set(id, wish)
  const known = await canFillFrom(link)
  if (wishes.get(id) !== wish) return
  if (known === 'no') return stopFilling(id)
  // Shown before it is stored, so the row reacts to the paste at once.
  if (known === 'yes' && navigator.onLine) entered.set(id, link)
  show()
  await settled()
  const now = idInCopy(id)
  const line = await readLine(now)
  // Canceled meanwhile, or superseded by another link.
  if (wishes.get(id) !== wish) return
  wishes.delete(id)
  const isWanted = line?.cells['link']?.[0] === link && hasRoom(line.cells)
  if (now !== id && entered.delete(id)) entered.set(now, link)
  if (!isWanted) return stopFilling(now)
  await keep(now, {
    link,
    at: Date.now(),
    tries: 0,
    next: 0,
    reason: '',
    isGivenUp: false,
    isGuess: known === 'unknown',
  })
  await fillWaiting()
}

/** Asks about every link that is due. Never throws. */
export async function fillWaiting(): Promise<void> {
  clearTimeout(timer)
  try {
    waiting = await readAll()
    const now = Date.now()
    for (const [id, { at, next, isGivenUp }] of waiting) {
      if (Math.abs(now - at) > MAX_AGE_MS) await forget(id)
      // `next` beyond the longest backoff was written by a wrong device clock.
      else if (!isGivenUp && (next <= now || next > now + 2 * MAX_RETRY_MS)) enqueue(id)
    }
  } catch (error) {
    // oxlint-disable-next-line no-console -- the next try may find a store that answers
    console.warn('Wrenchlist could not read which rows wait to be filled in.', error)
  }
  if (!navigator.onLine) {
    queue = []
    entered.clear()
  }
  next()
  show()
}

/** Cancels; the row stays as it is. */
export async function stopFilling(id: string): Promise<void> {
  cancel(id)
  await forget(id)
}

/** Retries a link that was given up. */
export async function tryAgain(id: string): Promise<void> {
  const entry = waiting.get(id)
  if (!entry) return
  if (navigator.onLine) entered.set(id, entry.link)
  await keep(id, { ...entry, tries: 0, next: 0, reason: '', isGivenUp: false })
  await fillWaiting()
}

function enqueue(id: string): void {
  if (!queue.includes(id) && !running.has(id)) queue.push(id)
}

function next(): void {
  while (running.size < MAX_AT_ONCE) {
    const id = queue.shift()
    if (id === undefined) return
    const entry = waiting.get(id)
    if (entry) void run(id, entry)
  }
}

async function run(id: string, entry: Waiting): Promise<void> {
  const mine = { link: entry.link, isCancelled: false }
  running.set(id, mine)
  show()
  try {
    await inOneTab(id, () => ask(id, entry, mine))
  } catch (error) {
    // oxlint-disable-next-line no-console -- a fault of ours: the link waits on
    console.warn('Wrenchlist could not fill in a row.', error)
  }
  if (running.get(id) === mine) {
    running.delete(id)
    entered.delete(id)
  }
  next()
  show()
}

/** Web Locks, where the browser has them. */
async function inOneTab(id: string, work: () => Promise<void>): Promise<void> {
  const locks: LockManager | undefined = navigator.locks
  if (!locks) return work()
  await locks.request(`fill:${id}`, { ifAvailable: true }, (lock) => (lock ? work() : undefined))
}

async function ask(id: string, entry: Waiting, mine: { isCancelled: boolean }): Promise<void> {
  const { link } = entry
  if (entry.isGuess) {
    const known = await canFillFrom(link)
    if (known !== 'yes') return known === 'no' ? forget(id) : undefined
  }
  const line = await readLine(id)
  // The line belongs to an account that is signed out: the link waits for it.
  if (!line) return
  if (line.cells['link']?.[0] !== link || !hasRoom(line.cells)) return forget(id)
  // Canceled between the read and the request, or in another tab.
  const isStored = (await db.meta.get(FILL_PREFIX + id)) !== undefined
  if (mine.isCancelled || !isStored) return
  try {
    const path = isAmazonLink(link) ? '/api/amazon/product' : '/api/shop/product'
    const answer = await callApi('POST', path, { url: link })
    await take(id, link, answer, mine)
  } catch (error) {
    if (!mine.isCancelled) await putOff(id, entry, error)
  }
}

async function take(
  id: string,
  link: string,
  answer: Json,
  mine: { isCancelled: boolean },
): Promise<void> {
  const product = readProduct(answer)
  if (!product) throw new ApiError(0, 'not an answer of ours', undefined)
  // Cells typed while the answer was on its way are stored first; so is a Cancel.
  await settled()
  const filled = await applyProduct(id, link, product, () => !mine.isCancelled)
  if (!filled && mine.isCancelled) return
  if (filled) for (const listener of listeners) listener(filled, hostOf(link))
  await forget(id)
}

async function putOff(id: string, entry: Waiting, error: unknown): Promise<void> {
  if (!(error instanceof ApiError)) throw error
  const { status, sentence, retryAfter = 0 } = error
  if (status === 0) return keep(id, { ...entry, reason: '' })
  const tries = entry.tries + 1
  const isLater = status === 429 || (status >= 500 && status !== 501)
  const reason = sentence || t('{host} could not be asked.', { host: hostOf(entry.link) })
  if (!isLater || tries >= MAX_TRIES) return keep(id, { ...entry, reason, isGivenUp: true })
  const wait = Math.min(MAX_RETRY_MS, Math.max(retryAfter * 1_000, backoffMs(tries + 1)))
  await keep(id, { ...entry, tries, next: Date.now() + wait, reason })
  clearTimeout(timer)
  timer = setTimeout(() => void fillWaiting(), wait)
}

function cancel(id: string): void {
  wishes.delete(id)
  queue = queue.filter((one) => one !== id)
  entered.delete(id)
  const asked = running.get(id)
  if (asked) asked.isCancelled = true
  running.delete(id)
}

async function keep(id: string, entry: Waiting): Promise<void> {
  await db.meta.put({ key: FILL_PREFIX + id, value: { ...entry } })
  waiting.set(id, entry)
  show()
}

async function forget(id: string): Promise<void> {
  await db.meta.delete(FILL_PREFIX + id)
  waiting.delete(id)
  show()
}

async function readAll(): Promise<Map<string, Waiting>> {
  const rows = await db.meta.where('key').startsWith(FILL_PREFIX).toArray()
  return new Map(
    rows.flatMap(({ key, value }): [string, Waiting][] =>
      typeof fieldOf(value, 'link') === 'string'
        ? [[key.slice(FILL_PREFIX.length), value as unknown as Waiting]]
        : [],
    ),
  )
}

/** Reuses each row's object while its fields are the same, so unchanged rows do not render. */
function show(): void {
  const before = useFills.getState()
  const shown: Record<string, Fill> = {}
  const put = (id: string, fill: Fill) => {
    const same = before[id]
    const isSame =
      same?.kind === fill.kind && same.host === fill.host && same.reason === fill.reason
    shown[id] = isSame ? same : fill
  }
  for (const [id, { link, reason, isGivenUp, isGuess }] of waiting) {
    if (!isGuess) put(id, { kind: isGivenUp ? 'failed' : 'waiting', host: hostOf(link), reason })
  }
  for (const [id, { link }] of running) {
    if (!waiting.get(id)?.isGuess) put(id, { kind: 'asking', host: hostOf(link), reason: '' })
  }
  for (const [id, link] of entered) put(id, { kind: 'locked', host: hostOf(link), reason: '' })
  const ids = Object.keys(shown)
  const isSame =
    ids.length === Object.keys(before).length && ids.every((id) => shown[id] === before[id])
  if (!isSame) useFills.setState(shown, true)
}

/** Shop name people know: short Amazon links count as amazon. */
function hostOf(link: string): string {
  return isShortAmazonLink(link) ? 'amazon' : linkHost(link)
}
