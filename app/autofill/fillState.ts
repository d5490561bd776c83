/** What the rows of a parts list show of being filled in from a link. All else is in fills.ts. */
import { create } from 'zustand'

export interface Fill {
  /**
   * Asked for since its link was entered, until then the row is locked; asked for later, while the
   * person may be typing; waiting for signal or for the shop; given up.
   */
  kind: 'locked' | 'asking' | 'waiting' | 'failed'
  /** The shop, such as "amazon.com". */
  host: string
  /** Why it waits or was given up; '' for no signal. */
  reason: string
}

/** Under which keys of `meta` the links wait. */
export const FILL_PREFIX = 'fill:'

/** By the id of the line. */
export const useFills = create<Record<string, Fill>>(() => ({}))
