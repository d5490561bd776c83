/** Parses a storage item as JSON: null when absent or unreadable. */
export function readStored(storage: Storage, key: string): unknown {
  try {
    return JSON.parse(storage.getItem(key) ?? 'null')
  } catch {
    return null
  }
}

/**
 * Stores an item as JSON; null removes it.
 * @returns whether it could: storage may be full, or blocked
 */
export function keepStored(storage: Storage, key: string, value: unknown): boolean {
  try {
    if (value === null) storage.removeItem(key)
    else storage.setItem(key, JSON.stringify(value))
    return true
  } catch {
    return false
  }
}
