/** Gets the prices of a kit that is looked at, so that they are there without signal too. */
import { useEffect } from 'react'

import type { Line } from '#shared/kinds/kit.ts'

const AFTER_MS = 1_500
const AGAIN_AFTER_MS = 30 * 60_000

const askedAt = new Map<string, number>()

/** Asks once the screen stands, and not again soon. Nobody waits for it, so failing is silent. */
export function useOffersSoon(kitId: string, lines: readonly Line[]): void {
  const numbers = lines.map(({ partNumber }) => partNumber).join('\n')
  useEffect(() => {
    const key = `${kitId}\n${numbers}`
    if (numbers.trim() === '' || !navigator.onLine) return
    if (Date.now() - (askedAt.get(key) ?? 0) < AGAIN_AFTER_MS) return
    const timer = setTimeout(() => {
      askedAt.set(key, Date.now())
      void import('./kitOffers.ts')
        .then(({ askKitOffers }) => askKitOffers(lines))
        .catch(() => askedAt.delete(key))
    }, AFTER_MS)
    return () => clearTimeout(timer)
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- `numbers` says all that is asked of the lines
  }, [kitId, numbers])
}
