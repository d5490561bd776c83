/** What a device shows of somebody else's kit, compared with what the server lets it see. */
import type { MemoryServer } from './memoryServer.ts'
import type { Holder } from './ledger.ts'
import type { Weather } from './weather.ts'

import { isKitAlive, isRowAlive } from '#shared/sync/cells.ts'
import { shownToAll } from './memoryPull.ts'
import { check } from './invariants.ts'

/** I23: nothing is shown in a followed kit that is not there any more. */
export function checkFollowed(
  { store }: Holder,
  p: string,
  { server, weather }: { server: MemoryServer; weather: Weather },
): void {
  const { rows, meta } = store.tables
  const followed = new Set(Object.keys((meta.get(`cursors:${p}`) ?? {}) as object))
  for (const { p: owner, kind, id, kit, mine, cells } of rows.values()) {
    const isContent = kind === 'line' || kind === 'step'
    if (owner !== p || mine || !isContent || !followed.has(`k:${kit}`)) continue
    const there = server.rows.get(`kit:${kit}`)?.row
    // Of a saved kit the version is shown; of a deleted or hidden one, and an expired draft, nothing.
    if (!there || !isKitAlive(there.cells) || there.cells['hidden']?.[0] === true) continue
    if (server.published.has(kit) || weather.expired.has(kit) || !isRowAlive(cells)) continue
    const row = server.rows.get(`${kind}:${id}`)?.row
    const shown = row && shownToAll(server, row, p)
    const isThere = shown !== undefined && shown !== null && isRowAlive(shown)
    check(isThere, 'I23', () => ['shown and not there', p, kind, id, cells, shown ?? null])
  }
}
