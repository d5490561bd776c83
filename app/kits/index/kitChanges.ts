/** Which kits a write has changed, in this tab, another one or the worker: Dexie tells the keys. */
import type { ObservabilitySet } from 'dexie'

import Dexie, { cmp, RangeSet } from 'dexie'

import { db } from '../../device/db.ts'

/**
 * Calls `onChange` after every write to kits of `p`: with the ids of those whose confirmed rows
 * changed, none when only what waits did, or 'all' when nobody knows which.
 * @returns how to stop that
 */
export function watchKits(
  p: string,
  onChange: (changed: ReadonlySet<string> | 'all') => void,
): () => void {
  const handle = (parts: ObservabilitySet) => {
    const rows = parts[`idb://${db.name}/rows/`]
    const changed = rows ? kitsIn(p, rows) : new Set<string>()
    const hasPending = parts[`idb://${db.name}/pending/`] !== undefined
    if (changed === 'all' || changed.size > 0 || hasPending) onChange(changed)
  }
  Dexie.on('storagemutated', handle)
  return () => Dexie.on.storagemutated.unsubscribe(handle)
}

function kitsIn(p: string, ranges: ObservabilitySet[string]): ReadonlySet<string> | 'all' {
  const found = new Set<string>()
  for (const { from, to } of walk(ranges)) {
    if (!Array.isArray(from) || cmp(from, to) !== 0) return 'all'
    const [owner, kind, id]: unknown[] = from
    if (owner !== p) continue
    // Which kit a saved version is of only its row knows; those are read in numbers seldom.
    if (kind === 'version') return 'all'
    if (kind === 'kit' && typeof id === 'string') found.add(id)
  }
  return found
}

function* walk(ranges: ObservabilitySet[string]) {
  const nodes = new RangeSet().add(ranges)[Symbol.iterator]()
  for (let next = nodes.next(); !next.done; next = nodes.next()) yield next.value
}
