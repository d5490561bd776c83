import type { Cells } from '#shared/sync/cells.ts'
import type { Car, LogEntry } from '#shared/kinds/maintenance.ts'
import type { Due } from '#shared/kinds/dueJobs.ts'

import { mergeCells } from '#shared/sync/cells.ts'
import { dayOf, entriesOf, logByVehicle, logsOfCar } from '#shared/kinds/maintenance.ts'
import { isUrgent } from '#shared/kinds/dueJobs.ts'
import { useLiveQuery } from '../../device/useLiveQuery.ts'
import { useAccount } from '../../device/account.ts'
import { readOwnRows } from './ownRows.ts'

/** The maintenance log of whoever is here, kept up to date; undefined until it is read. */
export function useLog(): LogEntry[] | undefined {
  const p = useAccount()?.id
  return useLiveQuery(readLog, [p])
}

/** What the server has under what waits for it. */
async function readLog(): Promise<LogEntry[]> {
  const { rows, pending } = await readOwnRows('log')
  const merged = new Map<string, Cells>()
  for (const { id, cells } of [...rows, ...pending]) {
    merged.set(id, mergeCells(merged.get(id) ?? {}, cells))
  }
  return entriesOf([...merged].map(([id, cells]) => ({ id, cells })))
}

interface DueJob extends Due {
  /** Of the car it is due on, where the one that is asked of may be several; else ''. */
  vin: string
}

/**
 * What is overdue or due soon, the most urgent vehicle first.
 * @param now milliseconds
 * @param car the one it is asked of, without it all
 */
export function useDueJobs(now: number, car?: Car): DueJob[] {
  const entries = useLog() ?? []
  const logs = car ? logsOfCar(entries, car, dayOf(now)) : logByVehicle(entries, dayOf(now))
  return logs.flatMap(({ due, vin }) =>
    due.filter(isUrgent).map((job) => ({ ...job, vin: car && logs.length > 1 ? vin : '' })),
  )
}
