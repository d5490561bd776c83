/** What the list says of a kit that only its lines and versions know: read for the rows in sight. */
import type { Build } from '../open/builds.ts'
import type { ListedKit } from '../open/listedKit.ts'

import { useEffect } from 'react'

import type { PriceSum } from '#shared/kinds/priceSum.ts'

import { priceSum } from '#shared/kinds/priceSum.ts'
import { buildOf } from '../open/builds.ts'
import { db } from '../../device/db.ts'
import { principal } from '../../device/device.ts'

export interface KitFacts extends Pick<Build, 'hasUnsharedChanges' | 'isSaveWaiting'> {
  sum: PriceSum
  isSaved: boolean
}

/** So long a search has to rest before prices are read: no key waits for them. */
const CALM_MS = 300

/** By kit, with the entry they were read for: one that is read anew is another object. */
const known = new Map<string, { kit: ListedKit; facts: KitFacts }>()

/**
 * Reads the facts of the kits in sight; see `factsOf`.
 * @param isCalm false while a search is being typed
 * @param onRead what has come can be shown
 */
export function useKitFacts(kits: readonly ListedKit[], isCalm: boolean, onRead: () => void): void {
  useEffect(() => {
    const missing = kits.filter((kit) => isOwn(kit) && known.get(kit.id)?.kit !== kit)
    if (missing.length === 0) return
    const timer = setTimeout(
      // Without them the row stands without its price; the index tells of a store that is silent.
      () => void readFacts(missing).then(onRead, () => undefined),
      isCalm ? 0 : CALM_MS,
    )
    return () => clearTimeout(timer)
  }, [kits, isCalm, onRead])
}

/** Undefined while it is being read; of a kit that has changed it is what was read before. */
export function factsOf(kit: ListedKit): KitFacts | undefined {
  return known.get(kit.id)?.facts
}

/** Whether something is shown of this kit that may have changed with it. */
export function hasFacts(kit: ListedKit): boolean {
  return known.has(kit.id)
}

/** Reads the facts of one's own kits; others' came with them. In one transaction: each of its own costs as much as what it reads. */
export async function readFacts(kits: readonly ListedKit[]): Promise<void> {
  const p = principal()
  await db.transaction('r', db.rows, db.pending, () =>
    Promise.all(
      kits.filter(isOwn).map(async (kit) => {
        const [stored, waiting] = await Promise.all([
          db.rows.where('[p+kit]').equals([p, kit.id]).toArray(),
          db.pending.where('[p+kit]').equals([p, kit.id]).toArray(),
        ])
        const rows = new Map(stored.map((row) => [row.id, row]))
        const pending = new Map(waiting.map((row) => [row.id, row]))
        const parts = { p, kitId: kit.id, rows, pending, drafts: new Map(), moved: undefined }
        const { kit: whole, savedAt, ...build } = buildOf(parts, kit.buildId)
        const { hasUnsharedChanges, isSaveWaiting } = build
        const facts = { sum: priceSum(whole.lines, whole), isSaved: savedAt !== null }
        known.set(kit.id, { kit, facts: { ...facts, hasUnsharedChanges, isSaveWaiting } })
      }),
    ),
  )
}

function isOwn(kit: ListedKit): boolean {
  return kit.isMine && kit.isHere
}
