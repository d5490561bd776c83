/**
 * In-memory index of this device's kits for the list and search: read once from kit rows, then
 * updated by writes, so a keystroke in the search reads nothing.
 */
import type { RowKey } from '../../device/store.ts'

import Dexie from 'dexie'
import { useSyncExternalStore } from 'react'

import { type Cells, isKitAlive, latestStamp, mergeCells, textIn } from '#shared/cells/cells.ts'
import { isVehicle, kitTitle } from '#shared/kinds/kit.ts'
import { priceSum } from '#shared/kinds/priceSum.ts'
import { vehicleTitle } from '#shared/vehicles/vehicle.ts'
import { t } from '#shared/words/words.ts'
import { useAccount } from '../../device/account.ts'
import { readBuild } from '../open/builds.ts'
import { connected } from '../../device/connection.ts'
import { db, type StoredRow } from '../../device/db.ts'
import { shownPrincipal } from '../../device/device.ts'
import { watchKits, type KitChanges } from './kitChanges.ts'
import { hasFacts, readFacts } from './kitFacts.ts'
import { type ListedKit, withWords } from '../open/listedKit.ts'
import { delay } from '../../device/delay.ts'
import { inRuns } from '../../device/ranges.ts'

export interface KitIndex {
  /** Latest change first. */
  kits: readonly ListedKit[]
  /** A kit of this device; null when known to be deleted, undefined when unknown. */
  find: (kitId: string) => ListedKit | null | undefined
  /** `first`: the latest kits are loaded; `all`: the rest too. */
  read: 'nothing' | 'first' | 'all'
}

/** About one screenful, and how many of those get prices first. */
const FIRST = 16
const FIRST_PRICES = 10
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

/** Null for a deleted kit: no server answer may bring it back. */
type Entry = { kit: ListedKit; touched: string } | null
/** Accumulated `KitChanges`. */
interface Changed {
  kits: Set<string>
  within: Map<string, 'line' | 'version'>
}

