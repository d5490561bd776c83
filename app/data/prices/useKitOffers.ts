import { useCallback, useEffect, useState } from 'react'

import type { Line } from '#shared/kinds/kit.ts'
import type { PartRow } from '../device/db.ts'
import type { PriceKnown } from './priceState.ts'

import { useLiveQuery } from '../device/useLiveQuery.ts'
import { useSync } from '../device/syncState.ts'
import { askKitOffers, matchLines } from './kitOffers.ts'

export interface KitOffers {
  /** Part each line means, by line id; undefined until read. */
  parts: ReadonlyMap<string, PartRow> | undefined
  /** Input for `priceState`. */
  known: Pick<PriceKnown, 'asking' | 'isOffline'>
  askAgain: () => void
}

/** Typing pause before prices are prefetched. */
const AFTER_MS = 1_500

/**
 * Offers of a kit: cached ones at once, then the server's.
 * @param options.isSoon waits for the screen and a typing pause, and fetches only stale answers
 */
export function useKitOffers(
  lines: readonly Line[],
  { isSoon = false }: { isSoon?: boolean } = {},
): KitOffers {
  // Key of the request: a price edit in the kit triggers none.
  const wanted = lines
    .map((line) => `${line.id} ${line.partNumber} ${line.manufacturer}`)
    .join('\n')
  const isOffline = useSync((sync) => !sync.isOnline)
  const [attempt, setAttempt] = useState(0)
  const [state, setState] = useState<{ key: string; asking: PriceKnown['asking'] } | null>(null)
  const parts = useLiveQuery(() => matchLines(lines), [wanted])
  const key = `${attempt} ${wanted}`
  const askAgain = useCallback(() => setAttempt((count) => count + 1), [])

  useEffect(() => {
    const stop = new AbortController()
    const { signal } = stop
    const end = (asking: PriceKnown['asking']) => !signal.aborted && setState({ key, asking })
    const ask = () => {
      end('asking')
      askKitOffers(lines, { isAgain: !isSoon }).then(
        () => end('answered'),
        () => end('failed'),
      )
    }
    addEventListener('online', askAgain, { signal })
    if (isSoon) whenQuiet(ask, signal)
    else ask()
    return () => stop.abort()
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- `key` says all that is asked of the lines
  }, [key, isSoon, askAgain])

  const notYet = isSoon ? 'notAsked' : 'asking'
  const asking = state?.key === key ? state.asking : notYet
  return { parts, known: { asking, isOffline }, askAgain }
}

/** Calls `act` once, after a pause in typing. */
function whenQuiet(act: () => void, signal: AbortSignal): void {
  let isOver = false
  let timer: ReturnType<typeof setTimeout> | undefined
  const wait = () => {
    clearTimeout(timer)
    if (isOver) return
    timer = setTimeout(() => {
      isOver = true
      act()
    }, AFTER_MS)
  }
  wait()
  addEventListener('keydown', wait, { capture: true, signal })
  signal.addEventListener('abort', () => clearTimeout(timer))
}
