/** The form of a job as it stands: a reload, or a look at another screen, loses nothing of it. */
import type { EntrySource } from './entryForm.ts'

import { principal } from '../device/device.ts'
import { readStored } from '../device/readStored.ts'

export interface KeptForm {
  /** Of the entry, or of the kit that the job was for. */
  of: string
  source: EntrySource
  /** What stood in it before anything was typed. */
  begun?: EntrySource
  /** When it was typed into last. */
  at?: number
}

/** One for each entry or kit. Nobody else who signs in on this tab reads them. */
const prefix = () => `log-form:${principal()}:`

function allKept(): [key: string, form: KeptForm][] {
  const keys = Object.keys(sessionStorage).filter((key) => key.startsWith(prefix()))
  return keys.flatMap((key) => {
    const form = readStored(sessionStorage, key) as KeptForm | null
    return form ? [[key, form]] : []
  })
}

/** Null where nothing was left. */
export function readKeptForm(of: string): KeptForm | null {
  return allKept().find(([, form]) => form.of === of)?.[1] ?? null
}

/** The last one that was left and that no kit leads to; null for none. */
export function readLeftForm(): KeptForm | null {
  const left = allKept().flatMap(([, form]) => (form.of === form.source.kit ? [] : [form]))
  return left.toSorted((a, b) => (b.at ?? 0) - (a.at ?? 0))[0] ?? null
}

export function keepForm(form: KeptForm): void {
  try {
    sessionStorage.setItem(prefix() + form.of, JSON.stringify({ ...form, at: Date.now() }))
  } catch {
    // A browser that keeps nothing still lets people write.
  }
}

/** It was saved, or is not wanted. */
export function forgetForm(of: string): void {
  for (const [key, form] of allKept()) if (form.of === of) sessionStorage.removeItem(key)
}