interface Waiting {
  rows: number
  /** Cell count: a refused cell leaves its pending row in place. */
  values: number
  touched: string
  /** Pending cells of the kit row. */
  cells: Cells
}

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
  #waiting = new Map<string, Waiting>()
  #shown: KitIndex = { kits: [], find: () => undefined, read: 'nothing' }
  #failure: Error | null = null
  /** Rows written since the last read; 'all' when unknown. */
  #changed: Changed | 'all' = 'all'
  #isChanged = true
  #isReading = false
  readonly #watchers = new Set<() => void>()
  #rest: ReturnType<typeof setTimeout> | undefined

  constructor(principal: string) {
    this.p = principal
    const stop = watchKits(principal, (changed) => this.#note(changed))
    this.stop = () => {
      clearTimeout(this.#rest)
      stop()
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

  #note(changed: KitChanges | 'all'): void {
    this.#isChanged = true
    if (changed === 'all') this.#changed = 'all'
    else if (this.#changed !== 'all') {
      for (const id of changed.kits) this.#changed.kits.add(id)
      for (const [id, kind] of changed.within) this.#changed.within.set(id, kind)
    }
    clearTimeout(this.#rest)
    if (this.#watchers.size > 0) void this.#read()
    else if (this.#shown.read === 'all' && this.#changed !== 'all') {
      this.#rest = setTimeout(() => void this.#read(), REST_MS)
    }
  }

  /** Reads until nothing has changed, throttled during bursts. */
  async #read(): Promise<void> {
    if (this.#isReading) return
    this.#isReading = true
    try {
      while (this.#isChanged) {
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
      const changed = await this.#kitsOf(this.#changed)
      if (changed !== 'all') return await this.#readSome(changed)
      // Includes the most recent writes.
      const isAll = this.#shown.read !== 'first' && (await this.#readFirst())
      if (isAll) return
      await delay(AFTER_FIRST_MS)
      await this.#readAll()
    } catch (error) {
      // A failed read leaves the changes unknown.
      this.#changed = 'all'
      this.#isChanged = true
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
    const principal = this.p
    const [rows, waiting] = await Promise.all([
      db.rows
        .where('[p+touched]')
        .between([principal, Dexie.minKey], [principal, Dexie.maxKey])
        .reverse()
        .limit(FIRST)
        .toArray(),
      readWaiting(principal),
    ])
    this.#waiting = waiting
    const isAll = rows.length < FIRST
    const entries = new Map(isAll ? [] : this.#entries)
    await this.#take(entries, rows)
    const read = new Set(rows.map(({ id }) => id))
    await this.#takeById(
      entries,
      [...waiting.keys()].filter((id) => !read.has(id)),
    )
    this.#entries = entries
    await readFacts(byLatest(entries).slice(0, FIRST_PRICES))
    this.#show(isAll || this.#shown.read === 'all' ? 'all' : 'first')
    return isAll
  }

  async #readAll(): Promise<void> {
    const entries = new Map<string, Entry>()
    this.#waiting = await readWaiting(this.p)
    for await (const rows of inRuns(db.rows, this.p, 'kit', AT_ONCE))
      await this.#take(entries, rows)
    const unsent = [...this.#waiting.keys()].filter((id) => !entries.has(id))
    await this.#takeById(entries, unsent)
    this.#entries = entries
  }

  /** Kits to re-read, 'all' when a deleted row took its kit id along. */
  async #kitsOf(changed: Changed | 'all') {
    this.#isChanged = false
    this.#changed = { kits: new Set(), within: new Map() }
    if (changed === 'all') return changed
    const keys = [...changed.within].map(([id, kind]): RowKey => [this.p, kind, id])
    const rows = keys.length > 0 ? await db.rows.bulkGet(keys) : []
    for (const row of rows) {
      if (!row) return 'all'
      changed.kits.add(row.kit)
    }
    return changed.kits
  }

  async #readSome(changed: ReadonlySet<string>): Promise<void> {
    const before = this.#waiting
    this.#waiting = await readWaiting(this.p)
    const ids = new Set(changed)
    for (const [id, { rows, values, touched }] of this.#waiting) {
      const known = before.get(id)
      const isSame = known?.rows === rows && known.values === values && known.touched === touched
      if (!isSame) ids.add(id)
    }
    for (const id of before.keys()) if (!this.#waiting.has(id)) ids.add(id)
    // A new map: holders of the previous one never see half a change.
    const entries = new Map(this.#entries)
    for (const id of ids) entries.delete(id)
    await this.#takeById(entries, [...ids])
    this.#entries = entries
    // Prices update together with the names.
    const kits = [...ids].flatMap((id) => entries.get(id)?.kit ?? [])
    await readFacts(kits.filter(hasFacts).slice(0, FIRST))
  }

  async #takeById(entries: Map<string, Entry>, ids: readonly string[]): Promise<void> {
    const rows = await db.rows.bulkGet(
      ids.map((id): [string, 'kit', string] => [this.p, 'kit', id]),
    )
    await this.#take(
      entries,
      rows.filter((row) => row !== undefined),
    )
    for (const id of ids) {
      const waiting = this.#waiting.get(id)
      if (entries.has(id) || !waiting) continue
      entries.set(id, await ownEntry(id, undefined, waiting, this.p))
    }
  }

  async #take(entries: Map<string, Entry>, rows: readonly StoredRow[]): Promise<void> {
    for (const row of rows) {
      const entry = row.mine
        ? await ownEntry(row.id, row, this.#waiting.get(row.id), this.p)
        : await othersEntry(row, this.p)
      entries.set(row.id, entry)
    }
  }
}

function byLatest(entries: ReadonlyMap<string, Entry>): ListedKit[] {
  const listed = [...entries.values()].filter((entry) => entry !== null)
  listed.sort((a, b) => (a.touched < b.touched ? 1 : a.touched > b.touched ? -1 : 0))
  return listed.map(({ kit }) => kit)
}

async function ownEntry(
  id: string,
  row: StoredRow | undefined,
  waiting: Waiting | undefined,
  principal: string,
): Promise<Entry> {
  const cells = mergeCells(row?.cells ?? {}, waiting?.cells ?? {})
  const buildId = textIn(cells, 'buildId')
  if (!isKitAlive(cells) || !buildId) return null
  const value = cells['vehicle']?.[0] ?? null
  const vehicle = isVehicle(value) ? value : null
  const about = { name: textIn(cells, 'name'), vehicle, task: textIn(cells, 'task') }
  const kit = withWords({
    id,
    buildId,
    ...about,
    title: kitTitle({ ...about, lines: [] }, '') || (await titleByParts(id, principal)),
    vehicle: vehicle ? vehicleTitle(vehicle) : '',
    isMine: true,
    isHere: true,
    isLive: row !== undefined,
    waiting: waiting?.rows ?? 0,
    ...(cells['hidden']?.[0] === true && { isHidden: true }),
  })
  const touched = [row?.touched ?? '', waiting?.touched ?? '']
  return { kit, touched: touched.reduce((a, b) => (a > b ? a : b)) }
}

/** Lines are read only for kits without a title of their own. */
async function titleByParts(id: string, principal: string): Promise<string> {
  return kitTitle((await readBuild(id, '', principal)).kit, t('Untitled draft'))
}

/** Somebody else's kit shows its saved version: few are here, and those are read whole. */
async function othersEntry(
  { id, buildId = '', touched = '' }: StoredRow,
  principal: string,
): Promise<Entry> {
  const { kit, isGone } = await readBuild(id, buildId, principal)
  if (isGone) return null
  const listed = withWords({
    id,
    buildId: kit.buildId,
    name: kit.name,
    title: kitTitle(kit, t('Untitled draft')),
    vehicle: kit.vehicle ? vehicleTitle(kit.vehicle) : '',
    task: kit.task,
    isMine: false,
    isHere: true,
    isLive: true,
    waiting: 0,
    sum: priceSum(kit.lines, kit),
  })
  return { kit: listed, touched }
}

/** Kits with pending rows; read in runs, because after a server loss everything is pending. */
async function readWaiting(principal: string): Promise<Map<string, Waiting>> {
  const found = new Map<string, Waiting>()
  for await (const rows of inRuns(db.pending, principal, null, WAITING_AT_ONCE)) {
    for (const { kind, kit, cells } of rows) {
      if (kit === '' || kind === 'comment') continue
      const known = found.get(kit) ?? { rows: 0, values: 0, touched: '', cells: {} }
      const stamp = latestStamp(cells)
      found.set(kit, {
        rows: known.rows + 1,
        values: known.values + Object.keys(cells).length,
        touched: stamp > known.touched ? stamp : known.touched,
        cells: kind === 'kit' ? cells : known.cells,
      })
    }
  }
  return found
}
