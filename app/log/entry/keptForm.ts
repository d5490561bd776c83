/** Forms of jobs kept for the tab: a reload or another screen loses nothing. */
import type { EntryValues } from './entryForm.ts'

import { shownPrincipal } from '../../data/device/device.ts'
import { keepStored, readStored } from '../../data/device/readStored.ts'

export type KeptForm = EntryValues & {
  opened: {
    /** Id of the entry, or of the job's kit. */
    of: string
    /** Milliseconds. */
    at: number
    /** Values before anything was typed. */
    as: EntryValues
  }
}

/** Keyed by principal: another account on this tab does not see them. */
const prefix = () => `log-entry:${shownPrincipal()}:`
export const keyOfForm = (of: string): string => prefix() + of

/** The form opened last of those left half typed, unless a kit leads to it; null for none. */
export function readLeftForm(): KeptForm | null {
  const keys = Object.keys(sessionStorage).filter((key) => key.startsWith(prefix()))
  const forms = keys.map((key) => readStored(sessionStorage, key) as KeptForm)
  const left = forms.filter(({ kit, opened }) => opened.of !== kit)
  return left.toSorted((a, b) => b.opened.at - a.opened.at)[0] ?? null
}

/** After saving or discarding. */
export const forgetForm = (of: string) => keepStored(sessionStorage, keyOfForm(of), null)
