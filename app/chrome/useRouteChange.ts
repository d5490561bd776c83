import { useEffect, useLayoutEffect, useRef } from 'react'
import { useLocation, useNavigationType } from 'react-router-dom'
import { readStored } from '../store/readStored.ts'

const KEY = 'scroll'
/** A screen that reads the device is as tall as before within this time, or will not be. */
const RESTORE_WITHIN_MS = 1_000

const positions: Map<string, number> = new Map(readPositions())

function readPositions(): [string, number][] {
  const stored = readStored(sessionStorage, KEY)
  return Array.isArray(stored) ? stored : []
}

/** On a new screen: focus to its heading, and the scroll position it had or the top. */
export function useRouteChange(): void {
  const { key, pathname } = useLocation()
  const navigation = useNavigationType()
  const shownPath = useRef(pathname)
  const isFirst = useRef(true)
  const currentKey = useRef(key)

  useEffect(() => {
    history.scrollRestoration = 'manual'
    const note = () => positions.set(currentKey.current, scrollY)
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
    // Before anything scrolls: the position is the new screen's from here on.
    currentKey.current = key
    isFirst.current = false
    // The query of a screen is its own business, and so is what has the focus in it.
    if (isSamePath && !wasFirst) {
      positions.set(key, scrollY)
      return
    }
    if (!wasFirst) {
      focusHeading()
      // What the server said of the first page, such as its canonical address, is not of this one.
      for (const tag of document.querySelectorAll('[data-of-page]')) tag.remove()
    }
    const top = positions.get(key) ?? 0
    // Already there; asking again would lay the page out once more before the first paint.
    if (wasFirst && top === 0) return
    if (navigation === 'POP') return restoreScroll(top)
    scrollTo(0, 0)
  }, [key, pathname, navigation])
}

function focusHeading(): void {
  const find = () => document.querySelector<HTMLElement>('main h1')
  const heading = find()
  if (heading) {
    heading.tabIndex = -1
    heading.focus({ preventScroll: true })
  }
  // What was loading brings a heading of its own, and the focus would fall to nobody.
  const watch = new MutationObserver(() => {
    if (heading?.isConnected || !find()) return
    watch.disconnect()
    if (document.activeElement === document.body) focusHeading()
  })
  watch.observe(document.body, { childList: true, subtree: true })
}

/** Scrolls as soon as the page is tall enough for it, unless the person scrolls first. */
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
