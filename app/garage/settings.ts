/** Garage settings of this device. */
import { create } from 'zustand'

import { MARKS, type MarkStatus } from './statusWords.ts'
import { keepStored, readStored } from '../data/device/readStored.ts'

interface GarageSettings {
  /** Checkboxes under the left thumb. */
  isLeftHanded: boolean
  /** Dark, whatever the rest of the app is. */
  isDark: boolean
  /** Mark that a tap sets. */
  mark: MarkStatus
  /** Whether the car shows above the parts; null until chosen. */
  isCarOpen: boolean | null
}

const KEY = 'garage'

export const useGarageSettings = create<GarageSettings>(read)

/** Changes settings, now and for later visits. */
export function setGarage(change: Partial<GarageSettings>): void {
  useGarageSettings.setState(change)
  // Without storage they last as long as the page.
  keepStored(localStorage, KEY, useGarageSettings.getState())
}

function read(): GarageSettings {
  const stored = readSettings()
  return {
    isLeftHanded: stored['isLeftHanded'] === true,
    isDark: stored['isDark'] !== false,
    mark: MARKS.find((mark) => mark === stored['mark']) ?? 'fitted',
    isCarOpen: typeof stored['isCarOpen'] === 'boolean' ? stored['isCarOpen'] : null,
  }
}

function readSettings(): Record<string, unknown> {
  const value = readStored(localStorage, KEY)
  return typeof value === 'object' && value !== null ? { ...value } : {}
}
