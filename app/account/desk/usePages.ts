import { useState } from 'react'

import type { ServerData } from '../useServerData.ts'

import { useServerData } from '../useServerData.ts'

interface Page {
  /** Goes into `after`; null on the last one. */
  next: string | null
}

export interface Pages<Item> {
  /** All that was read so far, as one list. */
  list: ServerData<Item[]>
  hasMore: boolean
  /** Reads the page behind. Throws as the call does. */
  readMore: () => Promise<void>
}

/**
 * A list of the server's that comes in pages: the first by itself, those behind it when asked for.
 * @param key as of useServerData
 * @param read must be stable; without `after` it reads the first page
 */
export function usePages<P extends Page, Item>(
  key: string,
  read: (after?: string) => Promise<P>,
  itemsOf: (page: P) => Item[],
): Pages<Item> {
  const found = useServerData(key, read)
  // They belong to the first page they were asked for behind.
  const [later, setLater] = useState<{ of: P; pages: P[] } | null>(null)
  const first = found.data
  const pages = first ? [first, ...(later?.of === first ? later.pages : [])] : []
  const next = pages.at(-1)?.next ?? null

  async function readMore() {
    if (!first || next === null) return
    const page = await read(next)
    setLater({ of: first, pages: [...pages.slice(1), page] })
  }

  const data = first && pages.flatMap(itemsOf)
  return {
    list: { ...found, data, change: () => undefined },
    hasMore: next !== null,
    readMore,
  }
}
