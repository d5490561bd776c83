import { useEffect } from 'react'

const LOOK_AGAIN_MS = 30_000

/** Looks again every 30 seconds, and at once when the browser says that the network is back. */
export function useLookingAgain(lookAgain: (() => void) | undefined): void {
  useEffect(() => {
    if (!lookAgain) return
    const timer = setInterval(lookAgain, LOOK_AGAIN_MS)
    addEventListener('online', lookAgain)
    return () => {
      clearInterval(timer)
      removeEventListener('online', lookAgain)
    }
  }, [lookAgain])
}
