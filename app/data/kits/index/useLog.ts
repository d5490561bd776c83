import type { Car, LogEntry } from '#shared/kinds/maintenance.ts'

import { dayOf, entriesOf, logByVehicle, logsOfCar } from '#shared/kinds/maintenance.ts'
import { type Due, isUrgent } from '#shared/kinds/dueJobs.ts'
import { useLiveQuery } from '../../device/useLiveQuery.ts'
import { useAccount } from '../../device/account.ts'
import { shownPrincipal } from '../../device/device.ts'
import { ofKind } from '../../device/ranges.ts'
import { mergedRows } from '../../device/store.ts'

/** The current principal's maintenance log, live; undefined until read. */
export function useLog(): LogEntry[] | undefined {
  const principal = useAccount()?.id
  return useLiveQuery(readLog, [principal])
}

/** Merges pending cells over confirmed ones. */
async function readLog(): Promise<LogEntry[]> {
  const rows = (await ofKind(shownPrincipal(), 'log')).flat()
  return entriesOf([...mergedRows(rows).values()])
}

interface DueJob extends Due {
  /** VIN of the car the job is due on, when `car` matches several logs; else ''. */
  vin: string
}

/**
 * Jobs overdue or due soon, most urgent vehicle first.
 * @param now milliseconds
 * @param car limits the result to one car
 */
export function useDueJobs(now: number, car?: Car): DueJob[] {
  const entries = useLog() ?? []
  const logs = car ? logsOfCar(entries, car, dayOf(now)) : logByVehicle(entries, dayOf(now))
  return logs.flatMap(({ due, vin }) =>
    due.filter(isUrgent).map((job) => ({ ...job, vin: car && logs.length > 1 ? vin : '' })),
  )
}
