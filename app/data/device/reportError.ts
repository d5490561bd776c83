/**
 * Buffers errors until reports.ts takes over after first paint. Part of the first load: minimal.
 */
import type { Json } from '#shared/cells/cells.ts'
import type { Level } from '#shared/admin/errorReport.ts'

export interface Caught {
  /** The thrown value, of any type; or a sentence. */
  error: unknown
  /** 'error' if absent. */
  level?: Level
  /** From React's error boundary. */
  componentStack?: string
  context?: Record<string, Json>
  /** Time and page, filled in by `report`. */
  at: number
  url: string
}

const MAX_EARLY = 20

const early: Caught[] = []
let listener: ((caught: Caught) => void) | null = null

/** Reports an error. Never throws. */
export function report(caught: Omit<Caught, 'at' | 'url'>): void {
  const whole = { ...caught, at: Date.now(), url: globalThis.location?.href ?? '' }
  if (listener) listener(whole)
  else if (early.length < MAX_EARLY) early.push(whole)
}

/** Reports a failed server answer: `{status}: {body}`, with method and endpoint. */
export function reportAnswer(method: string, path: string, status: number, text: string): void {
  const context = { endpoint: path, method, status }
  report({ error: `${status}: ${text}`, context })
}

/** Routes errors to `take`, which must not throw; buffered ones first. */
export function takeReports(take: (caught: Caught) => void): void {
  listener = take
  early.splice(0).forEach(take)
}

/** Reports uncaught errors with their location. Call before anything else. */
export function listenForErrors(): void {
  addEventListener('error', ({ error, message, filename: file, lineno, colno }) => {
    // A file that failed to load fires an event without message; its importer reports it.
    if (message) {
      report({ error: error ?? message, context: { file, line: lineno, column: colno } })
    }
  })
  addEventListener('unhandledrejection', ({ reason }) => {
    report({ error: reason, context: { isRejection: true } })
  })
}
