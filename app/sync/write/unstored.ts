import type { Json } from '#shared/sync/cells.ts'
import type { Stamp } from '#shared/sync/stamp.ts'
import type { Fork } from './fork.ts'
import type { Change } from './writeCells.ts'

import { fieldOf } from '#shared/sync/cells.ts'

/** Text of a cell that is no value, null where there is none any more. */
export interface DraftText {
  id: string
  cell: string
  text: string | null
}

/** What was typed and is in this page alone, `storing` first, with all that it takes to store it. */
export interface Waiting {
  /** What the disk has not answered for yet. */
  storing: [batch: Change[], texts: DraftText[]] | []
  readonly changes: ReadonlyMap<string, Change>
  readonly drafts: ReadonlyMap<string, DraftText>
  readonly buildIds: ReadonlyMap<string, string>
  readonly forks: ReadonlyMap<string, Fork>
  /** The latest stamp of this device, as far as what was stored here has told; '' before that. */
  latest: Stamp
  readonly upTo: { readonly typed: number }
}

/** Where a page keeps what it has not stored yet; each page under a key of its own. */
export const UNSTORED_PREFIX = 'unstored:'

/** What a page had not stored yet when it was left, oldest first, and all that it takes to store it. */
export interface Unstored {
  /** When that was, by the device's own clock. */
  at: number
  /**
   * The latest stamp of this device that the page knew: by the clock alone nobody can tell what came
   * later where that has gone back. Older versions did not keep it.
   */
  latest?: Stamp
  /** The number of the last of it; absent in what an older version left. */
  number?: number
  /** Whose it is. */
  p: string
  changes: Change[]
  drafts: DraftText[]
  /** See pump.ts. */
  buildIds: [kitId: string, buildId: string][]
  forks: [kitId: string, fork: Fork][]
}

/** The last of what a page has typed, by its number. */
export interface UpTo {
  page: string
  number: number
}

/**
 * The meta row that says of the latest pages up to which number what they typed is stored. A browser that
 * was killed finds its localStorage as it was a minute before, and in it what was stored since.
 */
export const STORED_UP_TO = 'storedUpTo'

const MAX_PAGES = 20

/** That row with one more page in it, null where what it typed is stored already. */
export function storedUpTo(known: Json | undefined, { page, number }: UpTo): Json | null {
  if (Number(fieldOf(known, page) ?? 0) >= number) return null
  const others = Object.entries(known ?? {}).filter(([name]) => name !== page)
  return Object.fromEntries([...others.slice(1 - MAX_PAGES), [page, number]])
}

/** Whether a page has left something behind. */
export function hasUnstored(): boolean {
  return Object.keys(localStorage).some((key) => key.startsWith(UNSTORED_PREFIX))
}
