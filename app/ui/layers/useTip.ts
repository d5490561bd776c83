import { useEffect, useRef, useState } from 'react'

/** Hover delay, and the time within which the next tooltip shows at once. */
const DELAY_MS = 700
const SKIP_MS = 300
/** Time to move from a control to its tooltip (WCAG 2.2, 1.4.13 Content on Hover or Focus). */
const LEAVE_MS = 150

/** Marks the tooltip itself: the pointer may move onto it. */
export const TIP_MARK = 'data-tip-words'

const tipOf = (target: EventTarget | null): HTMLElement | null =>
  target instanceof Element ? target.closest<HTMLElement>('[data-tip]') : null

/**
 * Control whose tooltip shows: hovered by a mouse, or focused by keyboard. Escape, a press, a
 * scroll and leaving hide it. Never on touch.
 * @returns `keep`: the pointer is on the tooltip
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
