import type { RefObject } from 'react'

import { useEffect, useMemo, useRef, useState } from 'react'

import type { ListedKit } from '../kits/open/listedKit.ts'

/** From the finger's leaving to the click. */
const CLICK_WITHIN_MS = 350

/**
 * The rows as they are, but while a finger or the mouse button is down on the list as they were:
 * what comes meanwhile moves nothing from under it.
 * @param listKey another search is shown at once
 */
export function useHeld(
  list: RefObject<HTMLElement | null>,
  rows: readonly ListedKit[],
  listKey: string,
): { rows: readonly ListedKit[]; keys: readonly string[] } {
  const latest = useRef({ rows, listKey })
  const [held, setHeld] = useState<typeof latest.current | null>(null)
  useEffect(() => {
    latest.current = { rows, listKey }
  }, [rows, listKey])

  useEffect(() => {
    const element = list.current
    if (!element) return
    let timer: ReturnType<typeof setTimeout> | undefined
    const hold = () => {
      clearTimeout(timer)
      setHeld(latest.current)
    }
    const release = () => {
      clearTimeout(timer)
      timer = setTimeout(() => setHeld(null), CLICK_WITHIN_MS)
    }
    element.addEventListener('pointerdown', hold)
    addEventListener('pointerup', release)
    addEventListener('pointercancel', release)
    return () => {
      clearTimeout(timer)
      element.removeEventListener('pointerdown', hold)
      removeEventListener('pointerup', release)
      removeEventListener('pointercancel', release)
    }
  }, [list])

  const shown = held?.listKey === listKey ? held.rows : rows
  return useMemo(() => ({ rows: shown, keys: shown.map(({ id }) => id) }), [shown])
}
