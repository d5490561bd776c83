/** Autofill state that rows of a parts list show. autofill.ts does the work. */
import { create } from 'zustand'

export interface Fill {
  /**
   * locked: asked since its link was entered; asking: asked later, the person may be typing;
   * waiting: for signal or the shop; failed: given up.
   */
  kind: 'locked' | 'asking' | 'waiting' | 'failed'
  /** Shop, such as "amazon.com". */
  host: string
  /** Why it waits or was given up; '' for no signal. */
  reason: string
}

/** Prefix of the `meta` keys that hold queued links. */
export const FILL_PREFIX = 'fill:'

/** By line id. */
export const useFills = create<Record<string, Fill>>(() => ({}))
