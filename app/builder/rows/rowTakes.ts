/** Catalogue offers that lines could take, shown in their rows. */
import { create } from 'zustand'

export interface RowTake {
  cents: number
  /** "from $19.43 at Demo Parts East"; details are below the parts. */
  words: string
  onTake: () => void
}

/** By line; empty until requested. */
export const useRowTakes = create<Readonly<Record<string, RowTake>>>(() => ({}))
