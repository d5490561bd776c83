/**
 * In-memory index of this device's kits for the list and search: read once from kit rows, then
 * updated by writes, so a keystroke in the search reads nothing.
 */
import type { ObservabilitySet } from 'dexie'

import type { Kind } from '#shared/kinds/schema.ts'
import type { RowKey } from '../../device/store.ts'

import Dexie from 'dexie'
import { useSyncExternalStore } from 'react'

import { latestStamp } from '#shared/cells/cells.ts'
import { kitTitle } from '#shared/kinds/kit.ts'
import { priceSum } from '#shared/kinds/priceSum.ts'
import { vehicleTitle } from '#shared/vehicles/vehicle.ts'
import { t } from '#shared/words/words.ts'
import { useAccount } from '../../device/account.ts'
import { type Build, buildOf, partsOf, readBuild } from '../open/builds.ts'
import { connected } from '../../device/connection.ts'
import { db, type PendingRow, type StoredRow } from '../../device/db.ts'
import { shownPrincipal } from '../../device/device.ts'
import { noteFacts } from './kitFacts.ts'
import { type ListedKit, withWords } from '../open/listedKit.ts'
import { delay } from '../../device/delay.ts'
import { inRuns, ofKits, writtenRows } from '../../device/ranges.ts'

export interface KitIndex {
  /** Latest change first. */
  kits: readonly ListedKit[]
  /** A kit of this device; null when known to be deleted, undefined when unknown. */
  find: (kitId: string) => ListedKit | null | undefined
  /** `first`: the latest kits are loaded; `all`: the rest too. */
  read: 'nothing' | 'first' | 'all'
}

/** About one screenful: read whole, with prices. */
const FIRST = 16
/** Small enough that a batch never delays a keystroke, even on a slow phone. */
const AT_ONCE = 200
const WAITING_AT_ONCE = 500
const CALM_MS = 150
/** Debounce while no list is open: the index still follows edits, for the next visit. */
const REST_MS = 300
const AHEAD_MS = 400
/** Delay before a failed read is retried. */
const AGAIN_MS = 1_000
/** Lets the first rows paint before the rest is read. */
const AFTER_FIRST_MS = 100

/** Above this many written rows, or kits, reading all is faster. */
const MOST_WRITTEN = 500
const MOST_WHOLE = 60
/** Kinds that change what a list shows of a kit. */
const SHOWN: ReadonlySet<Kind> = new Set(['kit', 'line', 'step', 'version'])

/** Null for a deleted kit: no server answer may bring it back. */
type Entry = { kit: ListedKit; touched: string } | null

/**
 * Reads the latest kits so the list's first paint has them; gives up waiting after AHEAD_MS on a
 * device with much to read. After `openDevice`.
 */
export async function readFirstKits(): Promise<void> {
  await Promise.race([readerOf(shownPrincipal()).readAhead(), delay(AHEAD_MS)])
}

/** Index of the current principal. */
export function useKitIndex(): KitIndex {
  useAccount()
  const reader = readerOf(shownPrincipal())
  return useSyncExternalStore(reader.watch, reader.snapshot)
}

let latest: Reader | null = null

function readerOf(principal: string): Reader {
  if (latest?.p !== principal) {
    latest?.stop()
    latest = new Reader(principal)
  }
  return latest
}

class Reader {
  readonly p: string
  readonly stop: () => void
  #entries = new Map<string, Entry>()
  #shown: KitIndex = { kits: [], find: () => undefined, read: 'nothing' }
  #failure: Error | null = null
  /** Rows written since the last read, by name; null when unknown. */
  #written: ReadonlyMap<string, RowKey> | null = null
  #isReading = false
  readonly #watchers = new Set<() => void>()
  #rest: ReturnType<typeof setTimeout> | undefined

