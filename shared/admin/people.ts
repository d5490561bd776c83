/** Accounts and user content in the lists of `/api/admin`. */
import * as z from 'zod/mini'

import type { Json } from '../cells/cells.ts'

import { withRole } from '../account.ts'

/** Part of every page: cursor for `after`; null on the last page. */
export const paged = { next: z.nullable(z.string()) }

const deletionStatus = z.enum(['open', 'processed', 'declined', 'withdrawn'])
export type DeletionStatus = z.infer<typeof deletionStatus>

export const listedDeletion = z.object({
  id: z.string(),
  username: z.string(),
  email: z.nullable(z.string()),
  requestedAt: z.string(),
  status: deletionStatus,
  decidedAt: z.nullable(z.string()),
})
export type ListedDeletion = z.infer<typeof listedDeletion>
export const deletionsPage = z.object({ requests: z.array(listedDeletion), ...paged })
export type DeletionsPage = z.infer<typeof deletionsPage>

export const reportedComment = z.object({
  commentId: z.string(),
  kitId: z.string(),
  buildId: z.string(),
  kitName: z.string(),
  author: z.string(),
  content: z.string(),
  /** Reporters' reasons, oldest first; at most 20. */
  reasons: z.array(z.string()),
  /** Time of the first report. */
  reportedAt: z.string(),
  count: z.number(),
})
export type ReportedComment = z.infer<typeof reportedComment>
export const reportsPage = z.object({ reports: z.array(reportedComment), ...paged })
export type ReportsPage = z.infer<typeof reportsPage>

export const reportedKit = z.object({
  kitId: z.string(),
  buildId: z.string(),
  kitName: z.string(),
  /** Whether only its owner can find it now. */
  hidden: z.boolean(),
  /** Reporters' reasons, oldest first; at most 20. */
  reasons: z.array(z.string()),
  /** Time of the first report. */
  reportedAt: z.string(),
  count: z.number(),
})
export type ReportedKit = z.infer<typeof reportedKit>
export const kitReportsPage = z.object({ reports: z.array(reportedKit), ...paged })
export type KitReportsPage = z.infer<typeof kitReportsPage>

export const hiddenKit = z.object({
  kitId: z.string(),
  buildId: z.string(),
  kitName: z.string(),
  hiddenAt: z.string(),
})
export type HiddenKit = z.infer<typeof hiddenKit>
export const hiddenKitsPage = z.object({ kits: z.array(hiddenKit), ...paged })
export type HiddenKitsPage = z.infer<typeof hiddenKitsPage>

export const listedUser = z.object({
  ...withRole,
  id: z.string(),
  username: z.string(),
  email: z.nullable(z.string()),
  isVerified: z.boolean(),
  suspendedAt: z.nullable(z.string()),
  createdAt: z.string(),
})
export type ListedUser = z.infer<typeof listedUser>
export const usersPage = z.object({ users: z.array(listedUser), ...paged })
export type UsersPage = z.infer<typeof usersPage>

export const listedMessage = z.object({
  id: z.string(),
  name: z.string(),
  email: z.string(),
  message: z.string(),
  receivedAt: z.string(),
  /** Null while open, or when closed without an answer. */
  answer: z.nullable(z.string()),
  /** Null while open. */
  doneAt: z.nullable(z.string()),
  /** A username, '' when the account is gone. */
  doneBy: z.string(),
})
export type ListedMessage = z.infer<typeof listedMessage>
export const messagesPage = z.object({ messages: z.array(listedMessage), ...paged })
export type MessagesPage = z.infer<typeof messagesPage>

export const outboxLetter = z.object({
  id: z.string(),
  to: z.string(),
  subject: z.string(),
  text: z.string(),
  /** Milliseconds since 1970. */
  at: z.number(),
})
export type OutboxLetter = z.infer<typeof outboxLetter>
/** Mail written to files, because the server has no mail server. */
export const outbox = z.object({
  isOutbox: z.boolean(),
  letters: z.array(outboxLetter),
})
export type Outbox = z.infer<typeof outbox>

export const auditEntry = z.object({
  id: z.string(),
  at: z.string(),
  /** A username, `system`, `command line`, or the id of a deleted account. */
  actor: z.string(),
  action: z.string(),
  /** A username, or the id of any other subject. */
  subject: z.string(),
  kind: z.string(),
  /** Current name; '' when it is gone, or has none. */
  name: z.string(),
  details: z.record(z.string(), z.custom<Json>()),
  /** The actor's address, kept 90 days; null for the command line and the server. */
  address: z.nullable(z.string()),
  device: z.nullable(z.string()),
})
export type AuditEntry = z.infer<typeof auditEntry>
export const auditPage = z.object({ entries: z.array(auditEntry), ...paged })
export type AuditPage = z.infer<typeof auditPage>

/** A custom task that everybody may be offered. */
export const moderatedTask = z.object({
  id: z.string(),
  name: z.string(),
  /** First author: a username, '' for an anonymous device. */
  author: z.string(),
  addedAt: z.string(),
  /** Devices and accounts that added it. */
  owners: z.number(),
  /** When it was approved for everybody; null while open. */
  approvedAt: z.nullable(z.string()),
})
export type ModeratedTask = z.infer<typeof moderatedTask>
/** Open tasks, and approved ones. */
export const moderatedTasks = z.object({
  waiting: z.array(moderatedTask),
  approved: z.array(moderatedTask),
})
export type ModeratedTasks = z.infer<typeof moderatedTasks>

/** Things that are settled on another screen: a waiting file, a failed source, errors, letters, the disk, backups. */
export const TODO_ELSEWHERE = ['file', 'source', 'errors', 'mails', 'disk', 'backup'] as const

/** Something that waits for a moderator or an operator. */
export const todoItem = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('deletion'), at: z.string(), of: listedDeletion }),
  z.object({ kind: z.literal('message'), at: z.string(), of: listedMessage }),
  z.object({ kind: z.literal('comment'), at: z.string(), of: reportedComment }),
  z.object({ kind: z.literal('kit'), at: z.string(), of: reportedKit }),
  z.object({ kind: z.literal('task'), at: z.string(), of: moderatedTask }),
  z.object({
    kind: z.enum(TODO_ELSEWHERE),
    at: z.string(),
    /** `name` of a file or source, '' for others. */
    of: z.object({ name: z.string(), text: z.string(), count: z.number() }),
  }),
])
export type TodoItem = z.infer<typeof todoItem>
/** The newest first; of people's things a hundred of each kind, the longest waiting ones. */
export const todo = z.object({ items: z.array(todoItem) })
export type Todo = z.infer<typeof todo>
