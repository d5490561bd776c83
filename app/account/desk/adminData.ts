/** What administrators are told of accounts, as the API answers it. */
import type {
  AuditPage,
  DeletionsPage,
  HiddenKitsPage,
  KitReportsPage,
  MessagesPage,
  ModeratedTask,
  ModeratedTasks,
  Outbox,
  Page,
  ReportsPage,
  UsersPage,
} from '#shared/desk/people.ts'

import { callApi } from '../../api/api.ts'

const read = async (path: string) => (await callApi('GET', path)) as unknown

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

/** Those that wait first, then those everybody is offered. */
export async function readTasks(): Promise<ModeratedTask[]> {
  const { waiting, approved } = (await read('/api/admin/tasks')) as ModeratedTasks
  return [...waiting, ...approved]
}
