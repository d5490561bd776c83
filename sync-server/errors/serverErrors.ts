/** Records the server's own errors, beside those of devices. */
import type { Logger } from 'pino'

import { cleanReport, type ErrorReport, MAX_REPORT_COUNT } from '#shared/admin/errorReport.ts'
import { type RecordEnv, recordReports } from './recordReports.ts'

const GATHER_MS = 1_000
/** Errors per second; more are one fault with many faces. */
const MAX_WAITING = 20
const ITSELF = { class: 'server', near: '', far: '' } as const

/** Where an error happened: the loggable path, and the request's name. */
export interface Place {
  method: string
  path: string
  requestId: string | undefined
}

/** @returns the recorder; it never throws, and writes at most once a second */
export function createServerErrors(
  env: RecordEnv & { log: Logger },
): (error: unknown, place: Place) => void {
  const waiting = new Map<string, ErrorReport>()

  async function store(): Promise<void> {
    const reports = [...waiting.values()]
    waiting.clear()
    // If the database is down, the log is all there is.
    await recordReports(env, reports, ITSELF).catch((error: unknown) =>
      env.log.warn({ err: error }, 'failures could not be recorded'),
    )
  }

  return (error, { method, path, requestId }) => {
    const message = error instanceof Error ? `${error.name}: ${error.message}` : String(error)
    const key = `${method} ${path} ${message}`
    const known = waiting.get(key)
    if (known) {
      known.count = Math.min((known.count ?? 1) + 1, MAX_REPORT_COUNT)
      known.context = { ...known.context, ...(requestId && { requestId }) }
      return
    }
    if (waiting.size >= MAX_WAITING) return
    if (waiting.size === 0) setTimeout(() => void store(), GATHER_MS).unref()
    waiting.set(
      key,
      cleanReport({
        message,
        stack: error instanceof Error ? (error.stack ?? '') : '',
        url: path,
        userAgent: 'Wrenchlist server',
        build: process.env['WRENCHLIST_COMMIT'] ?? '',
        timestamp: new Date(env.now()).toISOString(),
        level: 'error',
        context: { source: 'server', method, ...(requestId && { requestId }) },
      }),
    )
  }
}
