/** Messages of the contact form: stored, so that none is lost when mail fails. */
import type { Knex } from 'knex'

import type { ContactForm } from '#shared/contact.ts'
import type { Env } from '../env/env.ts'
import type { Mailer } from './mailer.ts'

import { newId, type RandomBytes } from '#shared/ids.ts'
import { noteAlert } from '../auditLog/noteAlert.ts'

export interface ContactDeps {
  db: Knex
  env: Env
  mailer: Mailer
  now: () => number
  random: RandomBytes
}

/**
 * Stores a message, once per idempotency key.
 * @param admit guard of a new message; throws when there were too many
 */
export async function storeMessage(
  deps: ContactDeps,
  form: ContactForm,
  key: string | null,
  admit: () => Promise<void>,
): Promise<void> {
  const stored = key === null ? null : `contact:${key}`
  if (stored !== null) {
    const known = await deps.db('idempotency_keys').where({ key: stored }).first('key')
    if (known) return
  }
  await admit()
  const { name, email, message } = form
  const row = { id: newId(deps.random), name, email, message }
  const at = new Date(deps.now())
  await deps.db.transaction(async (trx) => {
    if (stored !== null) {
      // Two concurrent deliveries: the second waits here for the first.
      const { rows } = await trx.raw<{ rows: unknown[] }>(
        `insert into idempotency_keys (key, created_at) values (?, ?)
         on conflict (key) do nothing returning key`,
        [stored, at],
      )
      if (rows.length === 0) return
    }
    await trx('contact_messages').insert({ ...row, received_at: at })
    await noteAlert(trx, 'message')
  })
}
