/** Calls of the status screen. */
import * as z from 'zod/mini'

import {
  mailTest,
  type MailTest,
  overview,
  type Overview,
  reading,
  type Reading,
} from '#shared/admin/status.ts'
import { askApi, callApi } from '../../data/api/api.ts'

async function post(path: string, body: unknown): Promise<void> {
  await callApi('POST', path, body)
}

export async function readStatus(): Promise<Overview> {
  return askApi(overview, 'GET', '/api/admin/status')
}

const readings = z.object({ readings: z.array(reading) })

export async function readReadings(days: string): Promise<Reading[]> {
  return (await askApi(readings, 'GET', `/api/admin/readings?days=${days}`)).readings
}

export async function decideMail(id: string, action: 'retry' | 'drop'): Promise<void> {
  await post(`/api/admin/mails/${encodeURIComponent(id)}`, { action })
}

export async function testMail(): Promise<MailTest> {
  return askApi(mailTest, 'POST', '/api/admin/mail-test', {})
}

export async function announce(
  text: string,
  from: string | null,
  until: string | null,
): Promise<void> {
  await post('/api/admin/announcement', { text, from, until })
}

/** @param text '' for the default message */
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

const backupTicket = z.object({ ticket: z.string() })

/** Downloads by form post, so that the ticket is in no URL, log or history. */
export async function saveBackup(id: string): Promise<void> {
  const { ticket } = await askApi(backupTicket, 'POST', backupPath(id), { action: 'ticket' })
  const action = `/api/backups/${encodeURIComponent(id)}`
  const form = Object.assign(document.createElement('form'), { method: 'post', action })
  const field = Object.assign(document.createElement('input'), { name: 'ticket', value: ticket })
  form.hidden = true
  form.append(field)
  document.body.append(form)
  form.submit()
  form.remove()
}

export async function removeBackup(id: string): Promise<void> {
  await post(backupPath(id), { action: 'remove' })
}
