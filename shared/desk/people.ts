/** What administrators are told of accounts and of what people write: the lists of `/api/admin`. */
import type { Json } from '../sync/cells.ts'

/** A part of a list. */
export interface Page {
  /** Goes into `after` (of the audit log into `before`); null on the last page. */
  next: string | null
}

export type DeletionStatus = 'open' | 'processed' | 'declined' | 'withdrawn'

export interface ListedDeletion {
  id: string
  username: string
  email: string | null
  requestedAt: string
  status: DeletionStatus
  decidedAt: string | null
}
export interface DeletionsPage extends Page {
  requests: ListedDeletion[]
}

export interface ReportedComment {
  commentId: string
  kitId: string
  buildId: string
  kitName: string
  author: string
  content: string
  /** What reporters wrote, the first first; at most 20. */
  reasons: string[]
  /** When the first report came. */
  reportedAt: string
  count: number
}
export interface ReportsPage extends Page {
  reports: ReportedComment[]
}

export interface ReportedKit {
  kitId: string
  buildId: string
  kitName: string
  /** Whether only its owner finds it already. */
  hidden: boolean
  /** What reporters wrote, the first first; at most 20. */
  reasons: string[]
  /** When the first report came. */
  reportedAt: string
  count: number
}
export interface KitReportsPage extends Page {
  reports: ReportedKit[]
}

export interface HiddenKit {
  kitId: string
  buildId: string
  kitName: string
  hiddenAt: string
}
export interface HiddenKitsPage extends Page {
  kits: HiddenKit[]
}

export interface ListedUser {
  id: string
  username: string
  email: string | null
  isVerified: boolean
  isAdmin: boolean
  suspendedAt: string | null
  createdAt: string
}
export interface UsersPage extends Page {
  users: ListedUser[]
}

export interface ListedMessage {
  id: string
  name: string
  email: string
  message: string
  receivedAt: string
  /** Null where it waits, or was put away without one. */
  answer: string | null
  /** Null while it waits. */
  doneAt: string | null
  /** A username, '' where the account is gone. */
  doneBy: string
}
export interface MessagesPage extends Page {
  messages: ListedMessage[]
}

export interface OutboxLetter {
  id: string
  to: string
  subject: string
  text: string
  /** Milliseconds since 1970. */
  at: number
}
/** Mail that became files, because the server has no mail server. */
export interface Outbox {
  isOutbox: boolean
  letters: OutboxLetter[]
}

export interface AuditEntry {
  id: string
  at: string
  /** A username, `system`, `command line`, or the id of an account that is gone. */
  actor: string
  action: string
  /** A username, or the id of whatever else it is. */
  subject: string
  /** user, kit, comment, task, error ... */
  kind: string
  /** What it is called now; '' where it is gone, or has no name. */
  name: string
  details: Record<string, Json>
}
export interface AuditPage extends Page {
  entries: AuditEntry[]
}

/** A task that somebody typed, which everybody may be offered. */
export interface ModeratedTask {
  id: string
  name: string
  /** Who added it first: a username, '' for a device without an account. */
  author: string
  addedAt: string
  /** How many devices and accounts have added it. */
  owners: number
  /** When it became everybody's; null while it waits for a decision. */
  approvedAt: string | null
}
/** Those that wait, and those everybody is offered. */
export interface ModeratedTasks {
  waiting: ModeratedTask[]
  approved: ModeratedTask[]
}
