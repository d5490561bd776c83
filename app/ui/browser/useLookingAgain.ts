import { useEffect } from 'react'

const LOOK_AGAIN_MS = 30_000
const FIRST_MS = 2_000

/**
 * Retries every 30 seconds, and at once when back online.
 * @param options.hasFailed no data yet: starts with 2, 4, 8 and 16 s, as most failures are short
 */
export function useLookingAgain(
  lookAgain: (() => void) | undefined,
  { hasFailed = false } = {},
): void {
  useEffect(() => {
    if (!lookAgain) return
    let waitMs = hasFailed ? FIRST_MS : LOOK_AGAIN_MS
    let timer = setTimeout(look, waitMs)
    function look() {
      lookAgain?.()
      waitMs = Math.min(2 * waitMs, LOOK_AGAIN_MS)
      timer = setTimeout(look, waitMs)
    }
    addEventListener('online', lookAgain)
    return () => {
      clearTimeout(timer)
      removeEventListener('online', lookAgain)
    }
  }, [lookAgain, hasFailed])
}
