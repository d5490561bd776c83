/** An account's log by vehicle, for due services in mail and calendar. */
import type { Knex } from 'knex'

import type { Cells } from '#shared/cells/cells.ts'

import { MAX_LOG_ENTRIES } from '#shared/kinds/logEntry.ts'
import { byUrgency, eachVehicleLog, entriesOf, type VehicleLog } from '#shared/kinds/maintenance.ts'
import { userPrincipal } from '../accounts/principal.ts'
import { amongFew, roomInTurn } from '../http/turns.ts'
import { inLanguage } from '../words/language.ts'

/**
 * Spread over turns, because a log may be full.
 * @param today "2026-11-22", in the owner's time zone
 */
export async function readVehicleLogs(
  db: Knex,
  userId: string,
  { today, language }: { today: string; language: string | null },
): Promise<VehicleLog[]> {
  const rows: { id: string; cells: Cells }[] = await amongFew(() =>
    db('log_entries')
      .where({ owner: userPrincipal(userId) })
      .limit(MAX_LOG_ENTRIES)
      // Notes are most of a log's bytes, and irrelevant here.
      .select('id', db.raw(`cells - 'notes' as cells`)),
  )
  await roomInTurn()
  const entries = entriesOf(rows)
  await roomInTurn()
  return inLanguage(language, async () => {
    const logs: VehicleLog[] = []
    for (const log of eachVehicleLog(entries, today)) {
      logs.push(log)
      await roomInTurn()
    }
    return logs.sort(byUrgency)
  })
}
