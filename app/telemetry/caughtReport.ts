/** What was caught, as a report; or that it is none. */
import type { Json } from '#shared/sync/cells.ts'
import type { Level, ErrorReport } from '#shared/errorReport.ts'
import type { Caught } from '../device/reportError.ts'

import { RESTING } from '#shared/word.ts'
import { TEST_ENDPOINT } from '#shared/errorReport.ts'

/** Of browsers themselves, or of what people have installed in theirs. */
const NOT_OURS =
  /^(?:ResizeObserver loop|Script error\.?$)|(?:chrome|moz|safari(?:-web)?)-extension:\/\//

/** Code that is fetched when it is needed, and did not come. */
const NO_CODE = /dynamically imported module|importing a module script|unable to preload/i

/** What else the server refuses may be our doing. */
const isRefusal = (status: unknown): boolean =>
  typeof status === 'number' && status >= 400 && status < 500 && status !== 404

/**
 * Refusals that are as they should be: a wrong password or an ended session, no right, a name that
 * is taken, too much at once, a field of a form; and a server that rests.
 */
function isExpected({ endpoint, status }: Record<string, Json>, message: string): boolean {
  if (status === 422) return endpoint !== '/api/sync'
  if (status === 503) return message.includes(`"code":"${RESTING}"`)
  return [401, 403, 409, 429].some((expected) => expected === status)
}

/** @returns null for what says nothing about this app */
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
  // What this page was built of; a worker has none.
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
