const GAP_PX = 8
/** Less than that shows a row of chips and one suggestion: the field goes to the top for more. */
const LEAST_PX = 280
/** A row of chips and what is asked about one of them. */
const CHIPS_PX = 150
/** The last part above the field, which tells that it was taken, with the gap between. */
const PART_PX = 146

/**
 * Makes a panel below the field as high as there is room above what covers the page: the keyboard, or
 * the dock. On the phone the field goes to the top where that room is little, and leaves the part above
 * it in sight where it can.
 * @returns how to stop
 */
export function placePanel(panel: HTMLElement, field: HTMLElement, isDesk: boolean): () => void {
  const root = document.documentElement
  const viewport = window.visualViewport
  let hasMoved = false
  const roomBelow = () => {
    // While the keyboard is up there is no dock.
    const isKeyboard = root.hasAttribute('data-keyboard')
    const dock = isKeyboard ? 0 : Number.parseFloat(getComputedStyle(root).scrollPaddingBottom) || 0
    const height = viewport?.height ?? innerHeight
    return height - dock - panel.getBoundingClientRect().top - GAP_PX
  }
  const place = () => {
    if (!isDesk && !hasMoved && roomBelow() < LEAST_PX) {
      hasMoved = true
      field.scrollIntoView({ block: 'start' })
      scrollBy(0, -Math.max(0, Math.min(PART_PX, roomBelow() - CHIPS_PX)))
    }
    panel.style.maxHeight = `${Math.max(LEAST_PX / 2, roomBelow())}px`
  }
  place()
  viewport?.addEventListener('resize', place)
  return () => viewport?.removeEventListener('resize', place)
}
