import { useEffect, useState } from 'react'

/** Until the screen shows what was stored, also on a slow phone; later nothing moves by itself. */
const WITHIN_MS = 2_000

/**
 * Brings an entry into view, with the focus, once the log shows it as it is now: the form that was
 * above it is gone, and with it what had the focus. Of one that is not there the heading has it.
 * @param entries what the log shows
 */
export function useShowEntry(entries: unknown): (id: string) => void {
  const [wanted, setWanted] = useState<{ id: string } | null>(null)
  useEffect(() => {
    if (!wanted) return
    const row = document.querySelector<HTMLElement>(`[data-entry="${CSS.escape(wanted.id)}"]`)
    const heading = document.querySelector<HTMLElement>('main h1')
    ;(row ?? heading)?.focus({ preventScroll: true })
    row?.scrollIntoView({ block: 'center' })
  }, [wanted, entries])
  useEffect(() => {
    if (!wanted) return
    const timer = setTimeout(() => setWanted(null), WITHIN_MS)
    return () => clearTimeout(timer)
  }, [wanted])
  return (id) => setWanted({ id })
}
