import { useEffect, useState } from 'react'

/**
 * What is read for these arguments, null until there is something. With others the answer to those
 * before is dropped, and what was shown stays until theirs is here.
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
