/**
 * Sends the reports that wait; the page and the service worker run the same. A failure here is
 * nobody's news: it never becomes a report.
 */
import type { ErrorReport } from '#shared/errorReport.ts'
import type { ReportRow } from '../device/db.ts'

import { MAX_REPORTS } from '#shared/errorReport.ts'
import { isDevice } from '../device/clock.ts'
import { signedIn } from '../device/device.ts'
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

/** Sends what is due, in few calls. Never throws. */
export async function sendReports(): Promise<void> {
  try {
    const locks: LockManager | undefined = navigator.locks
    if (!locks) return await sendDue()
    await locks.request('wrenchlist-reports', { ifAvailable: true }, async (lock) => {
      if (lock) await sendDue()
    })
  } catch {
    // They wait on this device.
  }
}

/** Reports this device has no room for: sent once, or lost. Never throws. */
export async function sendUnkept(reports: readonly ErrorReport[]): Promise<void> {
  await post(reports.slice(0, MAX_REPORTS)).catch(() => undefined)
}

/**
 * Of a page that may be gone in a moment: one call, on its way before this returns, which outlives
 * the page. Never throws. @returns those that the server has
 */
export async function sendLeaving(reports: readonly ErrorReport[]): Promise<ErrorReport[]> {
  let bytes = 0
  const batch = reports.filter(
    (one) => (bytes += 2 * JSON.stringify(one).length) <= MAX_BATCH_BYTES,
  )
  const token = signedIn()?.token
  const { isSettled } = await post(batch, token ? { Authorization: `Bearer ${token}` } : {})
  return isSettled ? batch : []
}

async function sendDue(): Promise<void> {
  for (let count = 0; count < MAX_BATCHES; count++) {
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

/** @param leaving whose they are, as far as a page that is going knows it without waiting */
async function post(
  errors: readonly ErrorReport[],
  leaving?: Record<string, string>,
): Promise<{ isSettled: boolean; retryAfterMs: number }> {
  try {
    const response = await fetch('/api/errors/frontend', {
      method: 'POST',
      credentials: 'include',
      cache: 'no-store',
      keepalive: leaving !== undefined,
      headers: { 'Content-Type': 'application/json', ...(leaving ?? (await credentials())) },
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
