/**
 * What went wrong here, on its way to the people who can mend it: gathered for a second, kept on
 * the device, sent when there is signal. Nothing that fails on this way is reported itself.
 */
import type { ErrorReport } from '#shared/errorReport.ts'
import type { Caught } from '../device/reportError.ts'

import { cleanReport, MAX_REPORT_COUNT } from '#shared/errorReport.ts'
import { reportOf } from './caughtReport.ts'
import { signedIn } from '../device/device.ts'
import { takeReports } from '../device/reportError.ts'
import { keepReports } from './reportRing.ts'
import { sendReports, sendUnkept } from './sendReports.ts'

const GATHER_MS = 1_000
/** Faults of one second: more than that is one trouble with many faces. */
const MAX_GATHERED = 20

// By what was caught, word for word: an error in a loop costs a look-up each time.
let gathered = new Map<string, { report: ErrorReport; count: number }>()
let dropped = 0
let timer: ReturnType<typeof setTimeout> | undefined

/** Takes over what is caught. Call once, in a page or in a worker. */
export function gatherReports(): void {
  takeReports(hear)
}

/** The same, and everything that waits is sent: now, when the signal is back, and on leaving. */
export function startReports(): void {
  gatherReports()
  addEventListener('online', () => void sendReports())
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') void store({ isLeaving: true })
  })
  addEventListener('pagehide', () => void store({ isLeaving: true }))
  void sendReports()
}

/** Resolves when what was caught so far is kept, and sent if that was possible. For tests. */
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
    // What cannot even be read is let go.
    dropped++
  }
}

async function store(options: { isLeaving?: boolean } = {}): Promise<void> {
  clearTimeout(timer)
  timer = undefined
  const reports = Array.from(gathered.values(), ({ report, count }) => ({ ...report, count }))
  const lost = dropped
  gathered = new Map()
  dropped = 0
  const hasNews = reports.length > 0 || lost > 0
  // What was kept before waits for the next start as well.
  if (options.isLeaving && !hasNews) return
  if (hasNews) {
    try {
      await keepReports(reports, lost)
    } catch {
      // A device that is full is worth a report, which it has no room for.
      return sendUnkept(reports)
    }
  }
  if (navigator.onLine) await sendReports(options)
}
