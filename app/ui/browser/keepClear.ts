/** Keeps a toast off focused fields and open questions. */

const FIELD = 'input:not([type=checkbox], [type=radio]), textarea, select, [contenteditable]'
/** Distance that counts as overlap. */
const NEAR_PX = 4

/**
 * Moves `box` between the bottom and below the header, by `data-high`, when it covers something in
 * use. It never moves back by itself. @returns cleanup
 */
export function keepClear(box: HTMLElement): () => void {
  const stop = new AbortController()
  let frame = 0
  const look = () => {
    const here = coveredBy(box)
    if (here === 0) return
    box.toggleAttribute('data-high')
    if (coveredBy(box) >= here) box.toggleAttribute('data-high')
  }
  const lookSoon = () => {
    cancelAnimationFrame(frame)
    frame = requestAnimationFrame(look)
  }
  box.removeAttribute('data-high')
  // Before the paint: the box is empty until it has a message.
  const size = new ResizeObserver(look)
  size.observe(box)
  const options = { signal: stop.signal, capture: true, passive: true }
  for (const type of ['focusin', 'input', 'scroll', 'resize'])
    addEventListener(type, lookSoon, options)
  window.visualViewport?.addEventListener('resize', lookSoon, options)
  return () => {
    stop.abort()
    size.disconnect()
    cancelAnimationFrame(frame)
  }
}

/** Area of things in use that `box` covers, square pixels. */
function coveredBy(box: HTMLElement): number {
  const focused = document.activeElement
  const inUse = [...document.querySelectorAll('[data-keep-clear]')]
  if (focused?.matches(FIELD)) inUse.push(focused)
  const over = box.getBoundingClientRect()
  return inUse.reduce((sum, element) => {
    const { left, right, top, bottom } = element.getBoundingClientRect()
    const width = Math.min(right, over.right) - Math.max(left, over.left)
    const height = Math.min(bottom, over.bottom) - Math.max(top, over.top) + NEAR_PX
    return sum + Math.max(0, width) * Math.max(0, height)
  }, 0)
}
