import { useEffect, useLayoutEffect, useRef, useState } from 'react'

import { lastPressed } from '../../ui/browser/lastPressed.ts'
import styles from '../builder.module.css'

/** Long enough to be read twice; the kit's status keeps the message. */
const SHOWN_MS = 8_000
const GAP_PX = 6

/**
 * A note beside the focused field. It takes no room, so nothing moves, and lets presses through.
 * @param props.text null for none; a changed text is announced again
 */
export function NearNote({ text }: { text: string | null }) {
  const note = useRef<HTMLParagraphElement>(null)
  const [over, setOver] = useState<string | null>(null)
  const shown = text === over ? null : text

  useLayoutEffect(() => {
    if (shown !== null && note.current) placeBeside(note.current)
  }, [shown])
  useEffect(() => {
    if (text === null) return
    const timer = setTimeout(() => setOver(text), SHOWN_MS)
    return () => clearTimeout(timer)
  }, [text])

  return (
    <p ref={note} className={`small ${styles.near}`} role="status">
      {shown}
    </p>
  )
}

/** Below the field, or above it where the keyboard or the dock covers that. */
function placeBeside(note: HTMLElement): void {
  const page = note.offsetParent
  if (!page) return
  const screen = page.getBoundingClientRect()
  const gutter = Number.parseFloat(getComputedStyle(page).paddingLeft) || 0
  const at = lastPressed()?.getBoundingClientRect() ?? screen
  const { offsetHeight, offsetWidth } = note
  const root = document.documentElement
  // The keyboard hides the dock.
  const isTyping = root.hasAttribute('data-keyboard')
  const dock = isTyping ? 0 : Number.parseFloat(getComputedStyle(root).scrollPaddingBottom) || 0
  const below = at.bottom + GAP_PX
  const isCovered = below + offsetHeight > (visualViewport?.height ?? innerHeight) - dock
  const top = isCovered ? at.top - GAP_PX - offsetHeight : below
  const left = Math.min(at.left - screen.left, screen.width - offsetWidth - gutter)
  note.style.top = `${top - screen.top}px`
  note.style.left = `${Math.max(gutter, left)}px`
}
