/**
 * Reports that wait on this device: one row a fault, the oldest give way. Never part of a
 * transaction over what people typed.
 */
import type { ErrorReport } from '#shared/errorReport.ts'
import type { ReportRow } from '../device/db.ts'

import { groupKey, MAX_REPORT_COUNT } from '#shared/errorReport.ts'
import { newId } from '#shared/ids.ts'
import { db } from '../device/db.ts'

export const MAX_ROWS = 200
export const MAX_BYTES = 512 * 1024
/** A fault that goes on is told of again after a minute, then after two, and so on up to an hour. */
const FIRST_HOLD_MS = 60_000
const MAX_HOLD_MS = 3_600_000
/** So long a fault is remembered after it was told of. */
const REMEMBERED_MS = 24 * 3_600_000
/** A time further off than any wait was written by a clock that was wrong. */
const MAX_WAIT_MS = 25 * 3_600_000

/** How many reports this device had to let go before they were sent. */
const DROPPED = 'reportsDropped'

/** Keeps reports; of one fault the latest, and how many there were. One with an id may be sent already. */
export async function keepReports(
  reports: readonly ErrorReport[],
  dropped: number,
  now = Date.now(),
): Promise<void> {
  await db.transaction('rw', db.reports, db.meta, async () => {
    for (const { id, count: times = 1, ...report } of reports) {
      const key = groupKey(report)
      const known = await db.reports.get(key)
      const count = Math.min((known?.count ?? 0) + times, MAX_REPORT_COUNT)
      const bytes = 2 * JSON.stringify(report).length
      const trying = id !== undefined && !known?.count && { trying: { id, count } }
      await db.reports.put({ ...NEW, ...known, key, report, count, bytes, at: now, ...trying })
    }
    const lost = dropped + (await makeRoom(now))
    if (lost > 0) await db.meta.put({ key: DROPPED, value: (await readDropped()) + lost })
  })
}

const NEW = { sent: 0, tries: 0, next: 0 }

/** @returns how many reports went with the rows */
async function makeRoom(now: number): Promise<number> {
  const rows = await db.reports.orderBy('at').toArray()
  let count = rows.length
  let bytes = rows.reduce((sum, row) => sum + row.bytes, 0)
  let lost = 0
  const isOver = (row: ReportRow) => row.count === 0 && Math.abs(now - row.at) > REMEMBERED_MS
  // What the server has already goes first.
  for (const row of [...rows].sort((a, b) => Number(a.count > 0) - Number(b.count > 0))) {
    if (!isOver(row) && count <= MAX_ROWS && bytes <= MAX_BYTES) continue
    await db.reports.delete(row.key)
    count--
    bytes -= row.bytes
    lost += row.count
  }
  return lost
}

/** What may be sent now, the oldest first. */
export async function dueReports(now = Date.now()): Promise<ReportRow[]> {
  const rows = await db.reports.orderBy('at').toArray()
  return rows.filter(({ count, next }) => count > 0 && (next <= now || next > now + MAX_WAIT_MS))
}

/** How many reports were let go since the last that was sent. */
export async function readDropped(): Promise<number> {
  return Number((await db.meta.get(DROPPED))?.value ?? 0)
}

/**
 * Names what is about to be sent. What was sent before, and never answered, keeps its name and its
 * number, so that the server counts it once; what came since goes the next time.
 */
export async function nameReports(rows: readonly ReportRow[]): Promise<ReportRow[]> {
  return db.transaction('rw', db.reports, async () => {
    const named: ReportRow[] = []
    for (const { key } of rows) {
      const current = await db.reports.get(key)
      // Another tab was faster.
      if (!current || current.count === 0) continue
      const trying = current.trying ?? { id: newId(), count: current.count }
      if (!current.trying) await db.reports.update(key, { trying })
      named.push({ ...current, trying })
    }
    return named
  })
}

/** The server has these, or will never take them: only what was added meanwhile still waits. */
export async function settleReports(
  rows: readonly ReportRow[],
  dropped: number,
  now = Date.now(),
): Promise<void> {
  await db.transaction('rw', db.reports, db.meta, async () => {
    for (const { key, count, sent, trying } of rows) {
      const current = await db.reports.get(key)
      // Another tab may have sent the same, and heard of it.
      if (!current || current.trying?.id !== trying?.id) continue
      const hold = Math.min(FIRST_HOLD_MS * 2 ** sent, MAX_HOLD_MS)
      const { trying: _settled, ...rest } = current
      const left = Math.max(0, current.count - (trying?.count ?? count))
      await db.reports.put({ ...rest, count: left, sent: sent + 1, tries: 0, next: now + hold })
    }
    if (dropped > 0) {
      await db.meta.put({ key: DROPPED, value: Math.max(0, (await readDropped()) - dropped) })
    }
  })
}

/** They wait on. */
export async function postponeReports(
  rows: readonly ReportRow[],
  waitMs: number,
  now = Date.now(),
): Promise<void> {
  await db.transaction('rw', db.reports, async () => {
    for (const { key, tries } of rows) {
      await db.reports.update(key, { tries: tries + 1, next: now + waitMs })
    }
  })
}
