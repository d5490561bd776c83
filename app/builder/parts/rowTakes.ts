/** What lines could take from the catalogue, for the rows that they are shown in. */
import { create } from 'zustand'

export interface RowTake {
  cents: number
  /** "from $19.43 at Demo Parts East": more stands below the parts. */
  words: string
  onTake: () => void
}

/** By line; empty until somebody has asked. */
export const useRowTakes = create<Readonly<Record<string, RowTake>>>(() => ({}))
