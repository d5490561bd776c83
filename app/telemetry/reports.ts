/**
 * What went wrong here, on its way to the people who can mend it: gathered for a second, kept on
 * the device, sent when there is signal. Nothing that fails on this way is reported itself.
 */
import type { ErrorReport } from '#shared/errorReport.ts'
import type { Caught } from '../device/reportError.ts'

import { cleanReport, MAX_REPORT_COUNT } from '#shared/errorReport.ts'
import { newId } from '#shared/ids.ts'
import { reportOf } from './caughtReport.ts'
import { signedIn } from '../device/device.ts'
import { takeReports } from '../device/reportError.ts'
import { keepReports } from './reportRing.ts'
import { sendLeaving, sendReports, sendUnkept } from './sendReports.ts'

const GATHER_MS = 1_000
/** Faults of one second: more than that is one trouble with many faces. */
const MAX_GATHERED = 20
/** In localStorage: reports of pages that have gone. */
const LEFT_KEY = 'reportsLeft'

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
  addEventListener('online', () => void store())
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') leave()
  })
  addEventListener('pagehide', leave)
  void store()
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
      // A device that is full is worth a report, which it has no room for.
      await sendUnkept(reports)
    }
    forgetLeft(left)
  }
  if (navigator.onLine) await sendReports()
}

/** No transaction ends with a page that goes: what it caught last is sent at once, and left in localStorage. */
function leave(): void {
  const reports = takeGathered().map((report) => ({ ...report, id: newId() }))
  if (reports.length === 0) return
  writeLeft([...readLeft(), ...reports])
  if (navigator.onLine) void sendLeaving(reports).then(forgetLeft)
}

/** By pages before, or by this one when it was hidden. */
function readLeft(): ErrorReport[] {
  try {
    return (JSON.parse(localStorage.getItem(LEFT_KEY) ?? '[]') as ErrorReport[]).map(cleanReport)
  } catch {
    // A worker has no localStorage.
    return []
  }
}

function writeLeft(reports: readonly ErrorReport[]): void {
  try {
    if (reports.length === 0) localStorage.removeItem(LEFT_KEY)
    else localStorage.setItem(LEFT_KEY, JSON.stringify(reports.slice(-MAX_GATHERED)))
  } catch {
    // Nothing can be left where nothing can be stored.
  }
}

function forgetLeft(known: readonly ErrorReport[]): void {
  const ids = new Set(known.map(({ id }) => id))
  if (ids.size > 0) writeLeft(readLeft().filter(({ id }) => !ids.has(id)))
}
