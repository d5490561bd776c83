/** What administrators are told of accounts, as the API answers it. */
import type { Json } from '#shared/sync/cells.ts'

import { callApi } from '../../api/api.ts'

export interface DeletionRequest {
  id: string
  username: string
  email: string | null
  requestedAt: string
  status: string
  decidedAt: string | null
}

export interface ReportedComment {
  commentId: string
  kitId: string
  buildId: string
  kitName: string
  author: string
  content: string
  reasons: string[]
  /** When the first report came. */
  reportedAt: string
  count: number
}

export interface ReportedKit {
  kitId: string
  buildId: string
  kitName: string
  /** Only its owner finds it. */
  hidden: boolean
  reasons: string[]
  /** When the first report came. */
  reportedAt: string
  count: number
}

export interface HiddenKit {
  kitId: string
  buildId: string
  kitName: string
  hiddenAt: string
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

export interface UsersPage {
  users: ListedUser[]
  /** Goes into `after`; null on the last page. */
  next: string | null
}

export interface ContactMessage {
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

export interface MessagesPage {
  messages: ContactMessage[]
  /** Goes into `after`; null on the last page. */
  next: string | null
}

/** Mail that became files, because the server has no mail server. */
export interface Outbox {
  isOutbox: boolean
  letters: OutboxLetter[]
}

export interface OutboxLetter {
  id: string
  to: string
  subject: string
  text: string
  /** Milliseconds since 1970. */
  at: number
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

export interface AuditPage {
  entries: AuditEntry[]
  /** Goes into `before`; null on the last page. */
  next: string | null
}

const read = async (path: string) => (await callApi('GET', path)) as unknown

/** A page of a list; `next` goes into `after`, null on the last page. */
interface Page {
  next: string | null
}
export interface DeletionsPage extends Page {
  requests: DeletionRequest[]
}
export interface ReportsPage extends Page {
  reports: ReportedComment[]
}
export interface KitReportsPage extends Page {
  reports: ReportedKit[]
}
export interface HiddenKitsPage extends Page {
  kits: HiddenKit[]
}

/** Reads a list of the desk page by page. @returns its first page without `after` */
const pagesOf =
  <P extends Page>(list: string) =>
  async (after?: string): Promise<P> =>
    (await read(`/api/admin/${list}${after ? `?after=${encodeURIComponent(after)}` : ''}`)) as P

export const readDeletions = pagesOf<DeletionsPage>('deletion-requests')
export const readReports = pagesOf<ReportsPage>('reports')
export const readKitReports = pagesOf<KitReportsPage>('kit-reports')
export const readHiddenKits = pagesOf<HiddenKitsPage>('hidden-kits')

/** The whole of a list of the desk as a file. */
export const fileOf = (list: string, name: string) => ({
  path: `/api/admin/${list}`,
  name,
})

/** A hidden kit is found again by everybody who could find it before. */
export async function showKit(kitId: string): Promise<void> {
  await callApi('POST', `/api/admin/kits/${encodeURIComponent(kitId)}`, { hidden: false })
}

/** By username. @param after `next` of the page before */
export async function readUsers(
  { q, state }: { q: string; state: 'all' | 'suspended' },
  after?: string,
): Promise<UsersPage> {
  const query = new URLSearchParams({ q, state, ...(after !== undefined && { after }) })
  return (await read(`/api/admin/users?${query.toString()}`)) as UsersPage
}

/** The same as a file. */
export const usersFile = (asked: { q: string; state: 'all' | 'suspended' }) => ({
  path: `/api/admin/users?${new URLSearchParams(asked).toString()}`,
  name: 'accounts',
})

/** Those that wait, the oldest first, or those that are done, the latest first. */
export async function readMessages(
  state: 'waiting' | 'done',
  after?: string,
): Promise<MessagesPage> {
  const query = new URLSearchParams({ state, ...(after !== undefined && { after }) })
  return (await read(`/api/admin/messages?${query.toString()}`)) as MessagesPage
}

/** @param answer null to put it away without one */
export async function answerMessage(id: string, answer: string | null): Promise<void> {
  await callApi('POST', `/api/admin/messages/${encodeURIComponent(id)}`, { answer })
}

/** The newest 50. */
export async function readOutbox(): Promise<Outbox> {
  return (await read('/api/admin/mail')) as Outbox
}

/** @param before `next` of the page before */
export async function readAudit(before?: string): Promise<AuditPage> {
  const query = before === undefined ? '' : `?before=${encodeURIComponent(before)}`
  return (await read(`/api/admin/audit${query}`)) as AuditPage
}

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

/** Those that wait first, then those everybody is offered. */
export async function readTasks(): Promise<ModeratedTask[]> {
  const { waiting, approved } = (await read('/api/admin/tasks')) as {
    waiting: ModeratedTask[]
    approved: ModeratedTask[]
  }
  return [...waiting, ...approved]
}
