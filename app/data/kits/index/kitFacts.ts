/** List facts that take a kit's lines and versions: read for the rows in sight only. */
import type { ListedKit } from '../open/listedKit.ts'

import { useEffect } from 'react'

import { priceSum, type PriceSum } from '#shared/kinds/priceSum.ts'
import { type Build, buildOf, partsOf } from '../open/builds.ts'
import { shownPrincipal } from '../../device/device.ts'
import { ofKits } from '../../device/ranges.ts'

export interface KitFacts extends Pick<Build, 'hasUnsharedChanges' | 'isSaveWaiting'> {
  sum: PriceSum
  isSaved: boolean
}

/** Pause in typing before prices are read: no keystroke waits for them. */
const CALM_MS = 300

/** Facts by kit, with the entry they were read for: a re-read kit is a new object. */
const known = new Map<string, { kit: ListedKit; facts: KitFacts }>()

/**
 * Reads the facts of the kits in sight; see `factsOf`.
 * @param isCalm false while a search is being typed
 * @param onRead called when new facts can be shown
 */
export function useKitFacts(kits: readonly ListedKit[], isCalm: boolean, onRead: () => void): void {
  useEffect(() => {
    const missing = kits.filter((kit) => isOwn(kit) && known.get(kit.id)?.kit !== kit)
    if (missing.length === 0) return
    const timer = setTimeout(
      // On failure rows show no price; the kit index reports the broken store.
      () => void readFacts(missing).then(onRead, () => undefined),
      isCalm ? 0 : CALM_MS,
    )
    return () => clearTimeout(timer)
  }, [kits, isCalm, onRead])
}

/** Undefined until read; stale for a changed kit until it is re-read. */
export function factsOf(kit: ListedKit): KitFacts | undefined {
  return known.get(kit.id)?.facts
}

/** Reads own kits' facts; others' kits carry theirs. */
async function readFacts(kits: readonly ListedKit[]): Promise<void> {
  const principal = shownPrincipal()
  const ids = kits.map(({ id }) => id)
  const read = await ofKits(principal, ids)
  for (const [at, kit] of kits.entries()) {
    const [rows = [], pending = []] = read[at] ?? []
    noteFacts(kit, buildOf(partsOf(principal, kit.id, rows, pending), kit.buildId))
  }
}

/** Notes the facts of a kit that was read whole. */
export function noteFacts(kit: ListedKit, build: Build): void {
  const { kit: whole, savedAt, hasUnsharedChanges, isSaveWaiting } = build
  const facts = { sum: priceSum(whole.lines, whole), isSaved: savedAt !== null }
  known.set(kit.id, { kit, facts: { ...facts, hasUnsharedChanges, isSaveWaiting } })
}

function isOwn(kit: ListedKit): boolean {
  return kit.isMine && kit.isHere
}
