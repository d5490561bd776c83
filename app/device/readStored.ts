/** What a browser keeps under a name, as JSON: null for nothing, and for what is not readable. */
export function readStored(storage: Storage, key: string): unknown {
  try {
    return JSON.parse(storage.getItem(key) ?? 'null')
  } catch {
    return null
  }
}
