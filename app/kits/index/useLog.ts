import { useLiveQuery } from 'dexie-react-hooks'

import type { Cells } from '#shared/sync/cells.ts'
import type { Due, LogEntry } from '#shared/kinds/maintenance.ts'

import { mergeCells } from '#shared/sync/cells.ts'
import { dayOf, entriesOf, logByVehicle } from '#shared/kinds/maintenance.ts'
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

export interface DueJob extends Due {
  /** Of the vehicle. */
  title: string
}

/**
 * What is overdue or due soon, the most urgent vehicle first.
 * @param now milliseconds
 */
export function useDueJobs(now: number): DueJob[] {
  const logs = logByVehicle(useLog() ?? [], dayOf(now))
  return logs.flatMap(({ title, due }) =>
    due.filter(({ state }) => state !== 'later').map((one) => ({ ...one, title })),
  )
}
