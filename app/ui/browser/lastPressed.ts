let pressed: HTMLElement | null = null
let typed = ''

// Safari does not focus a button that is clicked, so the focused element alone does not tell.
addEventListener(
  'click',
  (event: MouseEvent) => {
    const target = event.target instanceof Element ? event.target : null
    pressed = target?.closest<HTMLElement>('button, a') ?? null
    // A key that presses has no count of clicks.
    if (event.detail > 0) typed = ''
  },
  { capture: true },
)

/** What the person acted on last: the focused element, else the button that was clicked. */
export function lastPressed(): HTMLElement | null {
  const focused = document.activeElement
  return focused instanceof HTMLElement && focused !== document.body ? focused : pressed
}

addEventListener(
  'keydown',
  (event: KeyboardEvent) => {
    // A space that nothing stands before is a press.
    if (isStray(event) && (typed !== '' || event.key !== ' ')) typed += event.key
    else if (/^(.|Enter|Escape|Tab)$/.test(event.key)) typed = ''
  },
  { capture: true },
)

/** Whether a key is a letter that no field takes. */
export function isStray({ key, ctrlKey, metaKey, altKey, target }: KeyboardEvent): boolean {
  const isField = target instanceof Element && target.matches('input, textarea, select')
  return key.length === 1 && !ctrlKey && !metaKey && !altKey && !isField
}

/** What was typed since the press, for the field that it brings: its code may have been on its way. */
export function takeTyped(): string {
  const taken = typed
  typed = ''
  return taken
}
