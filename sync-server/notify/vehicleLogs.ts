/** The log of an account, vehicle by vehicle: what is due is told by mail and stands in a calendar. */
import type { Knex } from 'knex'

import type { VehicleLog } from '#shared/kinds/maintenance.ts'
import type { Cells } from '#shared/sync/cells.ts'

import { MAX_LOG_ENTRIES } from '#shared/kinds/logEntry.ts'
import { byUrgency, eachVehicleLog, entriesOf } from '#shared/kinds/maintenance.ts'
import { userPrincipal } from '../http/actor.ts'
import { amongFew, roomInTurn } from '../http/turns/turns.ts'
import { inLanguage } from '../words/language.ts'

/**
 * In turns of its own, because a log may be full.
 * @param today "2026-11-22", where its owner lives
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
      // Notes are most of a log, and say nothing of what is due.
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
