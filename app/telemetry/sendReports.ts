/**
 * Sends the reports that wait; the page and the service worker run the same. A failure here is
 * nobody's news: it never becomes a report.
 */
import type { ErrorReport } from '#shared/errorReport.ts'
import type { ReportRow } from '../device/db.ts'

import { MAX_REPORTS } from '#shared/errorReport.ts'
import { isDevice } from '../device/clock.ts'
import { db } from '../device/db.ts'
import {
  dueReports,
  nameReports,
  postponeReports,
  readDropped,
  settleReports,
} from './reportRing.ts'
import { sessionOf } from '../device/session.ts'

const TIMEOUT_MS = 15_000
const FIRST_BACKOFF_MS = 1_000
const MAX_BACKOFF_MS = 5 * 60_000
/** Browsers allow 64 kB of what may still be sent while a page closes. */
const MAX_BATCH_BYTES = 56 * 1024
const MAX_BATCHES = 10
/** Refused for good: the same would be refused again. */
const REFUSED = [400, 413, 415, 422]

/**
 * Sends what is due, in few calls. Never throws.
 * @param options.isLeaving the page may be gone in a moment: one call, which outlives it
 */
export async function sendReports({ isLeaving = false } = {}): Promise<void> {
  try {
    const locks: LockManager | undefined = navigator.locks
    if (!locks || isLeaving) return await sendDue(isLeaving ? 1 : MAX_BATCHES, isLeaving)
    await locks.request('wrenchlist-reports', { ifAvailable: true }, async (lock) => {
      if (lock) await sendDue(MAX_BATCHES, false)
    })
  } catch {
    // They wait on this device.
  }
}

/** Reports this device has no room for: sent once, or lost. Never throws. */
export async function sendUnkept(reports: readonly ErrorReport[]): Promise<void> {
  await post(reports.slice(0, MAX_REPORTS), false).catch(() => undefined)
}

async function sendDue(maxBatches: number, isLeaving: boolean): Promise<void> {
  for (let count = 0; count < maxBatches; count++) {
    const due = batchOf(await dueReports())
    // A device without room can still send.
    const batch = await nameReports(due).catch(() => due)
    if (batch.length === 0) return
    const dropped = await readDropped()
    const answer = await post(
      batch.map(
        ({ report, count: all, trying: { id, count: times } = { id: '', count: all } }, at) => ({
          ...report,
          ...(id && { id }),
          ...(times > 1 && { count: times }),
          ...(dropped > 0 && at === 0 && { context: { ...report.context, dropped } }),
        }),
      ),
      isLeaving,
    )
    if (!answer.isSettled) {
      const tries = Math.max(...batch.map((row) => row.tries))
      const backoff = Math.min(MAX_BACKOFF_MS, FIRST_BACKOFF_MS * 2 ** tries)
      return postponeReports(batch, Math.max(answer.retryAfterMs, backoff))
    }
    await settleReports(batch, dropped)
  }
}

function batchOf(due: readonly ReportRow[]): ReportRow[] {
  const batch: ReportRow[] = []
  let bytes = 0
  for (const row of due.slice(0, MAX_REPORTS)) {
    bytes += row.bytes
    if (batch.length > 0 && bytes > MAX_BATCH_BYTES) break
    batch.push(row)
  }
  return batch
}

async function post(
  errors: readonly ErrorReport[],
  isLeaving: boolean,
): Promise<{ isSettled: boolean; retryAfterMs: number }> {
  try {
    const response = await fetch('/api/errors/frontend', {
      method: 'POST',
      credentials: 'include',
      cache: 'no-store',
      keepalive: isLeaving,
      headers: { 'Content-Type': 'application/json', ...(await credentials()) },
      body: JSON.stringify({ errors }),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    const { status, headers } = response
    // A portal answers everything with a page of its own.
    const isOurs = headers.get('Content-Type')?.includes('application/json') === true
    return {
      isSettled: isOurs && (response.ok || REFUSED.includes(status)),
      retryAfterMs: 1_000 * (Number(headers.get('Retry-After')) || 0),
    }
  } catch {
    return { isSettled: false, retryAfterMs: 0 }
  }
}

/** As stored: a worker has no localStorage, and a report may be sent without either. */
async function credentials(): Promise<Record<string, string>> {
  const stored = await db.meta.bulkGet(['device', 'session']).catch(() => [])
  const [device, session] = stored.map((row) => row?.value)
  const { account } = sessionOf(session)
  return {
    ...(isDevice(device) && { 'X-Device-Key': device.secret }),
    ...(account && !account.isExpired && { Authorization: `Bearer ${account.token}` }),
  }
}
