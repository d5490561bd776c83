import { many, t } from '#shared/words/words.ts'

interface Count {
  shown: number
  here: number
  /** Of all kits, null when nobody knows. */
  total: number | null
  hasMore: boolean
  /** More may turn up by themselves. */
  isSearching: boolean
  query: string
}

/** "8 kits, 6 saved for offline use", or what a search has found: "4 of 8 kits match “audi”". */
export function countWords(count: Count): string {
  const { shown, here, hasMore } = count
  if (count.query === '') {
    const kits = hasMore
      ? t('{shown}+ kits', { shown })
      : many(shown, '{count} kit', '{count} kits')
    return shown === here ? kits : t('{kits}, {here} saved for offline use', { kits, here })
  }
  const found = foundWords(count)
  return count.isSearching ? t('{found} so far', { found }) : found
}

function foundWords({ shown, total, hasMore, query }: Count): string {
  if (hasMore) return t('{shown}+ kits match “{query}”', { shown, query })
  if (total === null || total < shown) {
    return many(shown, '{count} kit matches “{query}”', '{count} kits match “{query}”', { query })
  }
  if (total === 1)
    return many(shown, '{count} of 1 kit matches “{query}”', '{count} of 1 kit match “{query}”', {
      query,
    })
  return many(
    shown,
    '{count} of {total} kits matches “{query}”',
    '{count} of {total} kits match “{query}”',
    { query, total },
  )
}
