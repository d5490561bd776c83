import { useCallback, useEffect, useMemo, useRef, useState } from 'react'

import type { Line } from '#shared/kit.ts'
import type { Build } from '../store/builds.ts'
import type { Drafts } from './blankRows.ts'
import type { Cell } from './fieldRules.ts'

import { newId } from '#shared/ids.ts'
import { MAX_LINES } from '#shared/kit.ts'
import { forks } from '../store/pump.ts'
import { blankLine, needsBlankRow } from './blankRows.ts'

/** One row of the parts list. The object stays the same as long as nothing in it changes. */
export interface Row {
  /** Stays the same when a copy gives the line another id, so that the focus stays too. */
  key: string
  line: Line
  drafts: Drafts
  /** Whether the store shows it. A row is written to before that. */
  isStored: boolean
  /** The blank row at the end, nobody wrote into it yet. */
  isGhost: boolean
}

const NO_DRAFTS: Drafts = {}

/** The rows of a build: its lines, what was just begun, and one blank row. */
export function useRows(build: Build) {
  const [begun, setBegun] = useState<Line[]>([])
  const [ghostId, setGhostId] = useState(() => newId())
  const cache = useRef(new Map<string, Row>())
  const keys = useKeys(build, cache.current)

  const rows = useMemo(() => {
    const drafts = draftsByLine(build.drafts)
    const stored = build.kit.lines.map((line) => ({
      key: keys.get(line.id) ?? line.id,
      line,
      drafts: drafts.get(line.id) ?? NO_DRAFTS,
      isStored: true,
      isGhost: false,
    }))
    const known = new Set(stored.map((row) => row.key))
    const coming = begun
      .filter((line) => !known.has(line.id))
      .map((line) => ({ ...rowOf(line), isGhost: false }))
    const all = [...stored, ...coming]
    const isFull = all.length >= MAX_LINES
    if (!isFull && needsBlankRow(stored)) all.push(rowOf(blankLine(ghostId)))
    const stable = all.map((row) => reuse(cache.current.get(row.key), row))
    cache.current = new Map(stable.map((row) => [row.key, row]))
    return stable
  }, [build, begun, ghostId, keys])

  useEffect(() => {
    const known = new Set(rows.filter((row) => row.isStored).map((row) => row.key))
    setBegun((lines) =>
      lines.some((line) => known.has(line.id))
        ? lines.filter((line) => !known.has(line.id))
        : lines,
    )
  }, [rows])

  /** The blank row was written into: from now on it is a line, and another row is blank. */
  const begin = useCallback((line: Line) => {
    setBegun((lines) => [...lines, line])
    setGhostId(newId())
  }, [])
  return { rows, begin }
}

function rowOf(line: Line): Row {
  return { key: line.id, line, drafts: NO_DRAFTS, isStored: false, isGhost: true }
}

/** Keys by line id, for the lines of a copy: the keys their originals had. */
function useKeys(build: Build, before: ReadonlyMap<string, Row>): ReadonlyMap<string, string> {
  const [known, setKnown] = useState({ kitId: build.kit.id, keys: new Map<string, string>() })
  if (known.kitId === build.kit.id) return known.keys
  const next = { kitId: build.kit.id, keys: keysOfCopy(known.kitId, build.kit.lines, before) }
  setKnown(next)
  return next.keys
}

function keysOfCopy(
  originalKit: string,
  lines: readonly Line[],
  before: ReadonlyMap<string, Row>,
): Map<string, string> {
  const rows = [...before.values()]
  const keyById = new Map(rows.map((row) => [row.line.id, row.key]))
  const keyByOrd = new Map(rows.map((row) => [row.line.ord, row.key]))
  const ids = forks.get(originalKit)?.ids ?? {}
  const originals = new Map(Object.entries(ids).map(([original, copy]) => [copy, original]))
  const keys = new Map<string, string>()
  for (const line of lines) {
    // A copy the server asked for does not say where its lines came from, but it keeps their order.
    const key = keyById.get(originals.get(line.id) ?? line.id) ?? keyByOrd.get(line.ord)
    if (key) keys.set(line.id, key)
  }
  return keys
}

function draftsByLine(drafts: ReadonlyMap<string, string>): Map<string, Drafts> {
  const byLine = new Map<string, Drafts>()
  for (const [name, text] of drafts) {
    const [id = '', cell] = name.split(':')
    byLine.set(id, { ...byLine.get(id), [cell as Cell]: text })
  }
  return byLine
}

/** The row as it was, if it still is. */
function reuse(before: Row | undefined, row: Row): Row {
  const isSame =
    before !== undefined &&
    before.isStored === row.isStored &&
    before.isGhost === row.isGhost &&
    isShallowEqual(before.line, row.line) &&
    isShallowEqual(before.drafts, row.drafts)
  return isSame ? before : row
}

function isShallowEqual(a: object, b: object): boolean {
  const entries = Object.entries(a)
  const others = new Map(Object.entries(b))
  return (
    entries.length === others.size && entries.every(([key, value]) => others.get(key) === value)
  )
}
