/**
 * The kits of this device in memory, for their list and its search: read once from the kits' own
 * rows and then kept up to date by what was written, so that a key in the search reads nothing.
 */
import type { Cells } from '#shared/sync/cells.ts'
import type { StoredRow } from '../../device/db.ts'
import type { RowKey } from '../../device/store.ts'
import type { ListedKit } from '../open/listedKit.ts'

import Dexie from 'dexie'
import { useSyncExternalStore } from 'react'

import { isKitAlive, latestStamp, mergeCells, textIn } from '#shared/sync/cells.ts'
import { isVehicle, kitTitle } from '#shared/kinds/kit.ts'
import { priceSum } from '#shared/kinds/priceSum.ts'
import { vehicleTitle } from '#shared/vehicles/vehicle.ts'
import { t } from '#shared/words/words.ts'
import { useAccount } from '../../device/account.ts'
import { readBuild } from '../open/builds.ts'
import { connected } from '../../device/connection.ts'
import { db } from '../../device/db.ts'
import { principal } from '../../device/device.ts'
import { watchKits, type KitChanges } from './kitChanges.ts'
import { hasFacts, readFacts } from './kitFacts.ts'
import { withWords } from '../open/listedKit.ts'
import { pause } from '../../device/pause.ts'

export interface KitIndex {
  /** The latest change first. */
  kits: readonly ListedKit[]
  /** A kit of this device; null for one that it knows to be deleted, undefined for an unknown one. */
  find: (kitId: string) => ListedKit | null | undefined
  /** `first`: the latest kits are here; `all`: and the others too. */
  read: 'nothing' | 'first' | 'all'
}

/** As many as most screens show at once, and of those that one sees first the prices. */
const FIRST = 16
const FIRST_PRICES = 10
/** So few that reading them holds up no key, on a slow phone either. */
const AT_ONCE = 200
const WAITING_AT_ONCE = 500
const CALM_MS = 150
/** Nobody looks at it: what was typed is read once the typing rests, for who comes to look. */
const REST_MS = 300
const AHEAD_MS = 400
/** Until a reading that failed is tried again. */
const AGAIN_MS = 1_000
/** The first rows are drawn before the others are read. */
const AFTER_FIRST_MS = 100

/** An entry that is not listed, deleted, is null: nobody else's answer brings the kit back. */
type Entry = { kit: ListedKit; touched: string } | null
/** What `KitChanges` add up to. */
interface Changed {
  kits: Set<string>
  within: Map<string, 'line' | 'version'>
}

interface Waiting {
  rows: number
  /** With how many cells: one that was refused leaves its row where it was. */
  values: number
  touched: string
  /** Of the kit's own row. */
  cells: Cells
}

/**
 * Reads the latest kits, so that the list's first drawing has them; it is not held up for long by a
 * device that has much to read. After `openDevice`.
 */
export async function readFirstKits(): Promise<void> {
  await Promise.race([readerOf(principal()).readAhead(), pause(AHEAD_MS)])
}

/** The index of whoever uses this device now. */
export function useKitIndex(): KitIndex {
  useAccount()
  const reader = readerOf(principal())
  return useSyncExternalStore(reader.watch, reader.snapshot)
}

let latest: Reader | null = null

function readerOf(p: string): Reader {
  if (latest?.p !== p) {
    latest?.stop()
    latest = new Reader(p)
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
  /** What was written since it was read: some rows, or nobody knows which. */
  #changed: Changed | 'all' = 'all'
  #isChanged = true
  #isReading = false
  readonly #watchers = new Set<() => void>()
  #rest: ReturnType<typeof setTimeout> | undefined

  constructor(p: string) {
    this.p = p
    const stop = watchKits(p, (changed) => this.#note(changed))
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

  /** Until nothing has changed, calmly while much happens. */
  async #read(): Promise<void> {
    if (this.#isReading) return
    this.#isReading = true
    try {
      while (this.#isChanged) {
        const began = performance.now()
        await connected(() => this.#readChanged())
        this.#show('all')
        // What takes long, such as much that waits to be sent, is read seldom.
        const least = this.#watchers.size > 0 ? CALM_MS : REST_MS
        await pause(Math.max(least, 2 * (performance.now() - began)))
      }
    } catch (error) {
      // What was read before stays.
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
      // What was written last is among the first.
      const isAll = this.#shown.read !== 'first' && (await this.#readFirst())
      if (isAll) return
      await pause(AFTER_FIRST_MS)
      await this.#readAll()
    } catch (error) {
      // Of a reading that failed nothing is known.
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

  /** @returns whether there are no others */
  async #readFirst(): Promise<boolean> {
    const p = this.p
    const [rows, waiting] = await Promise.all([
      db.rows
        .where('[p+touched]')
        .between([p, Dexie.minKey], [p, Dexie.maxKey])
        .reverse()
        .limit(FIRST)
        .toArray(),
      readWaiting(p),
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

  /** In the order of their keys: whole runs of rows come in one go, which no other order has. */
  async #readAll(): Promise<void> {
    const entries = new Map<string, Entry>()
    this.#waiting = await readWaiting(this.p)
    const last = [this.p, 'kit', Dexie.maxKey]
    for (let from: unknown[] = [this.p, 'kit', Dexie.minKey]; ;) {
      const rows = await db.rows
        .where('[p+kind+id]')
        .between(from, last, false)
        .limit(AT_ONCE)
        .toArray()
      await this.#take(entries, rows)
      const end = rows.at(-1)
      if (!end || rows.length < AT_ONCE) break
      from = [this.p, 'kit', end.id]
    }
    const unsent = [...this.#waiting.keys()].filter((id) => !entries.has(id))
    await this.#takeById(entries, unsent)
    this.#entries = entries
  }

  /** Which kits to read again, 'all' where a row is gone that would have said so. */
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
    // A new map: who looks at the one before is not shown half of a change.
    const entries = new Map(this.#entries)
    for (const id of ids) entries.delete(id)
    await this.#takeById(entries, [...ids])
    this.#entries = entries
    // Its price changes with its name, and not a moment later.
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
  p: string,
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
    title: kitTitle({ ...about, lines: [] }, '') || (await titleByParts(id, p)),
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

/** Only of what says nothing else of itself are the lines read. */
async function titleByParts(id: string, p: string): Promise<string> {
  return kitTitle((await readBuild(id, '', p)).kit, t('Untitled draft'))
}

/** Somebody else's kit is what was saved of it: few of them are here, and those are read whole. */
async function othersEntry(
  { id, buildId = '', touched = '' }: StoredRow,
  p: string,
): Promise<Entry> {
  const { kit, isGone } = await readBuild(id, buildId, p)
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

/** Kits with something unsent: in runs, for a server that lost all is told all again. */
async function readWaiting(p: string): Promise<Map<string, Waiting>> {
  const found = new Map<string, Waiting>()
  for (let from: unknown[] = [p, Dexie.minKey]; ;) {
    const rows = await db.pending
      .where('[p+kind+id]')
      .between(from, [p, Dexie.maxKey], false)
      .limit(WAITING_AT_ONCE)
      .toArray()
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
    const end = rows.at(-1)
    if (!end || rows.length < WAITING_AT_ONCE) return found
    from = [p, end.kind, end.id]
  }
}
