/** One account as administrators see it, and the lists of what it did. */

export interface Person {
  id: string
  username: string
  email: string | null
  isVerified: boolean
  isAdmin: boolean
  /** By ADMIN_EMAILS: not to be taken away on a screen. */
  isNamedAdmin: boolean
  /** Milliseconds since 1970, as all times here. */
  createdAt: number
  /** Null since somebody asked for another one. */
  passwordChangedAt: number | null
  suspendedAt: number | null
  /** When it ends by itself; null for by hand. */
  suspendedUntil: number | null
  /** It has asked to be deleted. */
  isLeaving: boolean
}

export const PERSON_LISTS = [
  'notes',
  'acts',
  'sessions',
  'kits',
  'comments',
  'mails',
  'notices',
  'errors',
  'messages',
] as const
export type PersonList = (typeof PERSON_LISTS)[number]

/** A row of any of the lists. */
export interface PersonRow {
  id: string
  at: number
  /** What it is: the words of a note, the name of a kit, what a session calls itself. */
  title: string
  /** What more there is to say: the text of a mail, who did it. */
  text: string
  /** 'ended', 'hidden', 'deleted', 'open' and the like, '' for nothing to say. */
  state: string
  /** An address of this site, '' for none. */
  path: string
}

export interface PersonPage {
  rows: PersonRow[]
  /** Goes into `after`; null on the last page. */
  next: string | null
}

export const MAX_NOTE = 2_000
/** In days; of longer ones nobody waits for the end. */
export const MAX_SUSPENSION_DAYS = 730
