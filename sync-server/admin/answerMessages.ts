/** Contact form messages as administrators read and answer them. */
import type { ListedMessage, MessagesPage } from '#shared/admin/people.ts'
import type { Knex } from 'knex'

import { z } from 'zod'

import { contactAnswer } from '#shared/contact.ts'
import { emailKey } from '#shared/account.ts'
import { Problem } from '#shared/problem.ts'
import { t } from '#shared/words/words.ts'
import { audit } from '../auditLog/auditLog.ts'
import { pageOf, place, placeOf, splitPlace, type Timed } from '../db/keyset.ts'
import type { ContactDeps } from '../mail/contactMessages.ts'
import { answerLetter, deskAddresses } from '../mail/deskLetters.ts'
import { inLanguage } from '../words/language.ts'
import { languageOf } from '../words/ownLanguage.ts'

const A_PAGE = 20

/** `after` is the previous page's `next`. */
export const messagesQuery = z.object({
  state: z.enum(['waiting', 'done'], 'waiting or done').default('waiting'),
  after: place.optional(),
})

/** A null answer closes the message unanswered. */
export const answerBody = z.object({ answer: z.nullable(contactAnswer) })

/** Those that wait, the oldest first; those that are done, the latest first. */
export async function listMessages(
  db: Knex,
  { state, after }: z.infer<typeof messagesQuery>,
  limit = A_PAGE,
): Promise<MessagesPage> {
  const [at, id] = splitPlace(after)
  const [when, order, is] =
    state === 'waiting' ? ['received_at', 'asc', '>'] : ['done_at', 'desc', '<']
  const rows: Timed<ListedMessage, 'receivedAt' | 'doneAt'>[] = await db('contact_messages as m')
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
    .select('m.id', 'm.name', 'm.email', 'm.message', 'm.answer')
    .select({ receivedAt: 'm.received_at', doneAt: 'm.done_at' })
    .select(db.raw(`coalesce(u.username, '') as "doneBy"`))
  const { page: messages, next } = pageOf(rows, limit, ({ id: last, receivedAt, doneAt }) =>
    placeOf(doneAt ?? receivedAt, last),
  )
  return { messages, next }
}

/**
 * Mails an answer to a message's sender, or closes it without one, once. Throws 404 for an unknown
 * id, and 409 when another administrator was first: nobody gets two answers.
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
