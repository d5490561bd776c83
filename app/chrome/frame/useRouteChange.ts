import { useEffect, useLayoutEffect, useRef } from 'react'
import { useLocation, useNavigationType } from 'react-router-dom'
import { readStored } from '../../device/readStored.ts'

const KEY = 'scroll'
/** A screen that reads the device is as tall as before within this time, or will not be. */
const RESTORE_WITHIN_MS = 1_000

const positions: Map<string, number> = new Map(readPositions())

function readPositions(): [string, number][] {
  const stored = readStored(sessionStorage, KEY)
  return Array.isArray(stored) ? stored : []
}

/** Every page that is loaded begins with one entry of the same key: its path tells them apart. */
const entryOf = (key: string, pathname: string) => `${key} ${pathname}`

/** Whether this page was reloaded, or come back to: an address that is opened begins at the top. */
function isReturn(): boolean {
  const [entry] = performance.getEntriesByType('navigation')
  const type = entry && 'type' in entry ? entry.type : ''
  return type === 'reload' || type === 'back_forward'
}

/** On a new screen: focus to its heading, and the top, or where one was who comes back. */
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
    // Before anything scrolls: the position is the new screen's from here on.
    shownEntry.current = entry
    isFirst.current = false
    // The query of a screen is its own business, and so is what has the focus in it.
    if (isSamePath && !wasFirst) {
      positions.set(entry, scrollY)
      return
    }
    if (!wasFirst) {
      focusHeading()
      // What the server said of the first page, such as its canonical address, is not of this one.
      for (const tag of document.querySelectorAll('[data-of-page]')) tag.remove()
    }
    const top = positions.get(entry) ?? 0
    // Already there; asking again would lay the page out once more before the first paint.
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
