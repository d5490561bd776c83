/**
 * Log of all letters and their state. A letter the mail server deferred waits here, over restarts,
 * and is retried for two days. Not so letters whose link opens an account: the database keeps such
 * secrets only as hashes, and the user asks for a new one.
 */
import type { ListedMail, MailsPage, MailState } from '#shared/admin/status.ts'
import type { Knex } from 'knex'

import { z } from 'zod'

import { MAIL_STATES } from '#shared/admin/status.ts'
import { Problem } from '#shared/problem.ts'
import { t } from '#shared/words/words.ts'
import { audit } from '../auditLog/auditLog.ts'
import { pageOf, type Timed } from '../db/keyset.ts'
import type { Letter, Mailer, NoteMail } from './mailer.ts'

const A_PAGE = 20
const MINUTE_MS = 60_000
/** Backoff after the first seconds' tries. */
const WAITS_MS = [1, 5, 15, 60, 180, 360, 720, 1_440].map((minutes) => minutes * MINUTE_MS)
/** Lease of a letter being sent. */
const IN_HAND_MS = 5 * MINUTE_MS
const AT_ONCE = 20

/** Whether its link opens an account: the token in it tells. */
const opensAccount = ({ text }: Letter): boolean => text.includes('#token=')

/** @param now milliseconds */
export function mailBook(db: Knex, now: () => number): NoteMail {
  return async (letter, { state, reason }, tries) => {
    const isWaiting = state === 'later' && !opensAccount(letter)
    const at = new Date(now())
    await db('mails').insert({
      at,
      recipient: letter.to,
      subject: letter.subject,
      state: isWaiting ? 'waiting' : state === 'later' ? 'failed' : state,
      tries,
      tried_at: at,
      reason,
      ...(isWaiting && {
        letter: JSON.stringify(letter),
        next_at: new Date(now() + (WAITS_MS[0] ?? 0)),
      }),
    })
  }
}

export interface MailBookDeps {
  db: Knex
  mailer: Pick<Mailer, 'attempt'>
  now(): number
}

interface Row {
  id: string
  tries: number
  letter: Letter | null
}

/** Sends due letters. @returns whether there may be more */
export async function sendWaiting({ db, mailer, now }: MailBookDeps): Promise<boolean> {
  const { rows } = await db.raw<{ rows: Row[] }>(
    `update mails set next_at = :later where id = any(array(
       select id from mails where state = 'waiting' and next_at <= :now
       order by next_at limit ${AT_ONCE} for update skip locked)) returning *`,
    { later: new Date(now() + IN_HAND_MS), now: new Date(now()) },
  )
  for (const row of rows) {
    if (row.letter) await sendOne({ db, mailer, now }, row, row.letter)
  }
  return rows.length === AT_ONCE
}

async function sendOne({ db, mailer, now }: MailBookDeps, row: Row, letter: Letter) {
  const { state, reason } = await mailer.attempt(letter)
  const tries = row.tries + 1
  // The mailer made the first three tries.
  const waitMs = WAITS_MS[Math.max(1, tries - 3)]
  const isWaiting = state === 'later' && waitMs !== undefined
  await db('mails')
    .where({ id: row.id, state: 'waiting' })
    .update({
      tries,
      reason,
      tried_at: new Date(now()),
      state: isWaiting ? 'waiting' : state === 'later' ? 'failed' : state,
      next_at: isWaiting ? new Date(now() + waitMs) : null,
      ...(!isWaiting && state === 'sent' && { letter: null }),
    })
}

/** `after` is the previous page's `next`. */
export const mailsQuery = z.object({
  state: z.enum([...MAIL_STATES, 'all'], `all, ${MAIL_STATES.join(', ')}`).default('all'),
  after: z
    .string()
    .regex(/^\d{1,18}$/, 'this place in the list is not readable')
    .optional(),
})

/** Latest first. */
export async function listMails(
  db: Knex,
  { state, after }: z.infer<typeof mailsQuery>,
  limit = A_PAGE,
): Promise<MailsPage> {
  const rows: Timed<ListedMail, 'at' | 'triedAt' | 'nextAt'>[] = await db('mails')
    .where((mails) => {
      if (state !== 'all') void mails.where({ state })
      if (after !== undefined) void mails.where('id', '<', after)
    })
    .orderBy('id', 'desc')
    .limit(limit + 1)
    .select('id', 'at', 'subject', 'state', 'tries', 'reason')
    .select({ to: 'recipient', triedAt: 'tried_at', nextAt: 'next_at' })
    .select(db.raw('letter is not null as "canRetry"'))
  const { page: mails, next } = pageOf(rows, limit, ({ id }) => id)
  return { mails, next }
}

/** Count of letters by state. */
export async function countMails(db: Knex): Promise<Record<MailState, number>> {
  const rows: { state: MailState; count: string }[] = await db('mails')
    .groupBy('state')
    .select('state')
    .count('* as count')
  const counts = new Map(rows.map(({ state, count }) => [state, Number(count)]))
  return {
    waiting: counts.get('waiting') ?? 0,
    sent: counts.get('sent') ?? 0,
    refused: counts.get('refused') ?? 0,
    failed: counts.get('failed') ?? 0,
    dropped: counts.get('dropped') ?? 0,
  }
}

/**
 * Retries a letter at the next minute, or gives it up. Throws 404 for one whose text is not stored,
 * or that was sent.
 * @param actor user id
 */
export async function decideMail(
  { db, now }: Pick<MailBookDeps, 'db' | 'now'>,
  id: string,
  action: 'retry' | 'drop',
  actor: string,
): Promise<void> {
  await db.transaction(async (trx) => {
    const changed = await trx('mails')
      .where({ id })
      .whereNotNull('letter')
      .whereNot({ state: 'sent' })
      .update(
        action === 'retry'
          ? { state: 'waiting', next_at: new Date(now()) }
          : { state: 'dropped', next_at: null, letter: null },
      )
    if (changed === 0) {
      throw new Problem('not_found', 404, t('This mail has left, or is not kept to be sent again.'))
    }
    await audit(trx, now(), { actor, action: `${action}_mail`, subject: `mail:${id}` })
  })
}

/** Drops letters a backup has waiting: they were sent since, or are void. */
export async function dropWaiting(trx: Knex): Promise<void> {
  await trx('mails')
    .whereNotNull('letter')
    .update({ state: 'dropped', next_at: null, letter: null })
}