  constructor(principal: string) {
    this.p = principal
    const note = (mutated: ObservabilitySet) => this.#note(writtenRows(mutated, principal))
    Dexie.on('storagemutated', note)
    this.stop = () => {
      clearTimeout(this.#rest)
      Dexie.on.storagemutated.unsubscribe(note)
    }
  }

  readonly watch = (watcher: () => void): (() => void) => {
    this.#watchers.add(watcher)
    void this.#read()
    return () => this.#watchers.delete(watcher)
  }

  readonly snapshot = (): KitIndex => {
    if (this.#failure) throw this.#failure
    return this.#shown
  }

  async readAhead(): Promise<void> {
    if (this.#shown.read === 'nothing') await this.#readFirst()
  }

  #note(written: ReadonlyMap<string, RowKey> | null): void {
    const shown = written && [...written].filter(([, [, kind]]) => SHOWN.has(kind))
    if (shown?.length === 0) return
    const all = shown && this.#written && new Map([...this.#written, ...shown])
    this.#written = all && all.size <= MOST_WRITTEN ? all : null
    clearTimeout(this.#rest)
    if (this.#watchers.size > 0) void this.#read()
    else if (this.#shown.read === 'all' && this.#written) {
      this.#rest = setTimeout(() => void this.#read(), REST_MS)
    }
  }

  /** Reads until nothing has changed, throttled during bursts. */
  async #read(): Promise<void> {
    if (this.#isReading) return
    this.#isReading = true
    try {
      while (this.#written?.size !== 0) {
        const began = performance.now()
        await connected(() => this.#readChanged())
        this.#show('all')
        // Throttle grows with the cost of a read, as with a long outbox.
        const least = this.#watchers.size > 0 ? CALM_MS : REST_MS
        await delay(Math.max(least, 2 * (performance.now() - began)))
      }
    } catch (error) {
      // The previous read stays on the screen.
      if (this.#shown.read === 'nothing') {
        this.#failure = error instanceof Error ? error : new Error(String(error))
        for (const watcher of this.#watchers) watcher()
      }
      clearTimeout(this.#rest)
      this.#rest = setTimeout(() => void this.#read(), AGAIN_MS)
    } finally {
      this.#isReading = false
    }
  }

  async #readChanged(): Promise<void> {
    try {
      const written = this.#written
      this.#written = new Map()
      const changed = written && (await this.#kitsOf([...written.values()]))
      if (changed) return await this.#readWhole(changed)
      // Includes the most recent writes.
      const isAll = this.#shown.read !== 'first' && (await this.#readFirst())
      if (isAll) return
      await delay(AFTER_FIRST_MS)
      await this.#readAll()
    } catch (error) {
      // A failed read leaves the changes unknown.
      this.#written = null
      throw error
    }
  }

  #show(read: KitIndex['read']): void {
    const entries = this.#entries
    const find = (id: string) => {
      const entry = entries.get(id)
      return entry ? entry.kit : entry
    }
    this.#failure = null
    this.#shown = { kits: byLatest(entries), find, read }
    for (const watcher of this.#watchers) watcher()
  }

  /** @returns whether there are no other kits */
  async #readFirst(): Promise<boolean> {
    const waiting = await readWaiting(this.p)
    const rows = await db.rows
      .where('[p+touched]')
      .between([this.p, Dexie.minKey], [this.p, Dexie.maxKey])
      .reverse()
      .limit(FIRST)
      .toArray()
    const touched = rows.map(({ id, touched = '' }): [string, string] => [id, touched])
    const latest = [...new Map([...touched, ...waiting])].sort(([, a], [, b]) => (a < b ? 1 : -1))
    const isAll = latest.length < FIRST
    const ids = latest.slice(0, FIRST).map(([id]) => id)
    await this.#readWhole(ids, isAll ? new Map() : this.#entries)
    this.#show(isAll || this.#shown.read === 'all' ? 'all' : 'first')
    return isAll
  }

  /** Reads all kits, by their kit rows where these have a title. */
  async #readAll(): Promise<void> {
    // Pending before confirmed: an answer between the two reads moves a row from one to the other.
    const waiting = await readWaiting(this.p)
    const typed = new Map<string, PendingRow>()
    for await (const rows of inRuns(db.pending, this.p, 'kit', AT_ONCE))
      for (const row of rows) typed.set(row.id, row)
    const entries = new Map<string, Entry>()
    const take = async (id: string, row?: StoredRow) => {
      const own = typed.get(id)
      const light = buildOf(partsOf(this.p, id, row ? [row] : [], own ? [own] : []), '')
      const isEnough = light.isMine && (light.isGone || kitTitle(light.kit, '') !== '')
      const build = isEnough ? light : await readBuild(id, '', this.p)
      const touched = later(row?.touched, waiting.get(id))
      entries.set(id, entryOf(build, touched, waiting.has(id)))
    }
    for await (const rows of inRuns(db.rows, this.p, 'kit', AT_ONCE))
      for (const row of rows) await take(row.id, row)
    for (const id of waiting.keys()) if (!entries.has(id)) await take(id)
    this.#entries = entries
  }

  /** Kits of written rows; null for too many, or when a deleted row took its kit id along. */
  async #kitsOf(keys: RowKey[]): Promise<readonly string[] | null> {
    const [rows, pending] = await Promise.all([db.rows.bulkGet(keys), db.pending.bulkGet(keys)])
    const kits = keys.map(([, kind, id], at) =>
      kind === 'kit' ? id : (rows[at] ?? pending[at])?.kit,
    )
    const known = [...new Set(kits.filter((kit) => kit !== undefined))]
    return kits.includes(undefined) || known.length > MOST_WHOLE ? null : known
  }

  /** Reads kits whole, so that prices update together with the names. */
  async #readWhole(ids: readonly string[], before = this.#entries): Promise<void> {
    const read = await ofKits(this.p, ids)
    // A new map: holders of the previous one never see half a change.
    const entries = new Map(before)
    for (const [at, id] of ids.entries()) {
      const [rows = [], pending = []] = read[at] ?? []
      const build = buildOf(partsOf(this.p, id, rows, pending), '')
      const own = pending.filter(({ kind }) => kind !== 'comment')
      const stamps = own.map(({ cells }) => latestStamp(cells))
      const touched = rows.find((row) => row.id === id)?.touched
      const entry = entryOf(build, stamps.reduce(later, touched ?? ''), own.length > 0)
      if (build.isBlank) entries.delete(id)
      else entries.set(id, entry)
      if (entry?.kit.isMine) noteFacts(entry.kit, build)
    }
    this.#entries = entries
  }
}

const later = (a = '', b = ''): string => (a > b ? a : b)

function byLatest(entries: ReadonlyMap<string, Entry>): ListedKit[] {
  const listed = [...entries.values()].filter((entry) => entry !== null)
  listed.sort((a, b) => (a.touched < b.touched ? 1 : a.touched > b.touched ? -1 : 0))
  return listed.map(({ kit }) => kit)
}

/** Somebody else's kit shows its saved version, and its sum: only own ones have facts. */
function entryOf(build: Build, touched: string, isWaiting: boolean): Entry {
  const { kit, isMine, isLive, isGone, isHidden } = build
  if (isGone || !kit.buildId) return null
  const listed = withWords({
    id: kit.id,
    buildId: kit.buildId,
    name: kit.name,
    title: kitTitle(kit, t('Untitled draft')),
    vehicle: kit.vehicle ? vehicleTitle(kit.vehicle) : '',
    task: kit.task,
    isMine,
    isHere: true,
    isLive,
    isWaiting,
    ...(isMine ? isHidden && { isHidden } : { sum: priceSum(kit.lines, kit) }),
  })
  return { kit: listed, touched }
}

/** Kits with pending rows and their latest stamp; after a server loss that is everything. */
async function readWaiting(principal: string): Promise<Map<string, string>> {
  const latest = new Map<string, string>()
  for await (const rows of inRuns(db.pending, principal, null, WAITING_AT_ONCE)) {
    for (const { kind, kit, cells } of rows) {
      if (kit !== '' && kind !== 'comment')
        latest.set(kit, later(latest.get(kit), latestStamp(cells)))
    }
  }
  return latest
}
