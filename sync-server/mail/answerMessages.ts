/** What administrators read of the contact form, and what they write back. */
import type { MessagesPage } from '#shared/desk/people.ts'
import type { Knex } from 'knex'

import { z } from 'zod'

import { contactAnswer } from '#shared/contact.ts'
import { emailKey } from '#shared/account.ts'
import { Problem } from '#shared/problem.ts'
import { t } from '#shared/words/words.ts'
import { audit } from '../accounts/audit.ts'
import { pageOf, place, splitPlace } from '../http/keyset.ts'
import type { ContactDeps } from './contactMessages.ts'
import { answerLetter, deskAddresses } from './deskLetters.ts'
import { inLanguage } from '../words/language.ts'
import { languageOf } from '../words/ownLanguage.ts'

const A_PAGE = 20

/** `after` is `next` of the page before. */
export const messagesQuery = z.object({
  state: z.enum(['waiting', 'done'], 'waiting or done').default('waiting'),
  after: place.optional(),
})

/** Without an answer it is put away. */
export const answerBody = z.object({ answer: z.nullable(contactAnswer) })

interface Row {
  id: string
  name: string
  email: string
  message: string
  received_at: Date
  answer: string | null
  done_at: Date | null
  done_by: string | null
}

/** Those that wait, the oldest first; those that are done, the latest first. */
export async function listMessages(
  db: Knex,
  { state, after }: z.infer<typeof messagesQuery>,
  limit = A_PAGE,
): Promise<MessagesPage> {
  const [at, id] = splitPlace(after)
  const [when, order, is] =
    state === 'waiting' ? ['received_at', 'asc', '>'] : ['done_at', 'desc', '<']
  const rows: Row[] = await db('contact_messages as m')
    .leftJoin('users as u', 'u.id', 'm.done_by')
    .whereRaw(`m.done_at is ${state === 'waiting' ? '' : 'not '}null`)
    .where((messages) => {
      if (at !== null) void messages.whereRaw(`(m.${when}, m.id) ${is} (?, ?)`, [at, id])
    })
    .orderBy([
      { column: `m.${when}`, order },
      { column: 'm.id', order },
    ])
    .limit(limit + 1)
    .select('m.id', 'm.name', 'm.email', 'm.message', 'm.received_at', 'm.answer', 'm.done_at')
    .select({ done_by: 'u.username' })
  const { page, next } = pageOf(rows, limit, ({ id, received_at, done_at }) => [
    done_at ?? received_at,
    id,
  ])
  return {
    messages: page.map((row) => ({
      id: row.id,
      name: row.name,
      email: row.email,
      message: row.message,
      receivedAt: row.received_at.toISOString(),
      answer: row.answer,
      doneAt: row.done_at?.toISOString() ?? null,
      doneBy: row.done_by ?? '',
    })),
    next,
  }
}

/**
 * Mails an answer to whoever wrote, or puts the message away without one, once. Throws 404 for an
 * unknown id, and 409 where somebody else was sooner: nobody gets two answers.
 * @param actor the id of the administrator
 */
export async function answerMessage(
  { db, env, mailer, now }: Pick<ContactDeps, 'db' | 'env' | 'mailer' | 'now'>,
  id: string,
  answer: string | null,
  actor: string,
): Promise<void> {
  const done = { answer, done_at: new Date(now()), done_by: actor }
  const message = await db.transaction(async (trx) => {
    const [row]: { name: string; email: string; message: string }[] = await trx('contact_messages')
      .where({ id })
      .whereNull('done_at')
      .update(done)
      .returning(['name', 'email', 'message'])
    if (!row) return null
    const action = answer === null ? 'close_message' : 'answer_message'
    await audit(trx, now(), { actor, action, subject: `message:${id}` })
    return row
  })
  if (!message) {
    const isThere = await db('contact_messages').where({ id }).first('id')
    if (isThere) throw new Problem('already_done', 409, t('Somebody has dealt with it already.'))
    throw new Problem('not_found', 404, t('There is no such message.'))
  }
  if (answer === null) return
  const [replyTo] = deskAddresses(env)
  const language = await languageOf(db, { email_key: emailKey(message.email) })
  mailer.send(inLanguage(language, () => answerLetter({ ...message, answer, replyTo })))
}
