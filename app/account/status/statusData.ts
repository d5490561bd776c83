/** What administrators are told of the installation, as the API answers it. */
import type { MailsPage, MailState, MailTest, Overview, Reading } from '#shared/desk/status.ts'
import { callApi } from '../../api/api.ts'

const read = async (path: string) => (await callApi('GET', path)) as unknown
const post = async (path: string, body: Parameters<typeof callApi>[2]) =>
  (await callApi('POST', path, body)) as unknown

export async function readStatus(): Promise<Overview> {
  return (await read('/api/admin/status')) as Overview
}

export async function readReadings(days: string): Promise<Reading[]> {
  const { readings } = (await read(`/api/admin/readings?days=${days}`)) as { readings: Reading[] }
  return readings
}

/** @param after `next` of the page before */
export async function readMails(state: MailState | 'all', after?: string): Promise<MailsPage> {
  const query = new URLSearchParams({ state, ...(after !== undefined && { after }) })
  return (await read(`/api/admin/mails?${query.toString()}`)) as MailsPage
}

export async function decideMail(id: string, action: 'retry' | 'drop'): Promise<void> {
  await post(`/api/admin/mails/${encodeURIComponent(id)}`, { action })
}

export async function testMail(): Promise<MailTest> {
  return (await post('/api/admin/mail-test', {})) as MailTest
}

export async function announce(
  text: string,
  from: string | null,
  until: string | null,
): Promise<void> {
  await post('/api/admin/announcement', { text, from, until })
}

/** @param text '' for the usual sentence */
export async function setRest(on: boolean, text = ''): Promise<void> {
  await post('/api/admin/maintenance', { on, text })
}

export async function runRound(name: string): Promise<void> {
  await post(`/api/admin/rounds/${encodeURIComponent(name)}`, {})
}

export async function makeBackup(): Promise<void> {
  await post('/api/admin/backups', {})
}

const backupPath = (id: string) => `/api/admin/backups/${encodeURIComponent(id)}`

/** An address that the browser saves from, for some minutes. */
export async function addressOfBackup(id: string): Promise<string> {
  const { ticket } = (await post(backupPath(id), { action: 'ticket' })) as { ticket: string }
  return `/api/backups/${encodeURIComponent(id)}?ticket=${encodeURIComponent(ticket)}`
}

export async function removeBackup(id: string): Promise<void> {
  await post(backupPath(id), { action: 'remove' })
}
