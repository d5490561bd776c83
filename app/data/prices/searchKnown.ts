/** Searches the parts cached on this device. */
import { fold } from '#shared/text/fold.ts'
import type { PartCounts, PartSummary } from '#shared/catalogue/part.ts'

import { brandKey, partNumberKey } from '#shared/catalogue/partNumber.ts'
import { hasVehicle, type PartSearch, PRICE_BANDS } from '#shared/catalogue/partSearch.ts'
import { hasWord, type SearchWord, searchWords } from '#shared/catalogue/searchWords.ts'
import { taskPhrases } from '#shared/catalogue/taskPhrases.ts'
import { db, type PartRow } from '../device/db.ts'
import { summaryOf } from './seenParts.ts'

interface Known {
  part: PartSummary
  /** Null when its fitment is unknown. */
  isFitting: boolean | null
}

/** Search results of this device by the server's rules, with counts per facet. */
export async function searchKnown(
  search: PartSearch,
  now = Date.now(),
): Promise<{ parts: PartSummary[]; counts: PartCounts }> {
  const rows = await db.parts.orderBy('at').reverse().filter(hasWords(search)).toArray()
  const all = rows
    .map((row): Known => ({ part: summaryOf(row, now), isFitting: fitOf(row, search) }))
    .toSorted((a, b) => costOf(a.part) - costOf(b.part))
  const isOfVehicle = hasVehicle(search)
  const fitting = all.filter(({ isFitting }) => isFitting === true)
  const meant = isOfVehicle && !search.isAnyFit ? fitting : all
  const narrowed = (without: Partial<PartSearch>) =>
    meant.filter(({ part }) => isNarrowedTo(part, { ...search, ...without }))
  const brands = new Map<string, number>()
  for (const { part } of narrowed({ brands: [] }))
    brands.set(part.brand, (brands.get(part.brand) ?? 0) + 1)
  const found = narrowed({})
  return {
    parts: found.map(({ part, isFitting }) => ({ ...part, ...(isOfVehicle && { isFitting }) })),
    counts: {
      all: found.length,
      isMore: false,
      inStock: narrowed({ isInStock: true }).length,
      prices: PRICE_BANDS.map(([min, max]) => narrowed({ min, max }).length),
      brands: [...brands].map(([brand, count]) => ({ brand, count })),
      fits: isOfVehicle
        ? { fitting: fitting.length, isMoreFitting: false, any: all.length, isMoreAny: false }
        : null,
    },
  }
}

function hasWords({ q, task }: PartSearch): (row: PartRow) => boolean {
  const words = searchWords(q)
  const phrases = taskPhrases(task).map(searchWords)
  return ({ name, brand, partNumber, number, page }) => {
    const references = page?.crossReferences.map((one) => one.partNumber) ?? []
    const numbers = [partNumber, number, ...references, ...references.map(partNumberKey)]
    const text = fold([name, brand, page?.category, ...numbers].join(' '))
    const has = (all: readonly SearchWord[]) => all.every((word) => hasWord(text, word))
    const isOfTask = page?.task.toLowerCase() === task.toLowerCase()
    return has(words) && (task === '' || isOfTask || phrases.some(has))
  }
}

function fitOf({ page }: PartRow, { make, model, year }: PartSearch): boolean | null {
  if (!page || page.fits.length === 0) return null
  const isSame = (one: string, other: string) =>
    other === '' || one.toLowerCase() === other.toLowerCase()
  return page.fits.some(
    (fit) =>
      isSame(fit.make, make) &&
      isSame(fit.model, model) &&
      (year === null || (fit.yearFrom <= year && year <= fit.yearTo)),
  )
}

function isNarrowedTo(part: PartSummary, { brands, min, max, isInStock }: PartSearch): boolean {
  const cost = part.isBeforeShipping ? null : part.lowestPrice
  return (
    (brands.length === 0 || brands.some((brand) => brandKey(brand) === brandKey(part.brand))) &&
    ((min === null && max === null) ||
      (cost !== null && cost >= (min ?? 0) && cost < (max ?? Infinity))) &&
    (!isInStock || part.lowestPrice !== null)
  )
}

/** Sort key: payable totals first, then totals without shipping. */
function costOf({ lowestPrice, isBeforeShipping }: PartSummary): number {
  return lowestPrice === null ? 2e9 : isBeforeShipping ? 1e9 + lowestPrice : lowestPrice
}
