/**
 * The way of errors to what keeps and sends them, which is loaded after the first paint: until then
 * they wait here. Part of the first load, so it does nothing else. See reports.ts.
 */
import type { Json } from '#shared/sync/cells.ts'
import type { Level } from '#shared/errorReport.ts'

export interface Caught {
  /** What was thrown, whatever it is; or words. */
  error: unknown
  /** `error` without it. */
  level?: Level
  /** Of React's error boundary. */
  componentStack?: string
  context?: Record<string, Json>
  /** When and on which page, filled in by `report`. */
  at: number
  url: string
}

const MAX_EARLY = 20

const early: Caught[] = []
let listener: ((caught: Caught) => void) | null = null

/** Has an error kept and sent. Never throws. */
export function report(caught: Omit<Caught, 'at' | 'url'>): void {
  const whole = { ...caught, at: Date.now(), url: globalThis.location?.href ?? '' }
  if (listener) listener(whole)
  else if (early.length < MAX_EARLY) early.push(whole)
}

/** Has a failed answer of the server reported: `{status}: {body}`, with who was asked for what. */
export function reportAnswer(method: string, path: string, status: number, text: string): void {
  const context = { endpoint: path, method, status }
  report({ error: `${status}: ${text}`, context })
}

/** From now on errors go to `take`, which must not throw; first those that waited. */
export function takeReports(take: (caught: Caught) => void): void {
  listener = take
  early.splice(0).forEach(take)
}

/** Call first of all: what nobody catches is reported, with its place. */
export function listenForErrors(): void {
  addEventListener('error', ({ error, message, filename: file, lineno, colno }) => {
    // A file that did not load is an event without words, and told by whoever wanted it.
    if (message) {
      report({ error: error ?? message, context: { file, line: lineno, column: colno } })
    }
  })
  addEventListener('unhandledrejection', ({ reason }) => {
    report({ error: reason, context: { isRejection: true } })
  })
}
