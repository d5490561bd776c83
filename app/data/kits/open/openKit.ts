/**
 * An open kit in memory: one object per kit and page, read by every screen of it. Edits show in the
 * same tick and are stored afterwards (writeQueue.ts); writes of other tabs, the worker and server
 * answers are read from IndexedDB row by row: in a kit of 200 lines a keystroke changes one, and
 * the other 199 are not re-read.
 */
import type { ObservabilitySet } from 'dexie'

import Dexie from 'dexie'

import { type Line, lineOf } from '#shared/kinds/kit.ts'
import { type Step, stepOf } from '#shared/kinds/step.ts'
import { isRowAlive } from '#shared/cells/cells.ts'
import { type Build, buildOf, type KitParts, readParts } from './builds.ts'
import { noteRead, onStored, onTyped, unstored, upTo } from '../../sync/write/writeQueue.ts'
import { connected } from '../../device/connection.ts'
import { shownPrincipal } from '../../device/device.ts'
import { unlessSame } from './sameBuild.ts'
import { TypedCells } from './typedCells.ts'
import { addWritten, readAgain, type Written } from './writtenParts.ts'

/** Delay before a failed read is retried. */
const AGAIN_MS = 1_000

const openKits = new Map<string, OpenKit>()

/**
 * The page's object for a kit, opened if needed.
 * @param buildId build id of a kit nothing is stored of yet
 */
export function openKit(kitId: string, buildId: string): OpenKit {
  return openKits.get(kitId) ?? new OpenKit(kitId, buildId)
}

/** Current state of an open kit, possibly newer than any render. */
export function latestOf(build: Build): Build {
  return openKits.get(build.kit.id)?.read() ?? build
}

/** Current line or step of an open kit, null when absent; see `latestOf`. */
export function rowNow(kitId: string, kind: 'line' | 'step', id: string): Line | Step | null {
  return openKits.get(kitId)?.row(kind, id) ?? null
}

/** Current drafts of a row, by cell; null when the kit is not open. */
export function draftsNow(kitId: string, id: string): Record<string, string> | null {
  const drafts = openKits.get(kitId)?.read()?.drafts
  if (!drafts) return null
  const own = [...drafts].filter(([name]) => name.startsWith(`${id}:`))
  return Object.fromEntries(own.map(([name, text]) => [name.slice(id.length + 1), text]))
}

class OpenKit {
  readonly #kitId: string
  readonly #buildId: string
  readonly #listeners = new Set<() => void>()
  readonly #typed: TypedCells
  /** As stored; null before the first read. */
  #parts: KitParts | null = null
  #build: Build | null = null
  /** Whether `#build` is stale. */
  #isBehind = true
  #written: Written | null = null
  #isReading = false
  #error: { thrown: unknown } | null = null
  #stops: (() => void)[] = []

  constructor(kitId: string, buildId: string) {
    this.#kitId = kitId
    this.#buildId = buildId
    this.#typed = new TypedCells(kitId)
  }

  /**
   * The kit as it is now: the same object until something in it changes, and each line the same
   * until that line does. Null until read.
   * @throws the error of a failed first read, which is retried
   */
  read(): Build | null {
    if (this.#error) throw this.#error.thrown
    if (this.#parts && this.#isBehind) {
      this.#isBehind = false
      const next = buildOf(this.#typed.over(this.#parts), this.#buildId)
      this.#build = this.#build ? unlessSame(this.#build, next) : next
    }
    return this.#build
  }

  /** Current line or step, null when absent. */
  row(kind: 'line' | 'step', id: string): Line | Step | null {
    const cells = this.#parts && this.#typed.cellsOf(this.#parts, kind, id)
    if (!cells || Object.keys(cells).length === 0 || !isRowAlive(cells)) return null
    return kind === 'line' ? lineOf(id, cells) : stepOf(id, cells)
  }

  /** Calls `listener` whenever the kit may have changed. Returns an unsubscribe. */
  subscribe(listener: () => void): () => void {
    if (this.#listeners.size === 0) this.#start()
    this.#listeners.add(listener)
    return () => {
      this.#listeners.delete(listener)
      if (this.#listeners.size === 0) this.#stop()
    }
  }

  /** Re-reads the whole kit when the principal has changed. */
  refresh(): void {
    if (this.#parts?.p !== shownPrincipal()) this.#readAll()
  }

  /** Resolves after the first read. */
  async whenRead(): Promise<void> {
    if (this.#build) return
    await new Promise<void>((resolve) => {
      const stop = this.subscribe(() => {
        stop()
        resolve()
      })
    })
  }

  #start(): void {
    openKits.set(this.#kitId, this)
    this.#typed.clear()
    const note = (mutated: ObservabilitySet) => {
      const next = addWritten(this.#written, mutated, shownPrincipal(), this.#kitId)
      if (next === this.#written) return
      this.#written = next
      // A new task: in this one Dexie is still inside the transaction it reports.
      setTimeout(() => void this.#readOn())
    }
    Dexie.on('storagemutated', note)
    for (const write of unstored()) this.#typed.note(write, upTo.typed)
    this.#stops = [
      () => Dexie.on.storagemutated.unsubscribe(note),
      onTyped((write, number) => {
        if (this.#typed.note(write, number)) this.#tell()
      }),
      onStored(() => {
        if (this.#written || this.#isReading) return
        // An edit equal to the stored value writes nothing, so Dexie reports no mutation.
        if (this.#typed.isEmpty) noteRead()
        else this.#readAll()
      }),
    ]
    this.#readAll()
  }

  #readAll(): void {
    this.#written = 'all'
    void this.#readOn()
  }

  async #readOn(): Promise<void> {
    if (this.#isReading) return
    this.#isReading = true
    try {
      while (this.#written && this.#stops.length > 0) {
        const written = this.#written
        const stored = upTo.stored
        this.#written = null
        await this.#readParts(written)
        this.#typed.forget(stored)
        this.#error = null
        this.#tell()
        if (!this.#written) noteRead()
      }
    } catch (thrown) {
      // The previous read stays, with edits on top.
      if (!this.#parts) this.#error = { thrown }
      this.#tell()
      this.#written = 'all'
      setTimeout(() => void this.#readOn(), AGAIN_MS)
    } finally {
      this.#isReading = false
    }
  }

  async #readParts(written: Written): Promise<void> {
    const kitId = this.#kitId
    const principal = shownPrincipal()
    const known = this.#parts
    const isWhole = !known || written === 'all' || known.p !== principal
    this.#parts = await connected(() =>
      isWhole ? readParts(kitId, principal) : readAgain(known, written),
    )
  }

  #stop(): void {
    for (const stop of this.#stops) stop()
    this.#stops = []
    openKits.delete(this.#kitId)
  }

  #tell(): void {
    this.#isBehind = true
    for (const listener of this.#listeners) listener()
  }
}
