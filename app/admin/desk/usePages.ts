import { useCallback, useState } from 'react'

import type { Page } from './adminData.ts'
import type * as z from 'zod/mini'

import { type ServerData, useServerData } from '../../forms/useServerData.ts'
import { readPage } from './adminData.ts'

export interface Paging {
  hasMore: boolean
  /** Reads the next page. Throws the call's error. */
  readMore: () => Promise<void>
}

/** All that was read so far, as one list. */
export type Pages<Item> = Omit<ServerData<Item[]>, 'change'> & { pages: Paging }

/**
 * A list of the server's that comes in pages: the first by itself, those behind it when asked for.
 * @param path its address, with what it is narrowed by
 * @param shape one page's
 * @param read must be stable; without `after` it reads the first page
 */
export function usePages<P extends Page, Item>(
  path: string,
  shape: z.ZodMiniType<P>,
  itemsOf: (page: P) => Item[],
  read: typeof readPage<P> = readPage,
): Pages<Item> & { first: P | undefined } {
  const found = useServerData(
    path,
    useCallback(() => read(shape, path), [read, shape, path]),
  )
  // They belong to the first page they were asked for behind.
  const [later, setLater] = useState<{ of: P; pages: P[] } | null>(null)
  const first = found.data
  const all = first ? [first, ...(later?.of === first ? later.pages : [])] : []
  const next = all.at(-1)?.next ?? null

  async function readMore() {
    if (!first || next === null) return
    const page = await read(shape, path, next)
    setLater({ of: first, pages: [...all.slice(1), page] })
  }

  const pages = { hasMore: next !== null, readMore }
  return { ...found, data: first && all.flatMap(itemsOf), first, pages }
}
