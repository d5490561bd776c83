import { useEffect, useState } from 'react'

/**
 * True once the code behind `preload` is here, which is fetched when `isWanted` first holds.
 * A failure is thrown in the component, so that its error boundary shows it.
 */
export function usePreloaded(preload: () => Promise<void>, isWanted: boolean): boolean {
  const [isReady, setReady] = useState(false)
  const [failure, setFailure] = useState<Error | null>(null)
  useEffect(() => {
    if (!isWanted || isReady) return
    preload().then(
      () => setReady(true),
      (error: unknown) => setFailure(error instanceof Error ? error : new Error(String(error))),
    )
  }, [preload, isWanted, isReady])
  if (failure) throw failure
  return isReady
}
