/** Stores an import in chunks: a phone stays usable, and shows the progress. */

import { newId } from '#shared/ids.ts'
import { setCells, written } from '../../data/sync/write/writeQueue.ts'
import { type Planned, cellsOf } from './planImport.ts'

const AT_ONCE = 100

async function inChunks<T>(
  all: readonly T[],
  act: (one: T) => void,
  onProgress?: (done: number) => void,
) {
  for (let from = 0; from < all.length; from += AT_ONCE) {
    for (const one of all.slice(from, from + AT_ONCE)) act(one)
    await written()
    onProgress?.(Math.min(from + AT_ONCE, all.length))
  }
}

/**
 * @param onProgress entries stored so far
 * @returns their ids
 */
export async function storeEntries(
  entries: readonly Planned[],
  onProgress: (done: number) => void,
): Promise<string[]> {
  const all = entries.map((entry) => ({ id: newId(), entry }))
  await inChunks(all, ({ id, entry }) => setCells('log', id, '', cellsOf(entry)), onProgress)
  return all.map(({ id }) => id)
}

/** Undoes an import. */
export const takeBack = (ids: readonly string[]): Promise<void> =>
  inChunks(ids, (id) => setCells('log', id, '', { del: true }))
