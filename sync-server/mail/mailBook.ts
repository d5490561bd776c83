/**
 * Every letter, and what became of it. One that a mail server would not take yet waits here, over
 * restarts, and is tried for two days; but for those whose link opens an account: a database must
 * not hold what it keeps only hashes of elsewhere. Whoever waits for one of them asks anew.
 */
import type { MailsPage, MailState } from '#shared/desk/status.ts'
import type { Knex } from 'knex'

import { z } from 'zod'

import { MAIL_STATES } from '#shared/desk/status.ts'
import { Problem } from '#shared/problem.ts'
import { t } from '#shared/words/words.ts'
import { audit } from '../accounts/audit.ts'
import type { Letter, Mailer, NoteMail } from './mailer.ts'

const A_PAGE = 20
const MINUTE_MS = 60_000
/** Before each further try, once those of the first seconds are over. */
const WAITS_MS = [1, 5, 15, 60, 180, 360, 720, 1_440].map((minutes) => minutes * MINUTE_MS)
/** Whoever has a letter in hand has it for so long. */
const IN_HAND_MS = 5 * MINUTE_MS
const AT_ONCE = 20

/** Its links open an account: it is told by the secret in it. */
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
  at: Date
  recipient: string
  subject: string
  state: MailState
  tries: number
  tried_at: Date
  next_at: Date | null
  reason: string
  letter: Letter | null
}

/** Tries what is due. @returns whether there may be more */
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
  // Those of the first seconds were made before it came here.
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

/** `after` is `next` of the page before. */
export const mailsQuery = z.object({
  state: z.enum([...MAIL_STATES, 'all'], `all, ${MAIL_STATES.join(', ')}`).default('all'),
  after: z
    .string()
    .regex(/^\d{1,18}$/, 'this place in the list is not readable')
    .optional(),
})

/** The latest first. */
export async function listMails(
  db: Knex,
  { state, after }: z.infer<typeof mailsQuery>,
  limit = A_PAGE,
): Promise<MailsPage> {
  const rows: (Omit<Row, 'letter'> & { is_whole: boolean })[] = await db('mails')
    .where((mails) => {
      if (state !== 'all') void mails.where({ state })
      if (after !== undefined) void mails.where('id', '<', after)
    })
    .orderBy('id', 'desc')
    .limit(limit + 1)
    .select('id', 'at', 'recipient', 'subject', 'state', 'tries', 'tried_at', 'next_at', 'reason')
    .select(db.raw('letter is not null as is_whole'))
  const page = rows.slice(0, limit)
  return {
    mails: page.map((row) => ({
      id: row.id,
      at: row.at.toISOString(),
      to: row.recipient,
      subject: row.subject,
      state: row.state,
      tries: row.tries,
      triedAt: row.tried_at.toISOString(),
      nextAt: row.next_at?.toISOString() ?? null,
      reason: row.reason,
      canRetry: row.is_whole,
    })),
    next: rows.length > page.length ? (page.at(-1)?.id ?? null) : null,
  }
}

/** How many letters there are of each state. */
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
 * Has a letter tried at the next minute, or tries it no more. Throws 404 for one that is not here
 * whole, or has left.
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

/** What waited when a backup was made was sent since, or is void. */
export async function dropWaiting(trx: Knex): Promise<void> {
  await trx('mails')
    .whereNotNull('letter')
    .update({ state: 'dropped', next_at: null, letter: null })
}
