/**
 * Lines that are dragged: with the mouse by their number, on the phone by holding the head of a
 * card. The same can be done with buttons and keys.
 */

/** So long a card is held before it lifts; a finger that moves before that scrolls the page. */
const HOLD_MS = 400
const SLACK_PX = 6
/** So near the edge of the window the page scrolls along, and so fast. */
const EDGE_PX = 90
const SCROLL_PX = 12
/** The rows stand in their new order well before that. */
const SETTLED_MS = 1_000
/** A finger's click may come this much after it was lifted. */
const CLICK_MS = 50

interface Drag {
  row: HTMLElement
  rows: { element: HTMLElement; top: number; height: number }[]
  from: number
  to: number
  startY: number
  y: number
}

/**
 * @param onDrop called with the key of the row and how many others stand before it then
 * @returns how to stop
 */
export function dragRows(list: HTMLElement, onDrop: (key: string, at: number) => void): () => void {
  const stop = new AbortController()
  const { signal } = stop
  let drag: Drag | null = null
  let pressed: { row: HTMLElement; y: number; id: number } | null = null
  let holding: ReturnType<typeof setTimeout> | undefined
  let frame = 0
  let isEnding = false

  function handleDown(event: PointerEvent) {
    const { target } = event
    if (!(target instanceof Element) || event.button !== 0 || drag) return
    const isMouse = event.pointerType === 'mouse'
    const handle = target.closest(isMouse ? '[data-grip]' : '[data-grip], [data-hold]')
    const row = handle?.closest<HTMLElement>('[data-line]:not([data-ghost])')
    if (!row) return
    pressed = { row, y: event.clientY, id: event.pointerId }
    if (!isMouse) {
      clearTimeout(holding)
      holding = setTimeout(() => {
        if (pressed) lift(pressed)
      }, HOLD_MS)
    }
  }

  function handleMove(event: PointerEvent) {
    if (drag) {
      drag.y = event.clientY
      place()
      return
    }
    if (!pressed || Math.abs(event.clientY - pressed.y) < SLACK_PX) return
    if (event.pointerType === 'mouse' && event.buttons === 1) lift(pressed, event.clientY)
    else forget()
  }

  function lift({ row, y }: { row: HTMLElement; y: number }, now = y) {
    const rows = [...list.querySelectorAll<HTMLElement>('[data-line]:not([data-ghost])')].map(
      (element) => {
        const { top, height } = element.getBoundingClientRect()
        return { element, top: top + scrollY, height }
      },
    )
    const from = rows.findIndex(({ element }) => element === row)
    if (from < 0) return forget()
    drag = { row, rows, from, to: from, startY: y + scrollY, y: now }
    list.dataset['dragging'] = ''
    row.dataset['lifted'] = ''
    navigator.vibrate?.(15)
    place()
    frame = requestAnimationFrame(scrollAlong)
  }

  /** The row follows the finger, and the others make room. */
  function place() {
    if (!drag) return
    const now = drag
    const { row, rows, from, startY, y } = now
    const moved = y + scrollY - startY
    const own = rows[from]
    if (!own) return
    const middle = own.top + own.height / 2 + moved
    now.to = rows.filter(
      ({ top, height }, at) => at !== from && top + height / 2 + (at > from ? -1 : 1) < middle,
    ).length
    row.style.translate = `0 ${moved}px`
    const gap = (rows[from + 1]?.top ?? own.top + own.height) - own.top
    const step = from + 1 < rows.length ? gap : own.top - (rows[from - 1]?.top ?? own.top)
    rows.forEach(({ element }, at) => {
      if (at === from) return
      const by = at > from && at <= now.to ? -step : at < from && at >= now.to ? step : 0
      const shift = by === 0 ? '' : `0 ${by}px`
      if (element.style.translate !== shift) element.style.translate = shift
    })
  }

  function scrollAlong() {
    if (!drag) return
    const fromBottom = innerHeight - drag.y
    if (drag.y < EDGE_PX) scrollBy(0, -SCROLL_PX)
    else if (fromBottom < EDGE_PX) scrollBy(0, SCROLL_PX)
    if (drag.y < EDGE_PX || fromBottom < EDGE_PX) place()
    frame = requestAnimationFrame(scrollAlong)
  }

  function handleUp() {
    if (!drag) return forget()
    const { row, from, to } = drag
    const done = drag
    isEnding = true
    setTimeout(() => (isEnding = false), CLICK_MS)
    drag = null
    cancelAnimationFrame(frame)
    const key = row.dataset['line']
    if (from === to || !key) return putDown(done)
    onDrop(key, to)
    // Until the rows stand in their new order they stay where they were dragged.
    const watch = new MutationObserver(finish)
    const timer = setTimeout(finish, SETTLED_MS)
    watch.observe(list, { childList: true, subtree: true })
    function finish() {
      watch.disconnect()
      clearTimeout(timer)
      putDown(done)
    }
  }

  function putDown({ row, rows }: Drag) {
    for (const { element } of rows) element.style.translate = ''
    delete row.dataset['lifted']
    delete list.dataset['dragging']
    forget()
  }

  function cancel() {
    if (drag) {
      const done = drag
      drag = null
      cancelAnimationFrame(frame)
      putDown(done)
    } else forget()
  }

  function forget() {
    clearTimeout(holding)
    pressed = null
  }

  function handleEscape({ key }: KeyboardEvent) {
    if (drag && key === 'Escape') cancel()
  }

  /** The click that ends a drag opens nothing. It comes right behind, or not at all. */
  function handleClick(event: MouseEvent) {
    if (!isEnding) return
    event.preventDefault()
    event.stopPropagation()
  }

  list.addEventListener('pointerdown', handleDown, { signal })
  addEventListener('pointermove', handleMove, { signal })
  addEventListener('pointerup', handleUp, { signal })
  // The browser has taken the finger for scrolling.
  addEventListener('pointercancel', cancel, { signal })
  document.addEventListener('keydown', handleEscape, { signal })
  list.addEventListener('click', handleClick, { capture: true, signal })
  list.addEventListener(
    'touchmove',
    (event) => {
      if (drag) event.preventDefault()
    },
    { passive: false, signal },
  )
  list.addEventListener(
    'contextmenu',
    (event) => {
      if (drag || pressed) event.preventDefault()
    },
    { signal },
  )
  return () => {
    cancel()
    stop.abort()
  }
}
