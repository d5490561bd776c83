/** Kits changed by a write in this tab, another tab or the worker: Dexie reports the keys. */
import type { ObservabilitySet } from 'dexie'

import Dexie from 'dexie'

import { writtenKeys } from '../../device/ranges.ts'

/** Confirmed rows that were written. */
export interface KitChanges {
  kits: ReadonlySet<string>
  /** Lines and versions by id: only their rows know the kit. */
  within: ReadonlyMap<string, 'line' | 'version'>
}

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
    const changed = rowsIn(principal, writtenKeys(parts, 'rows'))
    const hasPending = writtenKeys(parts, 'pending').size > 0
    if (changed === 'all' || changed.kits.size + changed.within.size > 0 || hasPending) {
      onChange(changed)
    }
  }
  Dexie.on('storagemutated', handle)
  return () => Dexie.on.storagemutated.unsubscribe(handle)
}

function rowsIn(principal: string, keys: ReadonlySet<unknown>): KitChanges | 'all' {
  const kits = new Set<string>()
  const within = new Map<string, 'line' | 'version'>()
  for (const key of keys) {
    if (!Array.isArray(key)) return 'all'
    const [owner, kind, id]: unknown[] = key
    if (owner !== principal || typeof id !== 'string') continue
    if (kind === 'kit') kits.add(id)
    if (kind === 'line' || kind === 'version') within.set(id, kind)
  }
  return within.size > MOST_WITHIN ? 'all' : { kits, within }
}
