/** Typing and looking on behalf of the person: into a field of the builder, as if by hand. */

/** Until the screen shows what was stored, also on a slow phone. */
const FRAMES = 120

let looks = 0

/** @param key the key of the line's row, null for the fields of the kit itself */
function fieldOf(key: string | null, cell: string): HTMLElement | null {
  const name = key === null && cell === 'name' ? 'kitName' : cell
  return document.querySelector(
    `${key === null ? '' : lineOf(key)} [data-cell="${CSS.escape(name)}"]`.trim(),
  )
}

const lineOf = (key: string) => `[data-line="${CSS.escape(key)}"]`

/** Types `text` into the cell's field if it has the focus; null leaves it. */
export function enterText(key: string | null, cell: string, text: string | null = null): void {
  const field = fieldOf(key, cell)
  if (text !== null && field && field === document.activeElement) typeInto(field, text)
}

/** Puts a text into an input the way React takes it for typing. */
export function typeInto(field: Element, text: string): void {
  const prototype =
    field instanceof HTMLTextAreaElement
      ? HTMLTextAreaElement.prototype
      : field instanceof HTMLInputElement && HTMLInputElement.prototype
  if (!prototype) return
  Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(field, text)
  field.dispatchEvent(new Event('input', { bubbles: true }))
}

/**
 * Brings a cell that changed into view, once it is there. At the desk the focus goes along,
 * within the list.
 * @param text what it will show, null when that is not known: a field keeps what it shows when it
 * gets the focus
 */
export function showCell(
  findKey: () => string | null,
  cell: string,
  text: string | null = null,
): void {
  let left = FRAMES
  const mine = ++looks
  const look = () => {
    // Something else has changed since: the focus goes there.
    if (mine !== looks) return
    const key = findKey()
    const row = key === null ? fieldOf(null, cell) : document.querySelector(lineOf(key))
    const shown = key !== null && fieldOf(key, cell)
    const isOld = shown instanceof HTMLInputElement && text !== null && shown.value !== text
    if ((!row || isOld) && left-- > 0) {
      requestAnimationFrame(look)
      return
    }
    if (!row) return
    row.scrollIntoView({ block: 'nearest' })
    // Not out of a button that is pressed again and again.
    const active = document.activeElement
    const isInList = active === document.body || active?.closest('[data-line]')
    // Nor into a field that still shows the old text: with the focus it would keep that.
    if (key === null || isOld || !isInList || !matchMedia('(min-width: 900px)').matches) return
    const field = fieldOf(key, cell) ?? row.querySelector<HTMLElement>('[data-row-focus]')
    field?.focus()
    if (field instanceof HTMLInputElement) field.select()
  }
  requestAnimationFrame(look)
}
