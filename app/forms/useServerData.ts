/** Server data of a screen: the last answer stays while it is refreshed. */
import { useCallback, useEffect, useMemo, useState } from 'react'

import { useAccount } from '../data/device/account.ts'
import { useSync } from '../data/device/syncState.ts'

export interface ServerData<T> {
  data: T | undefined
  /** Time of the answer, milliseconds; null before the first. */
  at: number | null
  /** Error of the last try. */
  error: unknown
  isLoading: boolean
  reload: () => void
  /** Shows an action's change until the next answer. */
  change: (data: T) => void
}

// Cache for the life of the page: offline a screen shows its last data.
const known = new Map<string, { data: unknown; at: number }>()

/** Forgets all answers, for tests: each test is a page of its own. */
export const forgetAnswers = () => known.clear()

/**
 * Asks at once, and again when the signal comes back.
 * @param asked what is asked; another account never sees this one's answer
 * @param read must be stable
 */
export function useServerData<T>(asked: string, read: () => Promise<T>): ServerData<T> {
  const key = `${useAccount()?.id} ${asked}`
  const isOnline = useSync((sync) => sync.isOnline)
  const [attempt, setAttempt] = useState(0)
  const [result, setResult] = useState<{ of: object; error: unknown } | null>(null)
  const asking = useMemo(() => ({ key, read, attempt, isOnline }), [key, read, attempt, isOnline])

  useEffect(() => {
    let isWanted = true
    const end = (error: unknown) => isWanted && setResult({ of: asking, error })
    asking.read().then((data) => {
      if (isWanted) known.set(asking.key, { data, at: Date.now() })
      end(null)
    }, end)
    return () => {
      isWanted = false
    }
  }, [asking])

  const change = useCallback(
    (data: T) => {
      known.set(key, { data, at: Date.now() })
      // Reads again: a pending answer may predate the action.
      setAttempt((count) => count + 1)
    },
    [key],
  )
  const isLoading = result?.of !== asking
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
