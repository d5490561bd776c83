import { useEffect, useState } from 'react'

/**
 * Keeps the screen on for as long as the component stands.
 * @returns whether it does; null until that is known. Browsers without it, plain http and a phone
 * that saves its battery say no.
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
        // The system takes it back: when the page is hidden, or the battery is low.
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
