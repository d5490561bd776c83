/** What administrators are told of the installation, as the API answers it. */
import { callApi } from '../../api/api.ts'

export interface Setting {
  name: string
  /** Null for a secret, and for one that is not set. */
  value: string | null
  isSet: boolean
}

export interface Backup {
  id: string
  state: 'making' | 'made' | 'failed'
  createdAt: string
  /** A username, '' where the account is gone. */
  madeBy: string
  bytes: number | null
  /** Of the machine that has it, and its path there. */
  host: string
  path: string
  /** When the file goes. */
  until: string
}

export interface Round {
  name: string
  beganAt: string
  /** Milliseconds. */
  took: number | null
  runs: number
  failures: number
  failedAt: string | null
  failedStep: string
}

export interface Announcement {
  id: string
  text: string
  /** Milliseconds; null for at once, and for until it is taken back. */
  from: number | null
  until: number | null
}

export interface OperatorWord {
  announcement: Announcement | null
  rest: { since: number; text: string } | null
}

export type MailState = 'waiting' | 'sent' | 'refused' | 'failed' | 'dropped'

export interface Overview {
  versions: {
    wrenchlist: string
    commit: string
    node: string
    postgres: string
    schema: string
    host: string
    /** Seconds. */
    uptime: number
  }
  settings: Setting[]
  database: {
    bytes: number
    tables: { name: string; bytes: number; rows: number }[]
    connections: number
    maxConnections: number
    migrations: { done: number; missing: string[]; unknown: string[] }
    standby: { isUsed: boolean; why: string; behindBytes: number | null } | null
  }
  disk: { path: string; free: number; total: number } | null
  mail: {
    isSmtp: boolean
    folder: string
    counts: Record<MailState, number>
    notices: { waiting: number; retried: number }
  }
  rounds: Round[]
  jobs: {
    states: Record<string, number>
    last: { kind: string; source: string; state: string; error: string; at: string }[]
  }
  backups: Backup[]
  word: OperatorWord
}

export interface Mail {
  id: string
  at: string
  to: string
  subject: string
  state: MailState
  tries: number
  triedAt: string
  nextAt: string | null
  /** "550", "ECONNREFUSED"; '' for none. */
  reason: string
  /** Whether it is kept to be sent again. */
  canRetry: boolean
}

export interface MailsPage {
  mails: Mail[]
  next: string | null
}

export interface Reading {
  at: string
  people: number | null
  kits: number | null
  saves: number | null
  pushes: number
  /** Of them, how many had waited longer than a minute. */
  late: number
  /** Seconds at most; 0 is less than 10. */
  median: number | null
  p95: number | null
}

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

export interface MailTest {
  to: string
  state: 'sent' | 'refused' | 'later'
  reason: string
  isFile: boolean
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
