/** The form of a job as it stands: a reload, or a look at another screen, loses nothing of it. */
import type { EntrySource } from './entryForm.ts'

import { principal } from '../device/device.ts'
import { readStored } from '../device/readStored.ts'

export interface KeptForm {
  /** Of the entry, or of the kit that the job was for. */
  of: string
  source: EntrySource
}

/** One a kit, and one beside them. Nobody else who signs in on this tab reads it. */
const keyOf = (kit: string | null) => `log-form:${principal()}:${kit ?? ''}`

/** Null where nothing was left. @param kit null for a form that was not opened from one */
export function readKeptForm(kit: string | null): KeptForm | null {
  return readStored(sessionStorage, keyOf(kit)) as KeptForm | null
}

export function keepForm(form: KeptForm): void {
  try {
    sessionStorage.setItem(keyOf(form.source.kit), JSON.stringify(form))
  } catch {
    // A browser that keeps nothing still lets people write.
  }
}

/** It was saved, or is not wanted. */
export const forgetForm = ({ kit }: EntrySource) => sessionStorage.removeItem(keyOf(kit))
