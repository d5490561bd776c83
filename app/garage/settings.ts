/** How garage mode is held on this device. */
import { create } from 'zustand'

import type { MarkStatus } from './statusWords.ts'

import { MARKS } from './statusWords.ts'
import { readStored } from '../device/readStored.ts'

interface GarageSettings {
  /** The boxes are under the left thumb. */
  isLeftHanded: boolean
  /** As dark as a garage, whatever the rest of the app is. */
  isDark: boolean
  /** What a tap marks a part as. */
  mark: MarkStatus
  /** Whether the car stands above the parts; null until somebody has said so. */
  isCarOpen: boolean | null
}

const KEY = 'garage'

export const useGarageSettings = create<GarageSettings>(read)

/** Changes settings, here and for the next time. */
export function setGarage(change: Partial<GarageSettings>): void {
  useGarageSettings.setState(change)
  try {
    localStorage.setItem(KEY, JSON.stringify(useGarageSettings.getState()))
  } catch {
    // Where nothing is stored they hold for as long as the page is open.
  }
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
