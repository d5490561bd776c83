/** A viewport this much shorter than the page's, with a field in focus, has a keyboard below it. */
const LEAST_KEYBOARD_PX = 120

/**
 * Keeps `--keyboard` and `data-keyboard` on the root: how much of the page the keyboard covers; and
 * `--seen-top`: how much of it is pushed out of sight above.
 */
export function watchKeyboard(): void {
  const viewport = window.visualViewport
  if (!viewport) return
  const root = document.documentElement
  const update = () => {
    // A page that is zoomed in is not a page with a keyboard.
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
