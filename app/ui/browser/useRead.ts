import { useEffect, useState } from 'react'

/**
 * Async value for these arguments, null while loading. On a change late answers are dropped, and
 * the old value stays until the new one is here.
 */
export function useRead<Args extends readonly unknown[], Value>(
  read: (...args: Args) => Promise<Value>,
  ...args: Args
): Value | null {
  const [value, setValue] = useState<Value | null>(null)
  useEffect(() => {
    let isCurrent = true
    void read(...args).then((found) => isCurrent && setValue(found))
    return () => {
      isCurrent = false
    }
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- its arguments are all it depends on
  }, [read, ...args])
  return value
}
