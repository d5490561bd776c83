/** Something the server knows and a screen shows: the last answer stays while it asks again. */
import { useCallback, useEffect, useMemo, useState } from 'react'

import { useSync } from '../device/syncState.ts'

export interface ServerData<T> {
  data: T | undefined
  /** When the server said so, milliseconds; null while it has said nothing. */
  at: number | null
  /** What the last try failed with. */
  error: unknown
  isLoading: boolean
  reload: () => void
  /** Shows what an action has changed, until the next answer. */
  change: (data: T) => void
}

// For as long as the page is open: without a signal the screen shows what it last knew.
const known = new Map<string, { data: unknown; at: number }>()

/**
 * Asks at once, and again when the signal comes back.
 * @param key what is asked, and for whom: another account never sees this one's answer
 * @param read must be stable
 */
export function useServerData<T>(key: string, read: () => Promise<T>): ServerData<T> {
  const isOnline = useSync((sync) => sync.isOnline)
  const [attempt, setAttempt] = useState(0)
  const [result, setResult] = useState<{ of: object; error: unknown } | null>(null)
  const asked = useMemo(() => ({ key, read, attempt, isOnline }), [key, read, attempt, isOnline])

  useEffect(() => {
    let isWanted = true
    const end = (error: unknown) => isWanted && setResult({ of: asked, error })
    asked.read().then((data) => {
      if (isWanted) known.set(asked.key, { data, at: Date.now() })
      end(null)
    }, end)
    return () => {
      isWanted = false
    }
  }, [asked])

  const change = useCallback(
    (data: T) => {
      known.set(key, { data, at: Date.now() })
      // Asked anew: an answer that is still on its way may be from before the action.
      setAttempt((count) => count + 1)
    },
    [key],
  )
  const isLoading = result?.of !== asked
  const last = known.get(key)
  return {
    data: last?.data as T | undefined,
    at: last?.at ?? null,
    error: isLoading ? null : result.error,
    isLoading,
    reload: useCallback(() => setAttempt((count) => count + 1), []),
    change,
  }
}
