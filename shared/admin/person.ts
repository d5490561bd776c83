/** One account as administrators see it, and its activity lists. */

import * as z from 'zod/mini'

import type { Role } from '../roles.ts'

import { withRole } from '../account.ts'
import { paged } from './people.ts'

export const person = z.object({
  ...withRole,
  id: z.string(),
  username: z.string(),
  email: z.nullable(z.string()),
  isVerified: z.boolean(),
  /** Listed in ADMIN_EMAILS: no screen can revoke it. */
  isNamedAdmin: z.boolean(),
  /** Milliseconds since 1970, as all times here. */
  createdAt: z.number(),
  /** Null when a new password was required. */
  passwordChangedAt: z.nullable(z.number()),
  suspendedAt: z.nullable(z.number()),
  /** When the suspension ends by itself; null when only by hand. */
  suspendedUntil: z.nullable(z.number()),
  /** It asked to be deleted. */
  isLeaving: z.boolean(),
})
export type Person = z.infer<typeof person>

/** Role granted by each act; null revokes. */
export const ROLE_ACTS = {
  makeAdmin: 'operator',
  makeModerator: 'moderator',
  makeCatalogue: 'catalogue',
  unmakeAdmin: null,
} as const satisfies Record<string, Role | null>
export type RoleAct = keyof typeof ROLE_ACTS

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

/** A row of any activity list. */
export const personRow = z.object({
  id: z.string(),
  at: z.number(),
  /** Text of a note, name of a kit, or label of a session. */
  title: z.string(),
  /** Details: the text of a mail, or who did it. */
  text: z.string(),
  /** 'ended', 'hidden', 'deleted', 'open' and the like, '' for none. */
  state: z.string(),
  /** Path on this site, '' for none. */
  path: z.string(),
})
export type PersonRow = z.infer<typeof personRow>

export const personPage = z.object({ rows: z.array(personRow), ...paged })
export type PersonPage = z.infer<typeof personPage>

export const MAX_NOTE = 2_000
/** In days; nobody waits out a longer one. */
export const MAX_SUSPENSION_DAYS = 730
