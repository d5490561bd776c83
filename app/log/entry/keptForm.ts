/** Forms of jobs kept for the tab: a reload or another screen loses nothing. */
import type { EntryField, EntryValues } from './entryForm.ts'

import { shownPrincipal } from '../../data/device/device.ts'
import { keepStored, readStored } from '../../data/device/readStored.ts'
import { DOLLARS } from '#shared/money/money.ts'

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

const PREFIX = 'log-entry:'
/** Keyed by principal: another account on this tab does not see them. */
const prefix = () => `${PREFIX}${shownPrincipal()}:`
export const keyOfForm = (of: string): string => prefix() + of

/** The form opened last of those left half typed, unless a kit leads to it; null for none. */
export function readLeftForm(): KeptForm | null {
  takeOlderForms()
  const keys = Object.keys(sessionStorage).filter((key) => key.startsWith(prefix()))
  const forms = keys.map((key) => readStored(sessionStorage, key) as KeptForm)
  const left = forms.filter(({ kit, opened }) => opened.of !== kit)
  return left.toSorted((a, b) => b.opened.at - a.opened.at)[0] ?? null
}

/** After saving or discarding. */
export const forgetForm = (of: string) => keepStored(sessionStorage, keyOfForm(of), null)

const OLDER = 'log-form:'
/** Values as versions before December 2026 kept them. */
type OlderValues = Pick<EntryValues, 'unit' | 'vehicle' | 'kit'> & {
  text: Omit<Record<EntryField, string>, 'fuel'>
  currency?: string
  fuel?: { amount: string; unit: string; isPart: boolean; isMissed: boolean }
}

/** Forms that an older version kept are kept as this version's. */
function takeOlderForms(): void {
  for (const key of Object.keys(sessionStorage).filter((one) => one.startsWith(OLDER))) {
    const {
      of,
      at = 0,
      source,
      begun = source,
    } = readStored(sessionStorage, key) as {
      of: string
      at?: number
      source: OlderValues
      begun?: OlderValues
    }
    const form: KeptForm = { ...valuesOf(source), opened: { of, at, as: valuesOf(begun) } }
    if (keepStored(sessionStorage, key.replace(OLDER, PREFIX), form)) sessionStorage.removeItem(key)
  }
}

function valuesOf({ text, fuel, currency = DOLLARS, ...values }: OlderValues): EntryValues {
  const { amount = '', unit: fuelUnit = '', isPart = false, isMissed = false } = fuel ?? {}
  return { ...values, ...text, currency, fuel: amount, fuelUnit, isPart, isMissed }
}
