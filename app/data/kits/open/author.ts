/** Author of a shared kit. The server names it when the kit is first opened here. */

import { useLiveQuery } from '../../device/useLiveQuery.ts'
import { db } from '../../device/db.ts'

/** Authors of kits opened since page load: available in the first render. */
const told = new Map<string, string>()

/** Prefix of the `meta` keys that hold authors. */
export const AUTHOR_PREFIX = 'author:'

export async function keepAuthor(kitId: string, author: string): Promise<void> {
  told.set(kitId, author)
  await db.meta.put({ key: AUTHOR_PREFIX + kitId, value: author })
}

/** Username of a kit's owner; '' for an anonymous owner, or when this device was never told. */
export function useAuthor(kitId: string): string {
  const kept = useLiveQuery(async () => (await db.meta.get(AUTHOR_PREFIX + kitId))?.value, [kitId])
  return typeof kept === 'string' ? kept : (told.get(kitId) ?? '')
}
