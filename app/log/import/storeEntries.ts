/** Stores an import in chunks: a phone stays usable, and shows the progress. */
import type { Planned } from './planImport.ts'

import { newId } from '#shared/ids.ts'
import { setCells, written } from '../../data/sync/write/writeQueue.ts'
import { cellsOf } from './planImport.ts'

const AT_ONCE = 100

/**
 * @param onProgress entries stored so far
 * @returns their ids
 */
export async function storeEntries(
  entries: readonly Planned[],
  onProgress: (done: number) => void,
): Promise<string[]> {
  const ids: string[] = []
  for (let from = 0; from < entries.length; from += AT_ONCE) {
    for (const entry of entries.slice(from, from + AT_ONCE)) {
      const id = newId()
      setCells('log', id, '', cellsOf(entry))
      ids.push(id)
    }
    await written()
    onProgress(ids.length)
  }
  return ids
}

/** Undoes an import. */
export async function takeBack(ids: readonly string[]): Promise<void> {
  for (let from = 0; from < ids.length; from += AT_ONCE) {
    for (const id of ids.slice(from, from + AT_ONCE)) setCells('log', id, '', { del: true })
    await written()
  }
}
