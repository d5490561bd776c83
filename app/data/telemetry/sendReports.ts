/** Sends queued reports from the page or the worker. A failure here never becomes a report. */
import { type ErrorReport, MAX_REPORTS } from '#shared/admin/errorReport.ts'
import { request } from '../api/request.ts'
import { isDevice } from '../device/clock.ts'
import { backoffMs } from '../device/delay.ts'
import { signedIn } from '../device/device.ts'
import { db, type ReportRow } from '../device/db.ts'
import {
  dueReports,
  nameReports,
  postponeReports,
  readDropped,
  settleReports,
} from './reportRing.ts'
import { sessionOf } from '../device/session.ts'

const TIMEOUT_MS = 15_000
/** Browsers allow 64 kB of keepalive bodies while a page closes. */
const MAX_BATCH_BYTES = 56 * 1024
const MAX_BATCHES = 10
/** Final refusals: a retry would be refused too. */
const REFUSED = [400, 413, 415, 422]

/** Sends due reports in few calls. Never throws. */
export async function sendReports(): Promise<void> {
  try {
    const locks: LockManager | undefined = navigator.locks
    if (!locks) return await sendDue()
    await locks.request('wrenchlist-reports', { ifAvailable: true }, async (lock) => {
      if (lock) await sendDue()
    })
  } catch {
    // They stay queued.
  }
}

/** Sends reports this device has no room for, once. Never throws. */
export async function sendUnkept(reports: readonly ErrorReport[]): Promise<void> {
  await post(reports.slice(0, MAX_REPORTS)).catch(() => undefined)
}

/**
 * Sends from a closing page: one keepalive call, started before this returns. Never throws.
 * @returns the reports the server has
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
    // A full device can still send.
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
      return postponeReports(batch, Math.max(answer.retryAfterMs, backoffMs(tries)))
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

/** @param leaving credentials, as far as a closing page knows them without waiting */
async function post(
  errors: readonly ErrorReport[],
  leaving?: Record<string, string>,
): Promise<{ isSettled: boolean; retryAfterMs: number }> {
  const { isOk, isOurs, status, retryAfterMs } = await request('/api/errors/frontend', {
    method: 'POST',
    keepalive: leaving !== undefined,
    headers: { 'Content-Type': 'application/json', ...(leaving ?? (await credentials())) },
    body: JSON.stringify({ errors }),
    timeoutMs: TIMEOUT_MS,
    isQuiet: true,
  })
  return { isSettled: isOurs && (isOk || REFUSED.includes(status)), retryAfterMs }
}

/** From IndexedDB: workers have no localStorage. Reports may be sent without credentials. */
async function credentials(): Promise<Record<string, string>> {
  const stored = await db.meta.bulkGet(['device', 'session']).catch(() => [])
  const [device, session] = stored.map((row) => row?.value)
  const { account } = sessionOf(session)
  return {
    ...(isDevice(device) && { 'X-Device-Key': device.secret }),
    ...(account && !account.isExpired && { Authorization: `Bearer ${account.token}` }),
  }
}
