import { useCallback, useEffect, useState } from 'react'

import type { Line } from '#shared/kinds/kit.ts'
import type { PartRow } from '../device/db.ts'
import type { PriceKnown } from './priceState.ts'

import { useLiveQuery } from '../device/useLiveQuery.ts'
import { useSync } from '../device/syncState.ts'
import { askKitOffers, matchLines } from './kitOffers.ts'

export interface KitOffers {
  /** What each line means, by its id; undefined while the device is read. */
  parts: ReadonlyMap<string, PartRow> | undefined
  /** The same as `priceState` takes it. */
  known: Pick<PriceKnown, 'asking' | 'isOffline'>
  askAgain: () => void
}

/** Nobody types for so long before prices are asked for that nobody waits for. */
const AFTER_MS = 1_500

/**
 * The offers of a kit: those of this device at once, then what the server says.
 * @param options.isSoon asks once the screen stands and no key was pressed for a while, and only for
 *   what was not asked for lately
 */
export function useKitOffers(
  lines: readonly Line[],
  { isSoon = false }: { isSoon?: boolean } = {},
): KitOffers {
  // What is asked for, so that a change of a price in the kit asks for nothing.
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

/** Calls `act` once, when no key was pressed for a while. */
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
