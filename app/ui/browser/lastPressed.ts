let pressed: HTMLElement | null = null

// Safari does not focus a button that is clicked, so the focused element alone does not tell.
addEventListener(
  'click',
  (event) => {
    const target = event.target instanceof Element ? event.target : null
    pressed = target?.closest<HTMLElement>('button, a') ?? null
  },
  { capture: true },
)

/** What the person acted on last: the focused element, else the button that was clicked. */
export function lastPressed(): HTMLElement | null {
  const focused = document.activeElement
  return focused instanceof HTMLElement && focused !== document.body ? focused : pressed
}
