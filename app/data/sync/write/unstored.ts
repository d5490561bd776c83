import type { Stamp } from '#shared/cells/stamp.ts'
import type { Fork } from './fork.ts'
import type { Change } from './writeCells.ts'

import { fieldOf, type Json } from '#shared/cells/cells.ts'

/** Draft of a cell; `text` is null when it was cleared. */
export interface DraftText {
  id: string
  cell: string
  text: string | null
}

/** Edits in this page alone, `storing` first, with everything needed to store them. */
export interface Waiting {
  /** The batch the disk has not acknowledged yet. */
  storing: [batch: Change[], texts: DraftText[]] | []
  readonly changes: ReadonlyMap<string, Change>
  readonly drafts: ReadonlyMap<string, DraftText>
  readonly buildIds: ReadonlyMap<string, string>
  readonly forks: ReadonlyMap<string, Fork>
  /** Latest stamp of this device, as reported by the last write; '' before that. */
  latest: Stamp
  readonly upTo: { readonly typed: number }
}

/** Prefix of localStorage keys for unstored edits; one key per page. */
export const UNSTORED_PREFIX = 'unstored:'

/** Edits a page left unstored, oldest first, with everything needed to store them. */
export interface Unstored {
  /** Uncorrected device clock when they were kept. */
  at: number
  /** Latest stamp the page knew, because clocks may be set back. Absent from older versions. */
  latest?: Stamp
  /** Number of the last edit; absent from older versions. */
  number?: number
  /** Principal of the edits. */
  p: string
  changes: Change[]
  drafts: DraftText[]
  /** See writeQueue.ts. */
  buildIds: [kitId: string, buildId: string][]
  forks: [kitId: string, fork: Fork][]
}

/** Number of a page's last edit. */
export interface UpTo {
  page: string
  number: number
}

/**
 * Meta row with the last stored edit number of recent pages. A killed browser may restore a
 * localStorage that is a minute old and still lists stored edits.
 */
export const STORED_UP_TO = 'storedUpTo'

const MAX_PAGES = 20

/** That row with one more page; null when its edits are stored already. */
export function storedUpTo(known: Json | undefined, { page, number }: UpTo): Json | null {
  if (Number(fieldOf(known, page) ?? 0) >= number) return null
  const others = Object.entries(known ?? {}).filter(([name]) => name !== page)
  return Object.fromEntries([...others.slice(1 - MAX_PAGES), [page, number]])
}

/** Whether any page left unstored edits. */
export function hasUnstored(): boolean {
  return Object.keys(localStorage).some((key) => key.startsWith(UNSTORED_PREFIX))
}
