/** A choice of this device, in localStorage under its key. */

/** @param otherwise default for a missing or invalid value */
export function readChoice<T extends string>(key: string, choices: readonly T[], otherwise: T): T {
  let stored: string | null = null
  try {
    stored = localStorage.getItem(key)
  } catch {
    // Storage is blocked.
  }
  return choices.find((choice) => choice === stored) ?? otherwise
}

/** @param value null to remove it */
export function storeChoice(key: string, value: string | null): void {
  try {
    if (value === null) localStorage.removeItem(key)
    else localStorage.setItem(key, value)
  } catch {
    // Without storage it lasts as long as the page.
  }
}
