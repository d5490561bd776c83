/**
 * Error reports on their way to the operators: gathered for a second, stored on the device, sent
 * when there is signal. Failures on this path are not reported.
 */
import { cleanReport, type ErrorReport, MAX_REPORT_COUNT } from '#shared/admin/errorReport.ts'
import { newId } from '#shared/ids.ts'
import { keepStored } from '../device/readStored.ts'
import { reportOf } from './caughtReport.ts'
import { signedIn } from '../device/device.ts'
import { type Caught, takeReports } from '../device/reportError.ts'
import { keepReports } from './reportRing.ts'
import { sendLeaving, sendReports, sendUnkept } from './sendReports.ts'

const GATHER_MS = 1_000
/** Distinct faults per second: more are one problem with many faces. */
const MAX_GATHERED = 20
/** localStorage key for reports of closed pages. */
const LEFT_KEY = 'reportsLeft'

// Keyed by the caught text: an error in a loop costs a look-up each time.
let gathered = new Map<string, { report: ErrorReport; count: number }>()
let dropped = 0
let timer: ReturnType<typeof setTimeout> | undefined

/** Takes over error reports. Call once, in a page or in a worker. */
export function gatherReports(): void {
  takeReports(hear)
}

/** `gatherReports`, and sends queued reports: now, when signal is back, and on leaving. */
export function startReports(): void {
  gatherReports()
  addEventListener('online', () => void store())
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') leave()
  })
  addEventListener('pagehide', leave)
  void store()
}

/** Resolves when caught errors are stored, and sent if possible. For tests. */
export function reportsSettled(): Promise<void> {
  return store()
}

function hear(caught: Caught): void {
  try {
    const { error } = caught
    const place = error instanceof Error ? error.stack?.slice(0, 300) : ''
    const key = `${caught.level} ${String(error).slice(0, 300)} ${place}`
    const known = gathered.get(key)
    if (known) {
      known.count = Math.min(known.count + 1, MAX_REPORT_COUNT)
      return
    }
    if (gathered.size >= MAX_GATHERED) {
      dropped++
      return
    }
    const report = reportOf(caught, signedIn()?.user.id ?? null)
    if (!report) return
    gathered.set(key, { report: cleanReport(report), count: 1 })
    timer ??= setTimeout(() => void store(), GATHER_MS)
  } catch {
    // An unreadable error is dropped.
    dropped++
  }
}

function takeGathered(): ErrorReport[] {
  clearTimeout(timer)
  timer = undefined
  const reports = Array.from(gathered.values(), ({ report, count }) => ({ ...report, count }))
  gathered = new Map()
  return reports
}

async function store(): Promise<void> {
  const left = readLeft()
  const reports = [...left, ...takeGathered()]
  const lost = dropped
  dropped = 0
  if (reports.length > 0 || lost > 0) {
    try {
      await keepReports(reports, lost)
    } catch {
      // A full device is worth a report it has no room for.
      await sendUnkept(reports)
    }
    forgetLeft(left)
  }
  if (navigator.onLine) await sendReports()
}

/** No transaction of a dying page ends: sends its last reports, and leaves them in localStorage. */
function leave(): void {
  const reports = takeGathered().map((report) => ({ ...report, id: newId() }))
  if (reports.length === 0) return
  writeLeft([...readLeft(), ...reports])
  if (navigator.onLine) void sendLeaving(reports).then(forgetLeft)
}

/** Left by earlier pages, or by this one when it was hidden. */
function readLeft(): ErrorReport[] {
  try {
    return (JSON.parse(localStorage.getItem(LEFT_KEY) ?? '[]') as ErrorReport[]).map(cleanReport)
  } catch {
    // Workers have no localStorage.
    return []
  }
}

function writeLeft(reports: readonly ErrorReport[]): void {
  keepStored(localStorage, LEFT_KEY, reports.length === 0 ? null : reports.slice(-MAX_GATHERED))
}

function forgetLeft(known: readonly ErrorReport[]): void {
  const ids = new Set(known.map(({ id }) => id))
  if (ids.size > 0) writeLeft(readLeft().filter(({ id }) => !ids.has(id)))
}
