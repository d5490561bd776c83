import { useEffect, useState } from 'react'

/** True once `isOn` has held for `delayMs`: shorter states are not worth showing. */
export function useDelayed(isOn: boolean, delayMs: number): boolean {
  const [isDue, setDue] = useState(false)
  useEffect(() => {
    if (!isOn) return
    const timer = setTimeout(() => setDue(true), delayMs)
    return () => {
      clearTimeout(timer)
      setDue(false)
    }
  }, [isOn, delayMs])
  return isOn && isDue
}
