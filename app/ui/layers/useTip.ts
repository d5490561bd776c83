import { useEffect, useRef, useState } from 'react'

/** How long a pointer rests before the words appear, and how long they are at once for the next. */
const DELAY_MS = 700
const SKIP_MS = 300
/** Long enough to get from a control to its words (WCAG 2.2, 1.4.13 Content on Hover or Focus). */
const LEAVE_MS = 150

/** Marks the words themselves: a pointer may go onto them. */
export const TIP_MARK = 'data-tip-words'

const tipOf = (target: EventTarget | null): HTMLElement | null =>
  target instanceof Element ? target.closest<HTMLElement>('[data-tip]') : null

/**
 * The control whose words are to be shown now: a mouse rests on it, or the keyboard's focus is on it.
 * Escape, a press, a scroll and leaving take them away. Fingers never see them.
 * @returns `keep` says that the pointer is on the words
 */
export function useTip(): { target: HTMLElement | null; keep: () => void } {
  const [target, setTarget] = useState<HTMLElement | null>(null)
  const keep = useRef(() => undefined as void)
  useEffect(() => {
    let shown: HTMLElement | null = null
    let waiting: HTMLElement | null = null
    let hiddenAt = -Infinity
    let timer: ReturnType<typeof setTimeout> | undefined
    const stop = new AbortController()

    function show(next: HTMLElement | null) {
      clearTimeout(timer)
      waiting = null
      if (shown && !next) hiddenAt = performance.now()
      shown = next
      setTarget(next)
    }
    function showSoon(next: HTMLElement) {
      if (next === waiting) return
      if (next === shown) return clearTimeout(timer)
      const isAtOnce = shown !== null || performance.now() - hiddenAt < SKIP_MS
      if (isAtOnce) return show(next)
      clearTimeout(timer)
      waiting = next
      timer = setTimeout(() => show(next.isConnected ? next : null), DELAY_MS)
    }
    function hideSoon() {
      clearTimeout(timer)
      waiting = null
      if (shown) timer = setTimeout(() => show(null), LEAVE_MS)
    }
    keep.current = () => clearTimeout(timer)

    const listen = <Name extends keyof DocumentEventMap>(
      name: Name,
      handle: (event: DocumentEventMap[Name]) => void,
    ) =>
      document.addEventListener(name, handle, {
        passive: true,
        capture: true,
        signal: stop.signal,
      })
    listen('pointerover', ({ pointerType, target: over }) => {
      if (pointerType === 'touch') return
      if (over instanceof Element && over.closest(`[${TIP_MARK}]`)) return clearTimeout(timer)
      const next = tipOf(over)
      if (next) showSoon(next)
      else if (!shown?.matches(':focus-visible')) hideSoon()
    })
    listen('focusin', ({ target: focused }) => {
      const next = tipOf(focused)
      if (next?.matches(':focus-visible')) showSoon(next)
      else if (shown || waiting) show(null)
    })
    listen('focusout', () => show(null))
    listen('pointerdown', () => show(null))
    listen('keydown', ({ key }) => {
      if (key === 'Escape' || key === 'Enter' || key === ' ') show(null)
    })
    listen('scroll', () => shown && show(null))
    return () => {
      stop.abort()
      clearTimeout(timer)
    }
  }, [])
  return { target: target?.isConnected ? target : null, keep: () => keep.current() }
}
