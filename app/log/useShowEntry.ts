import { useEffect, useState } from 'react'

/** Limit for rendering what was stored, on a slow phone too; later nothing moves by itself. */
const WITHIN_MS = 2_000

/**
 * Scrolls to an entry and focuses it once rendered: the form above it is gone, and with it the
 * focus. A missing entry gives the focus to the heading.
 * @param entries rendered log
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
