/** Dragging rows: by mouse on their number, on the phone by holding a card's head. */

/** A hold lifts a card; an earlier move scrolls the page. */
const HOLD_MS = 400
const SLACK_PX = 6
/** Distance from the edge at which the page scrolls along; the next one is its speed. */
const EDGE_PX = 90
const SCROLL_PX = 12
/** The store shows the new order well before that. */
const SETTLED_MS = 1_000
/** A finger's click may follow this late after its lift. */
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
 * @param onDrop gets the row's key and its new index
 * @returns unsubscribe
 */
export function dragRows(list: HTMLElement, onDrop: (key: string, at: number) => void): () => void {
  const stop = new AbortController()
  const { signal } = stop
  let drag: Drag | null = null
  let pressed: { row: HTMLElement; y: number } | null = null
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
    pressed = { row, y: event.clientY }
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
    const { row, from, to, startY, y } = drag
    const done = drag
    // A slow press that moved nothing, as through a glove, is a tap.
    isEnding = Math.abs(y + scrollY - startY) >= SLACK_PX
    setTimeout(() => (isEnding = false), CLICK_MS)
    drag = null
    cancelAnimationFrame(frame)
    const key = row.dataset['line']
    if (from === to || !key) return putDown(done)
    onDrop(key, to)
    // Dragged positions stay until the rows render in their new order.
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

  /** Swallows the click that ends a drag. It comes right behind, or not at all. */
  function handleClick(event: MouseEvent) {
    if (!isEnding) return
    event.preventDefault()
    event.stopPropagation()
  }

  list.addEventListener('pointerdown', handleDown, { signal })
  addEventListener('pointermove', handleMove, { signal })
  addEventListener('pointerup', handleUp, { signal })
  // The browser has claimed the finger for scrolling.
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
