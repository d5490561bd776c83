/**
 * Virtual list with the page as its scroller: which rows are near the viewport, and their offsets.
 * Visible rows stay in place when rows above come, go or turn out taller than estimated.
 */
import type { RefObject } from 'react'

import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { flushSync } from 'react-dom'

/** Rows rendered beyond the viewport, for scrolling and the Tab key. */
const SPARE = 3
/** Granularity of the window: not every passing row renders. */
const STEP = 4

interface Options {
  /** Element with the full height; each row in it has its key as `data-row`. */
  listRef: RefObject<HTMLElement | null>
  /** Row keys, in order. */
  keys: readonly string[]
  /** Height of an unmeasured row, px. */
  estimate: number
  /**
   * Measured heights by key, kept by the caller so that Back restores the list; null for rows of
   * fixed height `estimate`.
   */
  heights: Map<string, number> | null
  /** Changes with the list, such as by another search: it starts at its top. */
  listKey: string
  /** Changes with anything else that affects row heights. */
  look: unknown
}

interface View {
  from: number
  to: number
  /** The focused row stays rendered, wherever the page scrolls. */
  focused: string | null
}

interface WindowRows {
  /** Rows to render. */
  indices: number[]
  /** Height of the list, px. */
  height: number
  /** Offset of a row from the top of the list, px. */
  topOf: (index: number) => number
}

export function useWindowRows(options: Options): WindowRows {
  const { listRef, keys, estimate, heights, listKey, look: drawn } = options
  const [view, setView] = useState<View>(() => viewOf(Math.ceil(innerHeight / estimate)))
  const [measured, setMeasured] = useState(0)
  const tops = useMemo(() => {
    // Increases with changes of `heights`.
    void measured
    return topsOf(keys, estimate, heights)
  }, [keys, estimate, heights, measured])
  const shown = useRef({ keys, tops, listKey, view })

  const look = useCallback(
    (isScrolling: boolean) => {
      if (!listRef.current) return
      const next = viewIn(listRef.current, shown.current.tops)
      const { view: now } = shown.current
      if (isSame(now, next)) return
      shown.current.view = next
      // A jump beyond all rendered rows: synchronously, to avoid an empty frame.
      const isJump = next.from >= now.to || next.to <= now.from
      if (isScrolling && isJump) flushSync(() => setView(next))
      else setView(next)
    },
    [listRef],
  )

  useLayoutEffect(() => {
    const before = shown.current
    shown.current = { ...before, keys, tops, listKey }
    if (listRef.current && before.tops !== tops) keepPlace(listRef.current, before, shown.current)
    look(false)
  }, [listRef, keys, tops, listKey, look])

  // Measures after each render, and moves rows before the paint.
  useLayoutEffect(() => {
    if (heights && listRef.current && measure(listRef.current, heights, estimate))
      setMeasured((count) => count + 1)
  }, [listRef, heights, estimate, view, tops, drawn])

  useEffect(() => {
    let width = innerWidth
    const handleScroll = () => look(true)
    const handleResize = () => {
      if (innerWidth !== width) {
        heights?.clear()
        setMeasured((count) => count + 1)
      }
      width = innerWidth
      look(false)
    }
    addEventListener('scroll', handleScroll, { passive: true })
    addEventListener('resize', handleResize)
    return () => {
      removeEventListener('scroll', handleScroll)
      removeEventListener('resize', handleResize)
    }
  }, [look, heights])

  return {
    indices: indicesOf(view, keys),
    height: tops[keys.length] ?? 0,
    topOf: (index) => tops[index] ?? 0,
  }
}

/** Rows `first` to `last`, with spare ones. */
function viewOf(last: number, first = 0, focused: string | null = null): View {
  const from = Math.max(0, first - SPARE)
  const to = last + 1 + SPARE
  return { from: from - (from % STEP), to: to + STEP - (to % STEP), focused }
}

function viewIn(list: HTMLElement, tops: Float64Array): View {
  const { top } = list.getBoundingClientRect()
  const focused = list.contains(document.activeElement)
    ? document.activeElement?.closest<HTMLElement>('[data-row]')
    : null
  return viewOf(indexAt(tops, innerHeight - top), indexAt(tops, -top), focused?.dataset['row'])
}

function isSame(a: View, b: View): boolean {
  return a.from === b.from && a.to === b.to && a.focused === b.focused
}

function indicesOf({ from, to, focused }: View, keys: readonly string[]): number[] {
  const end = Math.min(to, keys.length)
  const indices = Array.from({ length: Math.max(0, end - from) }, (_, at) => from + at)
  const at = focused === null ? -1 : keys.indexOf(focused)
  if (at >= 0 && at < from) return [at, ...indices]
  return at >= end ? [...indices, at] : indices
}

/** Offset of each row, and last the end of the list. */
function topsOf(
  keys: readonly string[],
  estimate: number,
  heights: ReadonlyMap<string, number> | null,
): Float64Array {
  const tops = new Float64Array(keys.length + 1)
  let top = 0
  for (const [index, key] of keys.entries()) {
    top += heights?.get(key) ?? estimate
    tops[index + 1] = top
  }
  return tops
}

/** Row at an offset, clamped to the list. */
function indexAt(tops: Float64Array, y: number): number {
  let low = 0
  let high = Math.max(0, tops.length - 2)
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if ((tops[middle] ?? 0) <= y) low = middle
    else high = middle - 1
  }
  return low
}

interface Shown {
  keys: readonly string[]
  tops: Float64Array
  listKey: string
}

/** Keeps the first visible row in place; another list starts at its top. */
function keepPlace(list: HTMLElement, before: Shown, now: Shown): void {
  const { top } = list.getBoundingClientRect()
  // At the top: new first rows should show.
  if (top >= 0 || before.keys.length === 0) return
  if (before.listKey !== now.listKey) return scrollTo(0, 0)
  const isSameRows = before.keys === now.keys
  const places = isSameRows ? null : new Map(now.keys.map((key, index) => [key, index]))
  for (let at = indexAt(before.tops, -top); at < before.keys.length; at++) {
    const place = isSameRows ? at : places?.get(before.keys[at] ?? '')
    if (place === undefined) continue
    const moved = (now.tops[place] ?? 0) - (before.tops[at] ?? 0)
    if (moved !== 0) scrollBy(0, moved)
    return
  }
}

/** @returns whether a row's height differs from the known one */
function measure(list: HTMLElement, heights: Map<string, number>, estimate: number): boolean {
  let hasChanged = false
  for (const row of list.querySelectorAll<HTMLElement>(':scope > [data-row]')) {
    const key = row.dataset['row'] ?? ''
    const { height } = row.getBoundingClientRect()
    if (height === 0 || Math.abs((heights.get(key) ?? estimate) - height) < 0.5) continue
    heights.set(key, height)
    hasChanged = true
  }
  return hasChanged
}
