/** A choice of this device that stands in localStorage under its key. */

/** @param otherwise where nothing, or nothing that may be chosen, is stored */
export function readChoice<T extends string>(key: string, choices: readonly T[], otherwise: T): T {
  let stored: string | null = null
  try {
    stored = localStorage.getItem(key)
  } catch {
    // Nothing is stored where nothing can be.
  }
  return choices.find((choice) => choice === stored) ?? otherwise
}

/** @param value null to forget it */
export function storeChoice(key: string, value: string | null): void {
  try {
    if (value === null) localStorage.removeItem(key)
    else localStorage.setItem(key, value)
  } catch {
    // Where nothing is stored it holds for as long as the page is open.
  }
}
