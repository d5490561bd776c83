/** A message that is being written survives a reload; the tab's end throws it away. */
import { readStored } from '../device/readStored.ts'

const KEY = 'contactDraft'

export interface ContactDraft {
  [field: string]: string
  name: string
  email: string
  message: string
}

export function readDraft(): ContactDraft | null {
  const stored = readStored(sessionStorage, KEY)
  return isDraft(stored) ? stored : null
}

function isDraft(stored: unknown): stored is ContactDraft {
  if (typeof stored !== 'object' || stored === null) return false
  const fields = stored as Record<string, unknown>
  return ['name', 'email', 'message'].every((field) => typeof fields[field] === 'string')
}

export function keepDraft(draft: ContactDraft): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify(draft))
  } catch {
    // A browser that stores nothing keeps it as long as the page is open.
  }
}

export function forgetDraft(): void {
  try {
    sessionStorage.removeItem(KEY)
  } catch {
    // Nothing was kept then.
  }
}
