/** Brings a builder field into view, and sets text on behalf of a handler. */

/** @param key of the line's row; null for the kit's own fields */
function fieldOf(key: string | null, cell: string): HTMLElement | null {
  const name = key === null && cell === 'name' ? 'kitName' : cell
  return document.querySelector(
    `${key === null ? '' : lineOf(key)} [data-cell="${CSS.escape(name)}"]`.trim(),
  )
}

const lineOf = (key: string) => `[data-line="${CSS.escape(key)}"]`

/** Sets an input's text so that React takes it for typing. */
export function typeInto(field: Element, text: string): void {
  const prototype =
    field instanceof HTMLTextAreaElement
      ? HTMLTextAreaElement.prototype
      : field instanceof HTMLInputElement && HTMLInputElement.prototype
  if (!prototype) return
  Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(field, text)
  field.dispatchEvent(new Event('input', { bubbles: true }))
}

/** Scrolls to a changed cell once rendered. At the desk the focus goes along, within the list. */
export function showCell(findKey: () => string | null, cell: string): void {
  requestAnimationFrame(() => {
    const key = findKey()
    const row = key === null ? fieldOf(null, cell) : document.querySelector(lineOf(key))
    if (!row) return
    row.scrollIntoView({ block: 'nearest' })
    // Not out of a button that is pressed again and again.
    const active = document.activeElement
    const isInList = active === document.body || active?.closest('[data-line]')
    if (key === null || !isInList || !matchMedia('(min-width: 900px)').matches) return
    const field = fieldOf(key, cell) ?? row.querySelector<HTMLElement>('[data-row-focus]')
    field?.focus()
    if (field instanceof HTMLInputElement) field.select()
  })
}
