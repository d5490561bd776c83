/** Queued reports: one row per fault, the oldest are evicted. Never in a transaction with edits. */
import { type ErrorReport, groupKey, MAX_REPORT_COUNT } from '#shared/admin/errorReport.ts'
import { newId } from '#shared/ids.ts'
import { db, type ReportRow } from '../device/db.ts'

export const MAX_ROWS = 200
export const MAX_BYTES = 512 * 1024
/** Backoff for a recurring fault: one minute, then two, and so on up to an hour. */
const FIRST_HOLD_MS = 60_000
const MAX_HOLD_MS = 3_600_000
/** How long a reported fault is remembered. */
const REMEMBERED_MS = 24 * 3_600_000
/** `next` beyond this was written by a wrong device clock. */
const MAX_WAIT_MS = 25 * 3_600_000

/** Meta key: reports evicted before they were sent. */
const DROPPED = 'reportsDropped'

/** Stores reports; per fault the latest, and a count. One with an id may be sent already. */
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

/** @returns number of evicted reports */
async function makeRoom(now: number): Promise<number> {
  const rows = await db.reports.orderBy('at').toArray()
  let count = rows.length
  let bytes = rows.reduce((sum, row) => sum + row.bytes, 0)
  let lost = 0
  const isOver = (row: ReportRow) => row.count === 0 && Math.abs(now - row.at) > REMEMBERED_MS
  // Reports the server has already are evicted first.
  for (const row of [...rows].sort((a, b) => Number(a.count > 0) - Number(b.count > 0))) {
    if (!isOver(row) && count <= MAX_ROWS && bytes <= MAX_BYTES) continue
    await db.reports.delete(row.key)
    count--
    bytes -= row.bytes
    lost += row.count
  }
  return lost
}

/** Reports due now, oldest first. */
export async function dueReports(now = Date.now()): Promise<ReportRow[]> {
  const rows = await db.reports.orderBy('at').toArray()
  return rows.filter(({ count, next }) => count > 0 && (next <= now || next > now + MAX_WAIT_MS))
}

/** Reports evicted since the last send. */
export async function readDropped(): Promise<number> {
  return Number((await db.meta.get(DROPPED))?.value ?? 0)
}

/**
 * Names the next batch. An unanswered batch keeps its id and count, so the server counts it once;
 * later reports go with the next one.
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

/** Settles a batch the server has, or will never take: only reports added meanwhile remain. */
export async function settleReports(
  rows: readonly ReportRow[],
  dropped: number,
  now = Date.now(),
): Promise<void> {
  await db.transaction('rw', db.reports, db.meta, async () => {
    for (const { key, count, sent, trying } of rows) {
      const current = await db.reports.get(key)
      // Another tab may have sent the same batch, and got the answer.
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

/** Delays a batch. */
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
