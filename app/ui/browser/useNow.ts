import { useEffect, useState } from 'react'

const MINUTE_MS = 60_000

/** Current time, milliseconds, at most a minute old: for texts such as "2 min ago". */
export function useNow(): number {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), MINUTE_MS)
    return () => clearInterval(timer)
  }, [])
  return now
}
