import { useEffect, useState } from 'react'

/**
 * Keeps the screen on while mounted.
 * @returns whether it works; null while unknown. False without browser support, on plain http, and
 * in battery saver.
 */
export function useWakeLock(): boolean | null {
  const [isOn, setOn] = useState<boolean | null>(null)
  useEffect(() => {
    let lock: WakeLockSentinel | null = null
    let isOver = false

    async function ask() {
      // Absent on plain http and in old browsers, whatever the types say.
      const wakeLock: WakeLock | undefined = navigator.wakeLock
      if (document.visibilityState !== 'visible' || (lock && !lock.released)) return
      try {
        const taken = await wakeLock?.request('screen')
        if (isOver) return void taken?.release()
        lock = taken ?? null
        // The system releases it when the page is hidden, or the battery is low.
        taken?.addEventListener('release', () => !isOver && setOn(false))
        setOn(taken !== undefined)
      } catch {
        if (!isOver) setOn(false)
      }
    }

    const handleVisible = () => void ask()
    document.addEventListener('visibilitychange', handleVisible)
    void ask()
    return () => {
      isOver = true
      document.removeEventListener('visibilitychange', handleVisible)
      void lock?.release()
    }
  }, [])
  return isOn
}
