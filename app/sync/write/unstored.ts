import type { Stamp } from '#shared/sync/stamp.ts'
import type { Fork } from './fork.ts'
import type { Change } from './writeCells.ts'

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
}

/** Where a page that was left keeps what it had not stored yet; each page under a key of its own. */
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
  /** Whose it is. */
  p: string
  changes: Change[]
  drafts: DraftText[]
  /** See pump.ts. */
  buildIds: [kitId: string, buildId: string][]
  forks: [kitId: string, fork: Fork][]
}

/** Whether a page has left something behind. */
export function hasUnstored(): boolean {
  return Object.keys(localStorage).some((key) => key.startsWith(UNSTORED_PREFIX))
}
