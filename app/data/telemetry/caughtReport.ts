/** Turns a caught error into a report, or drops it. */
import type { Json } from '#shared/cells/cells.ts'
import type { Caught } from '../device/reportError.ts'

import { RESTING } from '#shared/admin/announced.ts'
import { type ErrorReport, type Level, TEST_ENDPOINT } from '#shared/admin/errorReport.ts'

/** From the browser itself or an extension. */
const NOT_OURS =
  /^(?:ResizeObserver loop|Script error\.?$)|(?:chrome|moz|safari(?:-web)?)-extension:\/\//

const NO_CODE = /dynamically imported module|importing a module script|unable to preload/i

/** Any other refusal may be a bug of ours. */
const isRefusal = (status: unknown): boolean =>
  typeof status === 'number' && status >= 400 && status < 500 && status !== 404

/**
 * Expected refusals: a wrong password, an ended session, missing rights, a taken name, a rate
 * limit, an invalid form field, or a resting server.
 */
function isExpected({ endpoint, status }: Record<string, Json>, message: string): boolean {
  if (status === 422) return endpoint !== '/api/sync'
  if (status === 503) return message.includes(`"code":"${RESTING}"`)
  return [401, 403, 409, 429].some((expected) => expected === status)
}

/** @returns null when the error says nothing about this app */
export function reportOf(caught: Caught, userId: string | null): ErrorReport | null {
  const { error, componentStack, context = {}, at, url } = caught
  const message = messageOf(error)
  const stack = error instanceof Error ? (error.stack ?? '') : ''
  const file = typeof context['file'] === 'string' ? context['file'] : ''
  if ([message, stack, file].some((text) => NOT_OURS.test(text))) return null
  if (error instanceof Error && error.name === 'AbortError') return null
  if (isExpected(context, message)) return null
  const isMissing = NO_CODE.test(message)
  if (isMissing && !navigator.onLine) return null
  const level: Level =
    caught.level ?? (isMissing || isRefusal(context['status']) ? 'warning' : 'error')
  const isTest =
    context['endpoint'] === TEST_ENDPOINT ||
    (error instanceof Error && 'isTest' in error && error.isTest === true)
  // Build id of the page; workers have none.
  const build = globalThis.document?.documentElement.dataset['build']
  const whole = isTest ? { ...context, test: true } : context
  return {
    message,
    ...(stack && { stack }),
    ...(componentStack && { componentStack }),
    url,
    userAgent: navigator.userAgent,
    timestamp: new Date(at).toISOString(),
    level,
    ...(build && { build }),
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
