/** Messages of the contact form: stored first, so that none is lost when mail does not work. */
import type { Knex } from 'knex'

import type { ContactForm } from '#shared/contact.ts'
import type { RandomBytes } from '#shared/ids.ts'
import type { Env } from '../env.ts'
import type { Mailer } from './mailer.ts'

import { newId } from '#shared/ids.ts'
import { contactLetter, deskAddresses } from './deskLetters.ts'
import { inLanguage } from '../words/language.ts'

export interface ContactDeps {
  db: Knex
  env: Env
  mailer: Mailer
  now: () => number
  random: RandomBytes
}

export interface ContactMessage extends ContactForm {
  id: string
}

/**
 * Stores a message, once for each key.
 * @param admit asked before a message that is new; throws when there were too many
 * @returns null for a repeat
 */
export async function storeMessage(
  deps: ContactDeps,
  form: ContactForm,
  key: string | null,
  admit: () => Promise<void>,
): Promise<ContactMessage | null> {
  const stored = key === null ? null : `contact:${key}`
  if (stored !== null) {
    const known = await deps.db('idempotency_keys').where({ key: stored }).first('key')
    if (known) return null
  }
  await admit()
  const { name, email, message } = form
  const row = { id: newId(deps.random), name, email, message }
  const at = new Date(deps.now())
  return deps.db.transaction(async (trx) => {
    if (stored !== null) {
      // Two deliveries at once: the second waits here for the first.
      const { rows } = await trx.raw<{ rows: unknown[] }>(
        `insert into idempotency_keys (key, created_at) values (?, ?)
         on conflict (key) do nothing returning key`,
        [stored, at],
      )
      if (rows.length === 0) return null
    }
    await trx('contact_messages').insert({ ...row, received_at: at })
    return row
  })
}

/** Hands messages to the mailer; without an address they wait until there is one. */
export async function mailMessages(
  { db, env, mailer, now }: Omit<ContactDeps, 'random'>,
  messages: readonly ContactMessage[],
): Promise<void> {
  const addresses = deskAddresses(env)
  if (addresses.length === 0 || messages.length === 0) return
  // Noted first: after a crash in between a message is in the table, and not in two mails.
  const ids = messages.map((message) => message.id)
  const taken: string[] = await db('contact_messages')
    .whereIn('id', ids)
    .whereNull('mailed_at')
    .update({ mailed_at: new Date(now()) })
    .returning('id')
    .then((rows: { id: string }[]) => rows.map((row) => row.id))
  for (const message of messages.filter(({ id }) => taken.includes(id))) {
    for (const to of addresses) mailer.send(inLanguage(null, () => contactLetter(to, message)))
  }
}

/** The oldest messages that nobody was mailed yet, for example because nobody was configured. */
export function unmailedMessages(db: Knex, limit: number): Promise<ContactMessage[]> {
  return db('contact_messages')
    .whereNull('mailed_at')
    .orderBy('received_at')
    .limit(limit)
    .select('id', 'name', 'email', 'message')
}
