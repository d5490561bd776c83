import { useCallback, useEffect, useRef, useState } from 'react'

import type { PartCounts, PartSummary } from '#shared/catalogue/part.ts'
import type { PartSearch } from '#shared/catalogue/partSearch.ts'

import { isSearching, partSearchQuery, readPartSearch } from '#shared/catalogue/partSearch.ts'
import { delay } from '../../data/device/delay.ts'
import { searchKnown } from '../../data/prices/searchKnown.ts'

export interface Found {
  parts: readonly PartSummary[]
  counts: PartCounts
  /** Cursor of the next page, null for none. */
  next: string | null
  /** Why the catalogue did not answer, for results of this device only. Null for its answer. */
  failure: 'offline' | 'failed' | 'busy' | null
}

/** Results are restored by back navigation within this time. */
const KEPT_FOR_MS = 5 * 60_000
const MOST_KEPT = 20
const kept = new Map<string, { found: Found; at: number }>()

function keep(query: string, found: Found): void {
  kept.delete(query)
  if (found.failure !== null) return
  kept.set(query, { found, at: Date.now() })
  const [oldest] = kept.keys()
  if (kept.size > MOST_KEPT && oldest !== undefined) kept.delete(oldest)
}

function keptOf(query: string): Found | null {
  const known = kept.get(query)
  return known && Date.now() - known.at < KEPT_FOR_MS ? known.found : null
}

/**
 * Results of a search, from the catalogue, or offline from this device. A newer search cancels the
 * previous one. Until its answer the old results stay, marked.
 */
export function useFoundParts(search: PartSearch) {
  const query = partSearchQuery(search)
  const [shown, setShown] = useState(() => {
    const found = keptOf(query)
    return found && { query, attempt: 0, found }
  })
  const [attempt, setAttempt] = useState(0)
  const [more, setMore] = useState<'idle' | 'asking' | 'failed'>('idle')
  const asking = useRef(new AbortController())

  useEffect(() => {
    const controller = new AbortController()
    asking.current = controller
    setMore('idle')
    const show = (found: Found) => {
      if (!controller.signal.aborted) setShown({ query, attempt, found })
    }
    const known = attempt === 0 ? keptOf(query) : null
    if (known) show(known)
    else
      void find(search, controller.signal).then((found) => {
        if (controller.signal.aborted) return
        keep(query, found)
        show(found)
      })
    return () => controller.abort()
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- the query is the search
  }, [query, attempt])

  async function showMore() {
    if (!shown || shown.found.next === null) return
    const { signal } = asking.current
    setMore('asking')
    try {
      const { askFound } = await import('../../data/prices/askParts.ts')
      const page = await askFound(search, shown.found.next, signal)
      if (signal.aborted) return
      const known = new Set(shown.found.parts.map(({ id }) => id))
      // A changed price can move a part onto a later page: skip repeats.
      const fresh = page.parts.filter(({ id }) => !known.has(id))
      const parts = [...shown.found.parts, ...fresh]
      const found = { ...shown.found, parts, next: page.next }
      keep(query, found)
      setShown({ ...shown, found })
      setMore('idle')
    } catch {
      if (!signal.aborted) setMore('failed')
    }
  }

  return {
    found: shown?.found ?? null,
    /** The shown results are of an earlier search or attempt. */
    isAsking: shown?.query !== query || shown.attempt !== attempt,
    more,
    showMore: () => void showMore(),
    retry: useCallback(() => setAttempt((count) => count + 1), []),
  }
}

const FIRST_MS = 3_000

/** Server-rendered results stay until the app has as much. */
export async function readFirst(): Promise<void> {
  const search = readPartSearch(new URLSearchParams(location.search))
  if (!document.querySelector('#root > .shared') || !isSearching(search)) return
  const late = delay(FIRST_MS)
  const found = find(search, new AbortController().signal)
  await Promise.race([found.then((first) => keep(partSearchQuery(search), first)), late])
}

async function find(search: PartSearch, signal: AbortSignal): Promise<Found> {
  try {
    // Loaded on demand: a tenth of the app, which no first visit waits for.
    const { askFound } = await import('../../data/prices/askParts.ts')
    const { parts, next, counts } = await askFound(search, null, signal)
    return { parts, next, counts: counts ?? countsOf(parts, next), failure: null }
  } catch (error) {
    const failure = failureOf(error)
    const known = await searchKnown(search).catch(() => null)
    const parts = known?.parts ?? []
    return { parts, counts: known?.counts ?? countsOf(parts, null), next: null, failure }
  }
}

/** For servers without counts. */
function countsOf(parts: readonly PartSummary[], next: string | null): PartCounts {
  const all = parts.length
  return { all, isMore: next !== null, inStock: 0, prices: [], brands: [], fits: null }
}

function failureOf(error: unknown): NonNullable<Found['failure']> {
  const status = typeof error === 'object' && error && 'status' in error ? error.status : 0
  if (status === 429) return 'busy'
  // A failed import counts as offline: nobody answered.
  return typeof status === 'number' && status > 0 ? 'failed' : 'offline'
}
