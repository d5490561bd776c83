/** Compares a followed kit on a device with what the server lets it see. */
import type { MemoryServer } from './memoryServer.ts'
import type { Holder } from './ledger.ts'
import type { Weather } from './weather.ts'

import { isKitAlive, isRowAlive } from '#shared/cells/cells.ts'
import { shownToAll } from './memoryPull.ts'
import { check } from './invariants.ts'

/** I23: a followed kit shows no row that is gone. */
export function checkFollowed(
  { store }: Holder,
  principal: string,
  { server, weather }: { server: MemoryServer; weather: Weather },
): void {
  const { rows, meta } = store.tables
  const followed = new Set(Object.keys((meta.get(`cursors:${principal}`) ?? {}) as object))
  for (const { p: owner, kind, id, kit, mine, cells } of rows.values()) {
    const isContent = kind === 'line' || kind === 'step'
    if (owner !== principal || mine || !isContent || !followed.has(`k:${kit}`)) continue
    const there = server.rows.get(`kit:${kit}`)?.row
    // A saved kit shows its version; a deleted, hidden or expired one nothing.
    if (!there || !isKitAlive(there.cells) || there.cells['hidden']?.[0] === true) continue
    if (server.published.has(kit) || weather.expired.has(kit) || !isRowAlive(cells)) continue
    const row = server.rows.get(`${kind}:${id}`)?.row
    const shown = row && shownToAll(server, row, principal)
    const isThere = shown !== undefined && shown !== null && isRowAlive(shown)
    check(isThere, 'I23', () => ['shown and not there', principal, kind, id, cells, shown ?? null])
  }
}
