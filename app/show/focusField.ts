import type { Kind } from '#shared/kinds/schema.ts'

const EVERY_MS = 50
const WITHIN_MS = 4_000

/** Fields of the kit's own cells in the builder. */
const KIT_FIELDS: Record<string, string> = { name: 'kitName' }

interface Place {
  kind: Kind
  row: string
  cell: string
}

/**
 * Focuses a cell's field once its builder is mounted without a dialog: until then the screen and
 * the closing drawer move the focus themselves.
 */
export function focusField(place: Place): void {
  const until = Date.now() + WITHIN_MS
  const timer = setInterval(() => {
    if (Date.now() > until) return clearInterval(timer)
    if (document.querySelector('[role=dialog]')) return
    const field = findField(place)
    if (field && !field.hidden) {
      clearInterval(timer)
      field.focus()
      field.scrollIntoView({ block: 'center' })
      return
    }
    // On the phone a part's card has to be opened first; notes may show as a preview.
    const cover = place.kind === 'kit' ? `[data-shows="${place.cell}"][aria-pressed=true]` : CLOSED
    scopeOf(place)?.querySelector<HTMLElement>(cover)?.click()
  }, EVERY_MS)
}

/** Focuses a line: its first field, on the phone its opened card. */
export function focusLine(id: string): void {
  const place = { kind: 'line', row: id, cell: '' } as const
  const until = Date.now() + WITHIN_MS
  const timer = setInterval(() => {
    if (Date.now() > until) return clearInterval(timer)
    const line = scopeOf(place)
    const field = line?.querySelector<HTMLElement>('[data-row-focus]')
    if (!field || document.querySelector('[role=dialog]')) return
    clearInterval(timer)
    if (field.matches(CLOSED)) field.click()
    field.focus()
    field.scrollIntoView({ block: 'center' })
  }, EVERY_MS)
}

const CLOSED = '[data-row-focus][aria-expanded=false]'

function scopeOf({ kind, row }: Place): ParentNode | null {
  if (kind === 'kit') return document
  const id = CSS.escape(row)
  return document.querySelector(`[data-line="${id}"], [data-step="${id}"]`)
}

function findField(place: Place): HTMLElement | null {
  const name = place.kind === 'kit' ? (KIT_FIELDS[place.cell] ?? place.cell) : place.cell
  const fields = scopeOf(place)?.querySelectorAll<HTMLElement>(`[data-cell="${CSS.escape(name)}"]`)
  const isFree = (field: HTMLElement) => place.kind !== 'kit' || !field.closest('[data-line]')
  return [...(fields ?? [])].find(isFree) ?? null
}
