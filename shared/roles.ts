/** Roles of the people who run an installation. */

import { links } from './links.ts'

/** Operators may do everything; other roles what their name says. */
export const ROLES = ['operator', 'moderator', 'catalogue'] as const
export type Role = (typeof ROLES)[number]

export interface WithRole {
  /** Whether it is an operator. */
  isAdmin: boolean
  /** Absent in accounts stored before there were roles. */
  role?: Role | null
}

export const may = ({ isAdmin, role }: WithRole, wanted: Role): boolean =>
  isAdmin || role === wanted

/** Entry page of its admin work; null without a role. */
export const deskOf = (who: WithRole): string | null =>
  may(who, 'catalogue') ? links.admin() : may(who, 'moderator') ? links.adminAccounts() : null
