/**
 * Tells administrators of what is new: an error, a report, a run that failed. One alert a kind and
 * hour, with how many there were: what breaks breaks often.
 */
import type { Knex } from 'knex'
import type { Logger } from 'pino'

import type { Outside } from '../catalogue/outside.ts'
import type { Env } from '../env.ts'
import type { Letter, Mailer } from '../mail/mailer.ts'

import { links } from '#shared/links.ts'
import { many, t } from '#shared/words/words.ts'
import { guardedPost } from '../catalogue/guardedFetch.ts'
import { composeLetter } from '../mail/letters.ts'

export type AlertKind = 'error' | 'report' | 'run'

const HOUR_MS = 3_600_000
const RETRY_MS = 5 * 60_000
const TIMEOUT_MS = 10_000
const MAX_WORDS = 300

const PLACES: Record<AlertKind, string> = {
  error: links.adminErrors(),
  report: links.adminAccounts(),
  run: links.admin(),
}

/** Remembers that there is something to tell. @param words of the first of several, one line */
export async function noteAlert(db: Knex, at: number, kind: AlertKind, words: string) {
  await db('alerts')
    .insert({ kind, waiting: 1, first_at: new Date(at), first_words: words.slice(0, MAX_WORDS) })
    .onConflict('kind')
    .merge({
      waiting: db.raw('alerts.waiting + 1'),
      first_at: db.raw(
        'case when alerts.waiting = 0 then excluded.first_at else alerts.first_at end',
      ),
      first_words: db.raw(
        'case when alerts.waiting = 0 then excluded.first_words else alerts.first_words end',
      ),
    })
}

export interface AlertDeps {
  db: Knex
  now(): number
  log: Logger
  mailer: Pick<Mailer, 'send'>
  outside: Outside
  env: Pick<Env, 'PUBLIC_URL' | 'ADMIN_EMAILS' | 'ALERT_MAIL' | 'ALERT_WEBHOOK' | 'SHOP_HOSTS'>
}

export interface Alert {
  kind: AlertKind
  count: number
  /** Of the first of them. */
  words: string
  /** Where administrators see more. */
  url: string
}

/** Tells what waits, each kind once an hour at most. */
export async function tellAlerts(deps: AlertDeps): Promise<void> {
  const { db, now, env } = deps
  const due = await db.transaction(async (trx) => {
    const rows: { kind: AlertKind; waiting: number; first_words: string }[] = await trx('alerts')
      .where('waiting', '>', 0)
      .where((alerts) => {
        void alerts.whereNull('told_at').orWhere('told_at', '<=', new Date(now() - HOUR_MS))
      })
      .forUpdate()
      .skipLocked()
      .select('kind', 'waiting', 'first_words')
    const kinds = rows.map(({ kind }) => kind)
    await trx('alerts')
      .whereIn('kind', kinds)
      .update({ waiting: 0, told_at: new Date(now()) })
    return rows
  })
  for (const { kind, waiting, first_words: words } of due) {
    const alert = { kind, count: waiting, words, url: env.PUBLIC_URL + PLACES[kind] }
    if (env.ALERT_MAIL) {
      for (const to of await administratorsAddresses(db, env)) {
        deps.mailer.send(alertLetter({ to, ...alert }))
      }
    }
    if (env.ALERT_WEBHOOK && !(await post(deps, env.ALERT_WEBHOOK, alert))) {
      const later = new Date(now() - HOUR_MS + RETRY_MS)
      // A mail has told it, so it is not counted twice there.
      if (!env.ALERT_MAIL) {
        await db('alerts')
          .where({ kind })
          .update({
            told_at: later,
            waiting: db.raw('waiting + ?', [waiting]),
            first_words: words,
          })
      }
    }
  }
}

/** `{kind, count, words, url, text}` as JSON; `text` is what chats show. @returns whether it was taken */
async function post({ outside, env, log }: AlertDeps, address: string, alert: Alert) {
  const body = Buffer.from(
    JSON.stringify({ ...alert, text: `${alertTitle(alert)}: ${alert.words}` }),
  )
  try {
    const { status } = await guardedPost(outside, address, {
      hosts: env.SHOP_HOSTS,
      timeoutMs: TIMEOUT_MS,
      headers: { 'Content-Type': 'application/json' },
      body,
    })
    if (status >= 200 && status < 300) return true
    log.warn({ status }, 'an alert was not taken')
  } catch (error) {
    log.warn({ why: (error as Error).message }, 'an alert could not be delivered')
  }
  return false
}

/** "3 new errors" */
export function alertTitle({ kind, count }: Pick<Alert, 'kind' | 'count'>): string {
  switch (kind) {
    case 'error':
      return many(count, '{count} new error', '{count} new errors')
    case 'report':
      return many(count, '{count} new report', '{count} new reports')
    case 'run':
      return many(count, '{count} failed run', '{count} failed runs')
  }
}

function alertLetter({ to, words, url, ...alert }: Alert & { to: string }): Letter {
  return composeLetter({
    to,
    subject: alertTitle(alert),
    before: [alert.count === 1 ? t('There is one:') : t('The first of them:'), words],
    action: { label: t('Look at it'), url },
    after: [t('Of what follows within an hour you are told together.')],
  })
}

/** Of whoever may administer: by settings, and by name with an address that was confirmed. */
export async function administratorsAddresses(
  db: Knex,
  { ADMIN_EMAILS }: Pick<Env, 'ADMIN_EMAILS'>,
): Promise<string[]> {
  const named: string[] = await db('users')
    .where({ is_admin: true, deleted_at: null, suspended_at: null })
    .whereNotNull('email_verified_at')
    .whereNotNull('email_key')
    .pluck('email_key')
  return [...new Set([...ADMIN_EMAILS, ...named])]
}
