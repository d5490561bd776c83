/** Least difference of viewport and page that means an on-screen keyboard. */
const LEAST_KEYBOARD_PX = 120

/**
 * Keeps `--keyboard` and `data-keyboard` on the root: how much of the page the keyboard covers; and
 * `--seen-top`: how much is scrolled out above.
 */
export function watchKeyboard(): void {
  const viewport = window.visualViewport
  if (!viewport) return
  const root = document.documentElement
  const update = () => {
    // Pinch zoom is no keyboard.
    const covered = innerHeight - viewport.height * viewport.scale
    const isUp = covered > LEAST_KEYBOARD_PX && isEditing()
    root.toggleAttribute('data-keyboard', isUp)
    root.style.setProperty(
      '--keyboard',
      isUp ? `${Math.round(covered - viewport.offsetTop)}px` : '0px',
    )
    root.style.setProperty('--seen-top', isUp ? `${Math.round(viewport.offsetTop)}px` : '0px')
  }
  viewport.addEventListener('resize', update)
  viewport.addEventListener('scroll', update)
}

function isEditing(): boolean {
  return document.activeElement?.matches('input, textarea, [contenteditable]') ?? false
}
