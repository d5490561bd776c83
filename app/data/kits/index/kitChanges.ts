/** Kits changed by a write in this tab, another tab or the worker: Dexie reports the keys. */
import type { ObservabilitySet } from 'dexie'

import Dexie, { cmp, RangeSet } from 'dexie'

import { db } from '../../device/db.ts'

/** Confirmed rows that were written. */
export interface KitChanges {
  kits: ReadonlySet<string>
  /** Lines and versions by id: only their rows know the kit. */
  within: ReadonlyMap<string, 'line' | 'version'>
}

const NONE: ReadonlySet<string> = new Set()
/** Above this, reading everything is faster. */
const MOST_WITHIN = 500

/**
 * Calls `onChange` after every write to kits of `principal`: with the changed confirmed rows, empty when
 * only pending rows changed, or 'all' when the keys are unknown.
 * @returns an unsubscribe
 */
export function watchKits(
  principal: string,
  onChange: (changed: KitChanges | 'all') => void,
): () => void {
  const handle = (parts: ObservabilitySet) => {
    const rows = parts[`idb://${db.name}/rows/`]
    const changed: KitChanges | 'all' = rows
      ? rowsIn(principal, rows)
      : { kits: NONE, within: new Map() }
    const hasPending = parts[`idb://${db.name}/pending/`] !== undefined
    if (changed === 'all' || changed.kits.size + changed.within.size > 0 || hasPending) {
      onChange(changed)
    }
  }
  Dexie.on('storagemutated', handle)
  return () => Dexie.on.storagemutated.unsubscribe(handle)
}

function rowsIn(principal: string, ranges: ObservabilitySet[string]): KitChanges | 'all' {
  const kits = new Set<string>()
  const within = new Map<string, 'line' | 'version'>()
  for (const { from, to } of walk(ranges)) {
    if (!Array.isArray(from) || cmp(from, to) !== 0) return 'all'
    const [owner, kind, id]: unknown[] = from
    if (owner !== principal) continue
    if (typeof id !== 'string') continue
    if (kind === 'kit') kits.add(id)
    if (kind === 'line' || kind === 'version') within.set(id, kind)
  }
  return within.size > MOST_WITHIN ? 'all' : { kits, within }
}

function* walk(ranges: ObservabilitySet[string]) {
  const nodes = new RangeSet().add(ranges)[Symbol.iterator]()
  for (let next = nodes.next(); !next.done; next = nodes.next()) yield next.value
}
