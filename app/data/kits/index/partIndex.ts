/**
 * In-memory index of own parts for the global search: read while the search is open, latest kits
 * first, and refreshed when the kit index re-reads a kit.
 */
import { fold } from '#shared/text/fold.ts'
import type { ListedKit } from '../open/listedKit.ts'

import { useEffect, useSyncExternalStore } from 'react'

import { partNumberKey } from '#shared/catalogue/partNumber.ts'
import { type Cells, isRowAlive, mergeCells, textIn } from '#shared/cells/cells.ts'
import { db } from '../../device/db.ts'
import { shownPrincipal } from '../../device/device.ts'
import { inRuns, ofKits } from '../../device/ranges.ts'
import { mergedRows } from '../../device/store.ts'

export interface FoundPart {
  kit: ListedKit
  /** Id of the line. */
  id: string
  name: string
  manufacturer: string
  partNumber: string
  /** Lower-case search text: the line's words and its kit's. */
  words: string
}

/**
 * Parts of a kit as two texts, one line per part: with ten thousand kits, an object per part takes
 * ten times the memory, and searching it as much time.
 */
interface KitParts {
  /** Entry they were read for: a re-read kit is a new object. */
  kit: ListedKit
  /** Search text, lower case. */
  words: string
  /** Id, name, manufacturer and number, tab-separated. */
  shown: string
}

/** Up to this many kits are read one by one; above it the whole table, in key order. */
const FEW = 60
/** Small enough that a batch never delays a keystroke, even on a slow phone. */
const AT_ONCE = 250

let owner = ''
let known = new Map<string, KitParts>()
let wanted: readonly ListedKit[] = []
let isReading = false
let shown = { count: 0, isReading }
const watchers = new Set<() => void>()

/** Reads these kits' parts for `searchParts`. `count` changes as more arrive. */
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
  if (owner !== shownPrincipal()) known = new Map()
  owner = shownPrincipal()
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
    // Store failed: the kit index reports it.
  }
  isReading = false
  if (shown.isReading) tell()
}

function dueKits(): ListedKit[] {
  return wanted.filter((kit) => kit.isMine && known.get(kit.id)?.kit !== kit)
}

async function readSome(kits: readonly ListedKit[]): Promise<void> {
  const read = await ofKits(
    owner,
    kits.map(({ id }) => id),
  )
  for (const [at, kit] of kits.entries()) {
    const parts = new PartTexts()
    const lines = mergedRows((read[at] ?? []).flat().filter(({ kind }) => kind === 'line'))
    for (const line of lines.values()) parts.add(line)
    known.set(kit.id, { kit, ...parts.texts() })
  }
}

async function readAll(kits: readonly ListedKit[]): Promise<void> {
  const principal = owner
  const byKit = new Map(kits.map((kit) => [kit.id, new PartTexts()]))
  const waiting = new Map<string, Row>()
  for await (const rows of inRuns(db.pending, principal, 'line', AT_ONCE))
    for (const row of rows) waiting.set(row.id, row)
  for await (const rows of inRuns(db.rows, principal, 'line', AT_ONCE)) {
    for (const row of rows) {
      byKit.get(row.kit)?.add(row, waiting.get(row.id))
      waiting.delete(row.id)
    }
    // Reading continues after the search closes: people search again.
    if (owner !== principal) return
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
    // The key form lets "lx10061d" find "LX 1006/1D".
    this.#words.push(fold(`${name} ${manufacturer} ${number} ${partNumberKey(number)}`))
    this.#shown.push([id, name, manufacturer, number].join('\t'))
  }

  texts(): Pick<KitParts, 'words' | 'shown'> {
    return { words: this.#words.join('\n'), shown: this.#shown.join('\n') }
  }
}

const CELLS = ['name', 'manufacturer', 'partNumber']

/**
 * First parts where every word matches the part or its kit, and at least one matches the part
 * itself: "audi filter" finds the filters in kits for an Audi.
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
