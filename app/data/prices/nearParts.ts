/** Suggests parts with numbers near an unknown one. */
import type { PartSummary } from '#shared/catalogue/part.ts'

import { MAX_PART_NUMBER, partNumberKey } from '#shared/catalogue/partNumber.ts'
import { NO_SEARCH } from '#shared/catalogue/partSearch.ts'
import { searchKnown } from './searchKnown.ts'

const MOST = 5
/** Shorter keys match too many numbers. */
const LEAST = 3

/**
 * Parts whose number contains the whole key; else those sharing the longest prefix, nearest first.
 * Offline, from the parts this device knows.
 */
export async function nearParts(partNumber: string): Promise<PartSummary[]> {
  const key = partNumberKey(partNumber)
  if (key.length > MAX_PART_NUMBER) return []
  const lengths = [key.length, key.length - 1, (key.length * 2) / 3, key.length / 2].map(Math.ceil)
  for (const length of new Set(lengths.filter((some) => some >= LEAST))) {
    const parts = await search(key.slice(0, length))
    if (parts.length > 0) return parts.toSorted(nearestTo(key)).slice(0, MOST)
  }
  return []
}

async function search(words: string): Promise<readonly PartSummary[]> {
  try {
    const { askSearch } = await import('./askParts.ts')
    return (await askSearch(words, null)).parts
  } catch {
    return (await searchKnown({ ...NO_SEARCH, q: words })).parts
  }
}

function nearestTo(key: string): (a: PartSummary, b: PartSummary) => number {
  const far = ({ partNumber }: PartSummary) => {
    const other = partNumberKey(partNumber)
    let same = 0
    while (same < key.length && other[same] === key[same]) same++
    return key.length + other.length - 2 * same
  }
  return (a, b) => far(a) - far(b)
}
