import { useEffect, useLayoutEffect, useRef } from 'react'
import { useLocation, useNavigationType } from 'react-router-dom'
import { readStored } from '../../data/device/readStored.ts'

const KEY = 'scroll'
/** A screen that reads the store reaches its height within this time, or not at all. */
const RESTORE_WITHIN_MS = 1_000

const positions: Map<string, number> = new Map(readPositions())

function readPositions(): [string, number][] {
  const stored = readStored(sessionStorage, KEY)
  return Array.isArray(stored) ? stored : []
}

/** The path is part of the key: every page load starts with the same history key. */
const entryOf = (key: string, pathname: string) => `${key} ${pathname}`

/** Whether the page was reloaded or restored: other loads start at the top. */
function isReturn(): boolean {
  const [entry] = performance.getEntriesByType('navigation')
  const type = entry && 'type' in entry ? entry.type : ''
  return type === 'reload' || type === 'back_forward'
}

/** On a new screen: focuses its heading, and scrolls to the top or restores the position. */
export function useRouteChange(): void {
  const { key, pathname } = useLocation()
  const navigation = useNavigationType()
  const shownPath = useRef(pathname)
  const isFirst = useRef(true)
  const entry = entryOf(key, pathname)
  const shownEntry = useRef(entry)

  useEffect(() => {
    history.scrollRestoration = 'manual'
    const note = () => positions.set(shownEntry.current, scrollY)
    addEventListener('scroll', note, { passive: true })
    const store = () => sessionStorage.setItem(KEY, JSON.stringify([...positions].slice(-50)))
    addEventListener('pagehide', store)
    return () => {
      removeEventListener('scroll', note)
      removeEventListener('pagehide', store)
    }
  }, [])

  useLayoutEffect(() => {
    const isSamePath = shownPath.current === pathname
    const wasFirst = isFirst.current
    shownPath.current = pathname
    // Before anything scrolls: from here on positions belong to the new screen.
    shownEntry.current = entry
    isFirst.current = false
    // Query changes are the screen's own, and so is its focus.
    if (isSamePath && !wasFirst) {
      positions.set(entry, scrollY)
      return
    }
    if (!wasFirst) {
      focusHeading()
      // Head tags of the server-rendered page, such as the canonical link, do not apply here.
      for (const tag of document.querySelectorAll('[data-of-page]')) tag.remove()
    }
    const top = positions.get(entry) ?? 0
    // Already at the top: another scroll would force a layout before the first paint.
    if (wasFirst && (top === 0 || !isReturn())) return
    if (navigation === 'POP') return restoreScroll(top)
    scrollTo(0, 0)
  }, [entry, pathname, navigation])
}

function focusHeading(): void {
  const find = () => document.querySelector<HTMLElement>('h1')
  const heading = find()
  if (heading) {
    heading.tabIndex = -1
    heading.focus({ preventScroll: true })
  }
  // Focuses the heading of a screen that was still loading.
  const watch = new MutationObserver(() => {
    if (heading?.isConnected || !find()) return
    watch.disconnect()
    if (document.activeElement === document.body) focusHeading()
  })
  watch.observe(document.body, { childList: true, subtree: true })
}

/** Restores the scroll once the page is tall enough, unless the user scrolls first. */
function restoreScroll(top: number): () => void {
  const until = performance.now() + RESTORE_WITHIN_MS
  let frame = 0
  const stop = () => {
    cancelAnimationFrame(frame)
    removeEventListener('wheel', stop)
    removeEventListener('touchstart', stop)
  }
  const step = () => {
    scrollTo(0, top)
    if (Math.abs(scrollY - top) > 1 && performance.now() < until)
      frame = requestAnimationFrame(step)
    else stop()
  }
  addEventListener('wheel', stop, { passive: true })
  addEventListener('touchstart', stop, { passive: true })
  step()
  return stop
}
