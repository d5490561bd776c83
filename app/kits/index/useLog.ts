import { useLiveQuery } from 'dexie-react-hooks'

import type { Cells } from '#shared/sync/cells.ts'
import type { Car, Due, LogEntry } from '#shared/kinds/maintenance.ts'

import { mergeCells } from '#shared/sync/cells.ts'
import {
  dayOf,
  entriesOf,
  entriesOfVehicle,
  isUrgent,
  logByVehicle,
} from '#shared/kinds/maintenance.ts'
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

/**
 * What is overdue or due soon, the most urgent vehicle first.
 * @param now milliseconds
 * @param car the one it is asked of, without it all
 */
export function useDueJobs(now: number, car?: Car): Due[] {
  const entries = useLog() ?? []
  const logs = logByVehicle(car ? entriesOfVehicle(entries, car) : entries, dayOf(now))
  return logs.flatMap((log) => log.due.filter(isUrgent))
}
