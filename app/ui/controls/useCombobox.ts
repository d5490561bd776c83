import { type KeyboardEvent, type MouseEvent, useEffect, useState } from 'react'

/** Options per Page Up and Page Down. */
const PAGE = 6
const STEPS: Record<string, number> = { ArrowDown: 1, ArrowUp: -1, PageDown: PAGE, PageUp: -PAGE }

/** Attributes of a field that names its active option; `active` is that option's id. */
export const comboboxField = (listId: string, isOpen: boolean, active: string | undefined) =>
  ({
    role: 'combobox',
    'aria-autocomplete': 'list',
    'aria-haspopup': 'listbox',
    'aria-expanded': isOpen,
    'aria-controls': isOpen ? listId : undefined,
    'aria-activedescendant': active,
    autoComplete: 'off',
  }) as const

/**
 * Options below a field that keeps the focus (ARIA combobox pattern): arrows and page keys move the
 * active one. Single steps wrap around.
 * @param of text of the field: another one starts over
 * @param keys of the options, stable while later ones arrive
 * @param first place that is active at the start; -1 is the field itself, and arrows pass it too
 */
export function useCombobox(
  id: string,
  { of, keys, first = 0 }: { of: string; keys: readonly string[]; first?: 0 | -1 },
) {
  const listId = `${id}-list`
  const [marked, setMarked] = useState<{ of: string; key: string | undefined } | null>(null)
  const known = marked?.of === of ? keys.indexOf(marked.key ?? '') : -1
  const at = known < 0 ? first : known
  const idOf = (place: number) => `${listId}-${encodeURIComponent(keys[place] ?? '')}`
  const activeId = keys[at] === undefined ? undefined : idOf(at)
  const isMoved = known >= 0
  useEffect(() => {
    if (activeId) document.getElementById(activeId)?.scrollIntoView({ block: 'nearest' })
  }, [activeId])

  const mark = (place: number) => setMarked({ of, key: keys[place] })
  return {
    at,
    activeId,
    idOf,
    isMoved,
    mark,
    field: comboboxField(listId, keys.length > 0, activeId),
    listId,
    /** A press on an option leaves the focus in the field, and the phone keyboard open. */
    keepFocus: (event: MouseEvent) => event.preventDefault(),
    /** @returns whether the key moved the active option */
    move({ key }: KeyboardEvent): boolean {
      const step = STEPS[key]
      if (step === undefined || keys.length === 0) return false
      const places = keys.length - first
      const isSingle = Math.abs(step) === 1
      const to = isSingle ? (at - first + step + places) % places : at - first + step
      const next = Math.max(0, Math.min(places - 1, to)) + first
      if (next === at) return isSingle
      mark(next)
      return true
    },
  }
}

export type Combobox = ReturnType<typeof useCombobox>
