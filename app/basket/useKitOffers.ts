import { useEffect, useState } from 'react'

import { useLiveQuery } from 'dexie-react-hooks'

import type { Line } from '#shared/kinds/kit.ts'
import type { PartRow } from '../device/db.ts'
import type { PriceKnown } from '../prices/priceState.ts'

import { useSync } from '../device/syncState.ts'
import { askKitOffers, matchLines } from '../prices/kitOffers.ts'

export interface KitOffers {
  /** What each line means, by its id; undefined while the device is read. */
  parts: ReadonlyMap<string, PartRow> | undefined
  asking: 'asking' | 'answered' | 'failed'
  /** The same as `priceState` takes it. */
  known: Pick<PriceKnown, 'asking' | 'isOffline'>
  askAgain: () => void
}

/** The offers of a kit: those of this device at once, then what the server says. */
export function useKitOffers(lines: readonly Line[]): KitOffers {
  // What is asked for, so that a change of a price in the kit asks for nothing.
  const wanted = lines
    .map((line) => `${line.id} ${line.partNumber} ${line.manufacturer}`)
    .join('\n')
  const isOffline = useSync((sync) => !sync.isOnline)
  const [attempt, setAttempt] = useState(0)
  const [done, setDone] = useState<{ key: string; isAnswered: boolean } | null>(null)
  const parts = useLiveQuery(() => matchLines(lines), [wanted])
  const key = `${attempt} ${wanted}`

  useEffect(() => {
    let isCurrent = true
    const end = (isAnswered: boolean) => isCurrent && setDone({ key, isAnswered })
    askKitOffers(lines).then(
      () => end(true),
      () => end(false),
    )
    const askAgain = () => setAttempt((count) => count + 1)
    addEventListener('online', askAgain)
    return () => {
      isCurrent = false
      removeEventListener('online', askAgain)
    }
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- `key` says all that is asked of the lines
  }, [key])

  const asking: KitOffers['asking'] =
    done?.key !== key ? 'asking' : done.isAnswered ? 'answered' : 'failed'
  const known = { asking, isOffline }
  return { parts, asking, known, askAgain: () => setAttempt((count) => count + 1) }
}
