/** Form of a job kept for the tab: a reload or another screen loses nothing. */
import type { EntrySource } from './entryForm.ts'

import { shownPrincipal } from '../../data/device/device.ts'
import { keepStored, readStored } from '../../data/device/readStored.ts'

export interface KeptForm {
  /** Id of the entry, or of the job's kit. */
  of: string
  source: EntrySource
  /** Values before anything was typed. */
  begun?: EntrySource
  /** Time of the last input. */
  at?: number
}

/** One per entry or kit. Keyed by principal: another account on this tab does not see them. */
const prefix = () => `log-form:${shownPrincipal()}:`

function allKept(): [key: string, form: KeptForm][] {
  const keys = Object.keys(sessionStorage).filter((key) => key.startsWith(prefix()))
  return keys.flatMap((key) => {
    const form = readStored(sessionStorage, key) as KeptForm | null
    return form ? [[key, form]] : []
  })
}

/** Null for none. */
export function readKeptForm(of: string): KeptForm | null {
  return allKept().find(([, form]) => form.of === of)?.[1] ?? null
}

/** The last form left open, unless a kit leads to it; null for none. */
export function readLeftForm(): KeptForm | null {
  const left = allKept().flatMap(([, form]) => (form.of === form.source.kit ? [] : [form]))
  return left.toSorted((a, b) => (b.at ?? 0) - (a.at ?? 0))[0] ?? null
}

export function keepForm(form: KeptForm): void {
  keepStored(sessionStorage, prefix() + form.of, { ...form, at: Date.now() })
}

/** After saving or discarding. */
export function forgetForm(of: string): void {
  for (const [key, form] of allKept()) if (form.of === of) sessionStorage.removeItem(key)
}
