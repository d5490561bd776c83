/**
 * An open kit in memory: one object for each kit and page, which every screen of it reads. What is
 * typed here stands in it in the same tick, and is stored after that (pump.ts); what other tabs, the
 * worker and answers of the server write is read from IndexedDB, row by row: of a kit of 200 lines a
 * key changes one, and the other 199 are not read again.
 */
import type { ObservabilitySet } from 'dexie'

import Dexie from 'dexie'

import type { Line } from '#shared/kinds/kit.ts'
import type { Step } from '#shared/kinds/step.ts'
import type { Build, KitParts } from './builds.ts'
import type { Written } from './writtenParts.ts'

import { lineOf } from '#shared/kinds/kit.ts'
import { stepOf } from '#shared/kinds/step.ts'
import { isRowAlive } from '#shared/sync/cells.ts'
import { buildOf, readParts } from './builds.ts'
import { noteRead, onStored, onTyped, unstored, upTo } from '../../sync/write/pump.ts'
import { connected } from '../../device/connection.ts'
import { principal } from '../../device/device.ts'
import { unlessSame } from './sameBuild.ts'
import { TypedCells } from './typedCells.ts'
import { addWritten, nothingWritten, readAgain } from './writtenParts.ts'

/** Until a reading that failed is tried again. */
const AGAIN_MS = 1_000

const openKits = new Map<string, OpenKit>()

/**
 * The kit as one object of this page: the one that is open already, or a new one.
 * @param buildId what a kit is called of which nothing is stored yet
 */
export function openKit(kitId: string, buildId: string): OpenKit {
  return openKits.get(kitId) ?? new OpenKit(kitId, buildId)
}

/** An open kit as it is now, which no screen may have rendered yet. */
export function latestOf(build: Build): Build {
  return openKits.get(build.kit.id)?.read() ?? build
}

/** A line or step of an open kit as it is now, null for one that is not there; see `latestOf`. */
export function rowNow(kitId: string, kind: 'line' | 'step', id: string): Line | Step | null {
  return openKits.get(kitId)?.row(kind, id) ?? null
}

/** The texts of a row that are no values, by cell, as they are now; null where the kit is not open. */
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
  /** As stored; null as long as nothing was read. */
  #parts: KitParts | null = null
  #build: Build | null = null
  /** Whether `#build` is behind. */
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
   * The kit as it is now: the same object until something in it changes, and each line the same until
   * that line does. Null until it was read.
   * @throws what made the first reading fail; it is tried again by itself
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

  /** A line or step as it is now, null for one that is not there. */
  row(kind: 'line' | 'step', id: string): Line | Step | null {
    const cells = this.#parts && this.#typed.cellsOf(this.#parts, kind, id)
    if (!cells || Object.keys(cells).length === 0 || !isRowAlive(cells)) return null
    return kind === 'line' ? lineOf(id, cells) : stepOf(id, cells)
  }

  /** Calls `listener` whenever the kit may have changed. Returns how to stop that. */
  subscribe(listener: () => void): () => void {
    if (this.#listeners.size === 0) this.#start()
    this.#listeners.add(listener)
    return () => {
      this.#listeners.delete(listener)
      if (this.#listeners.size === 0) this.#stop()
    }
  }

  /** Reads all of it again: somebody else has signed in. */
  refresh(): void {
    if (this.#parts?.p !== principal()) this.#readAll()
  }

  /** Resolves when the kit has been read once. */
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
      const next = addWritten(this.#written ?? nothingWritten(), mutated, principal(), this.#kitId)
      if (!next) return
      this.#written = next
      // In a task of its own: in this one Dexie is still busy with the transaction that it tells of.
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
        // Of a value that stood there before nothing is written, and nobody tells of it.
        if (this.#typed.isEmpty) noteRead()
        else this.#readAll()
      }),
    ]
    this.#readAll()
  }

  #readAll(): void {
    this.#written = { ...nothingWritten(), isAll: true }
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
      // What was read before stays, with what is typed over it.
      if (!this.#parts) this.#error = { thrown }
      this.#tell()
      this.#written = { ...nothingWritten(), isAll: true }
      setTimeout(() => void this.#readOn(), AGAIN_MS)
    } finally {
      this.#isReading = false
    }
  }

  async #readParts(written: Written): Promise<void> {
    const kitId = this.#kitId
    const p = principal()
    const known = this.#parts
    const isWhole = !known || written.isAll || known.p !== p
    this.#parts = await connected(() => (isWhole ? readParts(kitId, p) : readAgain(known, written)))
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
