/** Availability of a username, checked while typing. */
import { useCallback, useEffect, useRef, useState } from 'react'

import { MIN_USERNAME } from '#shared/account.ts'
import { callApi } from '../../data/api/api.ts'
import { isUnanswered } from '../../forms/failureWords.ts'
import { fieldOf } from '#shared/cells/cells.ts'

const ASK_AFTER_MS = 500

export type Availability =
  | { state: 'unasked' | 'asking' | 'free' | 'noSignal' | 'unknown' }
  | { state: 'taken'; reason: string }

/**
 * Asks 500 ms after the last letter, from 3 letters on. An answer counts only for the name in the
 * field when it arrives.
 * @returns the result, and `ask` to check at once
 */
export function useAvailability(name: string) {
  const [known, setKnown] = useState<{ name: string; is: Availability } | null>(null)
  const latest = useRef(0)

  const ask = useCallback(async (asked: string): Promise<Availability> => {
    const turn = ++latest.current
    setKnown({ name: asked, is: { state: 'asking' } })
    const is = await readAvailability(asked)
    if (turn === latest.current) setKnown({ name: asked, is })
    return is
  }, [])

  useEffect(() => {
    // Invalidates the pending answer, which is for another name.
    latest.current++
    if (name.length < MIN_USERNAME) return
    const timer = setTimeout(() => void ask(name), ASK_AFTER_MS)
    return () => clearTimeout(timer)
  }, [name, ask])

  const is: Availability = known?.name === name ? known.is : { state: 'unasked' }
  const isWaiting = is.state === 'noSignal'
  useEffect(() => {
    if (!isWaiting) return
    const again = () => void ask(name)
    addEventListener('online', again)
    return () => removeEventListener('online', again)
  }, [isWaiting, name, ask])

  return { is, ask }
}

async function readAvailability(name: string): Promise<Availability> {
  try {
    const answer = await callApi('GET', `/api/auth/check-username/${encodeURIComponent(name)}`)
    if (fieldOf(answer, 'available') === true) return { state: 'free' }
    const reason = fieldOf(answer, 'reason')
    return { state: 'taken', reason: typeof reason === 'string' && reason ? reason : 'Taken' }
  } catch (error) {
    return { state: isUnanswered(error) ? 'noSignal' : 'unknown' }
  }
}
