/** What was caught, as a report; or that it is none. */
import type { Level, ErrorReport } from '#shared/errorReport.ts'
import type { Caught } from '../device/reportError.ts'

import { TEST_ENDPOINT } from '#shared/errorReport.ts'

/** Of browsers themselves, or of what people have installed in theirs. */
const NOT_OURS =
  /^(?:ResizeObserver loop|Script error\.?$)|(?:chrome|moz|safari(?:-web)?)-extension:\/\//

/** Code that is fetched when it is needed, and did not come. */
const NO_CODE = /dynamically imported module|importing a module script|unable to preload/i

/** Refusals a person may cause: a wrong password, a name that is taken, a session that ended. */
const isRefusal = (status: unknown): boolean =>
  typeof status === 'number' && status >= 400 && status < 500 && status !== 404

/** @returns null for what says nothing about this app */
export function reportOf(caught: Caught, userId: string | null): ErrorReport | null {
  const { error, componentStack, context = {}, at, url } = caught
  const message = messageOf(error)
  const stack = error instanceof Error ? (error.stack ?? '') : ''
  const file = typeof context['file'] === 'string' ? context['file'] : ''
  if ([message, stack, file].some((text) => NOT_OURS.test(text))) return null
  if (error instanceof Error && error.name === 'AbortError') return null
  const isMissing = NO_CODE.test(message)
  if (isMissing && !navigator.onLine) return null
  const level: Level =
    caught.level ?? (isMissing || isRefusal(context['status']) ? 'warning' : 'error')
  const isTest =
    context['endpoint'] === TEST_ENDPOINT ||
    (error instanceof Error && 'isTest' in error && error.isTest === true)
  const whole = isTest ? { ...context, test: true } : context
  return {
    message,
    ...(stack && { stack }),
    ...(componentStack && { componentStack }),
    url,
    userAgent: navigator.userAgent,
    timestamp: new Date(at).toISOString(),
    level,
    ...(userId && { userId }),
    ...(Object.keys(whole).length > 0 && { context: whole }),
  }
}

function messageOf(error: unknown): string {
  if (error instanceof Error) return `${error.name}: ${error.message}`
  if (typeof error === 'string') return error
  try {
    return JSON.stringify(error) ?? String(error)
  } catch {
    return 'something that cannot be put in words'
  }
}
