import { useEffect, useRef, useState } from 'react'

import type { Basket, BasketProblem } from '#shared/catalogue/baskets/basketProblem.ts'

import { findBasket } from './findBasket.ts'

export type BasketState =
  | { status: 'searching'; cancel: () => void }
  | { status: 'found'; basket: Basket }
  /** No basket meets all constraints. */
  | { status: 'none' }
  | { status: 'ended' | 'failed'; again: () => void }

type Result = { basket: Basket | null } | 'ended' | 'failed'

/** Cheapest basket of a problem, searched anew when the problem changes. */
export function useBasket(problem: BasketProblem): BasketState {
  // Problems are rebuilt on every render: compared by value.
  const key = JSON.stringify(problem)
  const [attempt, setAttempt] = useState(0)
  const [search, setSearch] = useState<{ run: string; result: Result } | null>(null)
  const control = useRef<AbortController | null>(null)
  const run = `${attempt} ${key}`

  useEffect(() => {
    const ending = new AbortController()
    control.current = ending
    let isCurrent = true
    const end = (result: Result) => isCurrent && setSearch({ run, result })
    findBasket(JSON.parse(key) as BasketProblem, ending.signal).then(
      (basket) => end({ basket }),
      () => end(ending.signal.aborted ? 'ended' : 'failed'),
    )
    return () => {
      isCurrent = false
      ending.abort()
    }
  }, [key, run])

  if (search?.run !== run) return { status: 'searching', cancel: () => control.current?.abort() }
  const { result } = search
  if (typeof result === 'string') {
    return { status: result, again: () => setAttempt((count) => count + 1) }
  }
  return result.basket ? { status: 'found', basket: result.basket } : { status: 'none' }
}
