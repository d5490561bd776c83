/** Whose a kit is that others have shared. The server says so when the kit is first opened here. */

import { useLiveQuery } from '../../device/useLiveQuery.ts'
import { db } from '../../device/db.ts'

/** Of kits opened since the page was loaded: there in the first render. */
const told = new Map<string, string>()

/** Begins the keys of `meta` that hold one. */
export const AUTHOR_PREFIX = 'author:'

export async function keepAuthor(kitId: string, author: string): Promise<void> {
  told.set(kitId, author)
  await db.meta.put({ key: AUTHOR_PREFIX + kitId, value: author })
}

/** The username of a kit's owner; '' for who has no account, and where this device was not told. */
export function useAuthor(kitId: string): string {
  const kept = useLiveQuery(async () => (await db.meta.get(AUTHOR_PREFIX + kitId))?.value, [kitId])
  return typeof kept === 'string' ? kept : (told.get(kitId) ?? '')
}
