/**
 * The parts of one's own kits in memory, for the search of everything: read while somebody looks,
 * the latest kits first, and again when the index of kits has read a kit anew.
 */
import type { Cells } from '#shared/sync/cells.ts'
import type { ListedKit } from '../open/listedKit.ts'

import Dexie from 'dexie'
import { useEffect, useSyncExternalStore } from 'react'

import { partNumberKey } from '#shared/catalogue/partNumber.ts'
import { isRowAlive, mergeCells, textIn } from '#shared/sync/cells.ts'
import { db } from '../../device/db.ts'
import { principal } from '../../device/device.ts'

export interface FoundPart {
  kit: ListedKit
  /** Of the line. */
  id: string
  name: string
  manufacturer: string
  partNumber: string
  /** What it is found by, in lower case: its own words and those of its kit. */
  words: string
}

/**
 * The parts of a kit as two texts, a line each: of ten thousand kits an object for each part takes
 * ten times the room, and looking into it as much time.
 */
interface KitParts {
  /** The entry they were read for: one that is read anew is another object. */
  kit: ListedKit
  /** Searched, in lower case. */
  words: string
  /** Id, name, manufacturer and number, with tabs between. */
  shown: string
}

/** So many kits are read one by one; of more the whole table is read, in the order of its keys. */
const FEW = 60
/** So few that reading them holds up no key, on a slow phone either. */
const AT_ONCE = 250

let owner = ''
let known = new Map<string, KitParts>()
let wanted: readonly ListedKit[] = []
let isReading = false
let shown = { count: 0, isReading }
const watchers = new Set<() => void>()

/** Reads the parts of these kits for `searchParts`. `count` changes whenever more of them are here. */
export function usePartIndex(kits: readonly ListedKit[]): typeof shown {
  const state = useSyncExternalStore(watch, snapshot)
  useEffect(() => {
    wanted = kits
    void read()
  }, [kits])
  return state
}

function watch(watcher: () => void): () => void {
  watchers.add(watcher)
  return () => watchers.delete(watcher)
}

const snapshot = () => shown

function tell(): void {
  shown = { count: shown.count + 1, isReading }
  for (const watcher of watchers) watcher()
}

async function read(): Promise<void> {
  if (owner !== principal()) known = new Map()
  owner = principal()
  if (isReading) return
  isReading = true
  try {
    for (let due = dueKits(); due.length > 0 && watchers.size > 0; due = dueKits()) {
      if (shown.isReading !== isReading) tell()
      await readSome(due.slice(0, FEW))
      if (due.length > FEW) await readAll(due)
      tell()
    }
  } catch {
    // A store that is silent: the index of kits tells of it.
  }
  isReading = false
  if (shown.isReading) tell()
}

function dueKits(): ListedKit[] {
  return wanted.filter((kit) => kit.isMine && known.get(kit.id)?.kit !== kit)
}

async function readSome(kits: readonly ListedKit[]): Promise<void> {
  const p = owner
  await db.transaction('r', db.rows, db.pending, () =>
    Promise.all(
      kits.map(async (kit) => {
        const [rows, pending] = await Promise.all([
          db.rows.where('[p+kit]').equals([p, kit.id]).toArray(),
          db.pending.where('[p+kit]').equals([p, kit.id]).toArray(),
        ])
        const parts = new PartTexts()
        const waiting = new Map(pending.map((row) => [row.id, row]))
        for (const row of rows) if (row.kind === 'line') parts.add(row, waiting.get(row.id))
        const stored = new Set(rows.map(({ id }) => id))
        for (const row of pending) if (row.kind === 'line' && !stored.has(row.id)) parts.add(row)
        known.set(kit.id, { kit, ...parts.texts() })
      }),
    ),
  )
}

async function readAll(kits: readonly ListedKit[]): Promise<void> {
  const p = owner
  const byKit = new Map(kits.map((kit) => [kit.id, new PartTexts()]))
  const waiting = new Map<string, Row>()
  for await (const rows of linesIn(db.pending, p)) for (const row of rows) waiting.set(row.id, row)
  for await (const rows of linesIn(db.rows, p)) {
    for (const row of rows) {
      byKit.get(row.kit)?.add(row, waiting.get(row.id))
      waiting.delete(row.id)
    }
    // Who has looked once will look again: it goes on behind a search that was closed.
    if (owner !== p) return
  }
  for (const row of waiting.values()) byKit.get(row.kit)?.add(row)
  for (const kit of kits) {
    const parts = byKit.get(kit.id)
    if (parts) known.set(kit.id, { kit, ...parts.texts() })
  }
}

interface Row {
  id: string
  kit: string
  cells: Cells
}

async function* linesIn(table: typeof db.rows | typeof db.pending, p: string) {
  const last = [p, 'line', Dexie.maxKey]
  for (let from: unknown[] = [p, 'line', Dexie.minKey]; ;) {
    const rows: Row[] = await table
      .where('[p+kind+id]')
      .between(from, last, false)
      .limit(AT_ONCE)
      .toArray()
    yield rows
    const end = rows.at(-1)
    if (!end || rows.length < AT_ONCE) return
    from = [p, 'line', end.id]
  }
}

class PartTexts {
  readonly #words: string[] = []
  readonly #shown: string[] = []

  add({ id, cells: stored }: Row, waiting?: Row): void {
    const cells = waiting ? mergeCells(stored, waiting.cells) : stored
    if (!isRowAlive(cells)) return
    const [name = '', manufacturer = '', number = ''] = CELLS.map((cell) =>
      textIn(cells, cell).replaceAll(/\s+/g, ' ').trim(),
    )
    if (name + manufacturer + number === '') return
    // "LX 1006/1D" is found as lx10061d as well.
    this.#words.push(`${name} ${manufacturer} ${number} ${partNumberKey(number)}`.toLowerCase())
    this.#shown.push([id, name, manufacturer, number].join('\t'))
  }

  texts(): Pick<KitParts, 'words' | 'shown'> {
    return { words: this.#words.join('\n'), shown: this.#shown.join('\n') }
  }
}

const CELLS = ['name', 'manufacturer', 'partNumber']

/**
 * The first parts that have every word, or whose kit has it: "audi filter" finds the filters of the
 * kits for an Audi. One word at least is the part's own.
 */
export function searchParts(
  kits: readonly ListedKit[],
  words: readonly string[],
  most: number,
): FoundPart[] {
  const found: FoundPart[] = []
  if (words.length === 0) return found
  for (const kit of kits) {
    const parts = known.get(kit.id)
    if (!kit.isMine || !parts || !mayHave(kit, parts, words)) continue
    const shownLines = parts.shown.split('\n')
    for (const [at, line] of parts.words.split('\n').entries()) {
      if (!isIn(kit, line, words)) continue
      const [id = '', name = '', manufacturer = '', partNumber = ''] =
        shownLines[at]?.split('\t') ?? []
      const own = `${line} ${kit.words}`
      found.push({ kit, id, name, manufacturer, partNumber, words: own })
      if (found.length === most) return found
    }
  }
  return found
}

function mayHave(kit: ListedKit, parts: KitParts, words: readonly string[]): boolean {
  return parts.words !== '' && isIn(kit, parts.words, words)
}

function isIn(kit: ListedKit, text: string, words: readonly string[]): boolean {
  let isOwn = false
  for (const word of words) {
    if (text.includes(word)) isOwn = true
    else if (!kit.words.includes(word)) return false
  }
  return isOwn
}
