import Dexie from 'dexie'
import { useLiveQuery } from 'dexie-react-hooks'

import type { Cells } from '#shared/cells.ts'
import type { LogEntry } from '#shared/maintenance.ts'

import { mergeCells } from '#shared/cells.ts'
import { entriesOf } from '#shared/maintenance.ts'
import { useAccount } from '../store/account.ts'
import { db } from '../store/db.ts'
import { principal } from '../store/device.ts'

/** The maintenance log of whoever is here, kept up to date; undefined until it is read. */
export function useLog(): LogEntry[] | undefined {
  const p = useAccount()?.id
  return useLiveQuery(readLog, [p])
}

/** What the server has under what waits for it. */
async function readLog(): Promise<LogEntry[]> {
  const range = [
    [principal(), 'log', Dexie.minKey],
    [principal(), 'log', Dexie.maxKey],
  ] as const
  const [rows, pending] = await Promise.all([
    db.rows
      .where('[p+kind+id]')
      .between(...range)
      .toArray(),
    db.pending
      .where('[p+kind+id]')
      .between(...range)
      .toArray(),
  ])
  const merged = new Map<string, Cells>()
  for (const { id, cells } of [...rows, ...pending]) {
    merged.set(id, mergeCells(merged.get(id) ?? {}, cells))
  }
  return entriesOf([...merged].map(([id, cells]) => ({ id, cells })))
}
