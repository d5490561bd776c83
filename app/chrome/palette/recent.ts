/** Recently chosen options of this device, latest first, by key. */
import { keepStored, readStored } from '../../data/device/readStored.ts'

const KEY = 'recent'
const MOST = 12

export function readRecent(): string[] {
  const stored = readStored(localStorage, KEY)
  return Array.isArray(stored) ? stored.filter((key) => typeof key === 'string') : []
}

export function noteRecent(key: string): void {
  const keys = [key, ...readRecent().filter((other) => other !== key)]
  // Without storage only the latest kits are recent.
  keepStored(localStorage, KEY, keys.slice(0, MOST))
}
