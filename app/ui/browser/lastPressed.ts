let pressed: HTMLElement | null = null
let typed = ''

// Safari does not focus a clicked button, so the focused element alone does not tell.
addEventListener(
  'click',
  (event: MouseEvent) => {
    const target = event.target instanceof Element ? event.target : null
    pressed = target?.closest<HTMLElement>('button, a') ?? null
    // Keyboard presses have a click count of 0.
    if (event.detail > 0) typed = ''
  },
  { capture: true },
)

/** The element the user acted on last: the focused one, else the clicked button. */
export function lastPressed(): HTMLElement | null {
  const focused = document.activeElement
  return focused instanceof HTMLElement && focused !== document.body ? focused : pressed
}

addEventListener(
  'keydown',
  (event: KeyboardEvent) => {
    // A leading space is a press.
    if (isStray(event) && (typed !== '' || event.key !== ' ')) typed += event.key
    else if (/^(.|Enter|Escape|Tab)$/.test(event.key)) typed = ''
  },
  { capture: true },
)

/** Whether a key is a letter outside of any field. */
export function isStray({ key, ctrlKey, metaKey, altKey, target }: KeyboardEvent): boolean {
  const isField = target instanceof Element && target.matches('input, textarea, select')
  return key.length === 1 && !ctrlKey && !metaKey && !altKey && !isField
}

/** Letters typed since the press, for the field it opens: its code may have been loading. */
export function takeTyped(): string {
  const taken = typed
  typed = ''
  return taken
}
