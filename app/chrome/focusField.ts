const EVERY_MS = 50
const WITHIN_MS = 4_000

/**
 * Focuses a field of a part once its builder stands and no dialog is over it: the screen and the
 * drawer that leads there have their own ideas of the focus until then.
 */
export function focusField(row: string, cell: string): void {
  const until = Date.now() + WITHIN_MS
  const timer = setInterval(() => {
    if (Date.now() > until) return clearInterval(timer)
    if (document.querySelector('[role=dialog]')) return
    const line = document.querySelector(`[data-line="${CSS.escape(row)}"]`)
    const field = line?.querySelector<HTMLElement>(`[data-cell="${CSS.escape(cell)}"]`)
    if (field) {
      clearInterval(timer)
      field.focus()
      return
    }
    // On the phone a part is a card that has to be opened first.
    line?.querySelector<HTMLElement>('[data-row-focus][aria-expanded=false]')?.click()
  }, EVERY_MS)
}
