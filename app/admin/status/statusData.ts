/** Calls of the status screen. */
import * as z from 'zod/mini'

import { mailTest, overview, reading, type Reading } from '#shared/admin/status.ts'
import { askApi } from '../../data/api/api.ts'
import { deskPath } from '../desk/adminData.ts'

export const readStatus = () => askApi(overview, 'GET', deskPath('status'))

const readings = z.object({ readings: z.array(reading) })

export async function readReadings(days: string): Promise<Reading[]> {
  return (await askApi(readings, 'GET', `/api/admin/readings?days=${days}`)).readings
}

export const testMail = () => askApi(mailTest, 'POST', deskPath('mail-test'), {})

const backupTicket = z.object({ ticket: z.string() })

/** Downloads by form post, so that the ticket is in no URL, log or history. */
export async function saveBackup(id: string): Promise<void> {
  const path = deskPath('backups', id)
  const { ticket } = await askApi(backupTicket, 'POST', path, { action: 'ticket' })
  const action = `/api/backups/${encodeURIComponent(id)}`
  const form = Object.assign(document.createElement('form'), { method: 'post', action })
  const field = Object.assign(document.createElement('input'), { name: 'ticket', value: ticket })
  form.hidden = true
  form.append(field)
  document.body.append(form)
  form.submit()
  form.remove()
}
