/**
 * Tells the desk of what is new: an error, a report, a message, a run that failed. One alert a kind and
 * hour, with how many there were and where they are read: no word of a stranger, whose links and calls
 * mail and chats would make live.
 */
import type { Knex } from 'knex'
import type { Logger } from 'pino'

import type { Outside } from '../catalogue/outside.ts'
import type { Env } from '../env.ts'
import type { Letter, Mailer } from '../mail/mailer.ts'

import { links } from '#shared/links.ts'
import { many, t } from '#shared/words/words.ts'
import { guardedPost } from '../catalogue/guardedFetch.ts'
import { deskAddresses } from '../mail/deskLetters.ts'
import { composeLetter } from '../mail/letters.ts'

/** `stranger` is an error that somebody without an account reports. */
export type AlertKind = 'error' | 'stranger' | 'report' | 'run' | 'message' | 'deletion'

const HOUR_MS = 3_600_000
const RETRY_MS = 5 * 60_000
const TIMEOUT_MS = 10_000

const PLACES: Record<AlertKind, string> = {
  error: links.adminErrors(),
  stranger: links.adminErrors(),
  report: links.adminAccounts(),
  run: links.admin(),
  message: links.adminAccounts(),
  deletion: links.adminAccounts(),
}

/** Remembers that there is something to tell. */
export async function noteAlert(db: Knex, kind: AlertKind) {
  await db('alerts')
    .insert({ kind, waiting: 1 })
    .onConflict('kind')
    .merge({ waiting: db.raw('alerts.waiting + 1') })
}

export interface AlertDeps {
  db: Knex
  now(): number
  log: Logger
  mailer: Pick<Mailer, 'send'>
  outside: Outside
  env: Pick<
    Env,
    'PUBLIC_URL' | 'ADMIN_EMAILS' | 'CONTACT_EMAIL' | 'ALERT_MAIL' | 'ALERT_WEBHOOK' | 'SHOP_HOSTS'
  >
}

export interface Alert {
  kind: AlertKind
  count: number
  /** Where administrators see more. */
  url: string
}

/** Tells what waits, each kind once an hour at most. */
export async function tellAlerts(deps: AlertDeps): Promise<void> {
  const { db, now, env } = deps
  const due = await db.transaction(async (trx) => {
    const rows: { kind: AlertKind; waiting: number }[] = await trx('alerts')
      .where('waiting', '>', 0)
      .where((alerts) => {
        void alerts.whereNull('told_at').orWhere('told_at', '<=', new Date(now() - HOUR_MS))
      })
      .forUpdate()
      .skipLocked()
      .select('kind', 'waiting')
    const kinds = rows.map(({ kind }) => kind)
    await trx('alerts')
      .whereIn('kind', kinds)
      .update({ waiting: 0, told_at: new Date(now()) })
    return rows
  })
  for (const { kind, waiting } of due) {
    const alert = { kind, count: waiting, url: env.PUBLIC_URL + PLACES[kind] }
    const mailed = await addressesFor(deps, kind)
    for (const to of mailed) deps.mailer.send(alertLetter({ to, ...alert }))
    const isPosted = env.ALERT_WEBHOOK ? await post(deps, env.ALERT_WEBHOOK, alert) : false
    if (isPosted || mailed.length > 0) continue
    // Nobody has heard it.
    await db('alerts')
      .where({ kind })
      .update({
        told_at: new Date(now() - HOUR_MS + RETRY_MS),
        waiting: db.raw('waiting + ?', [waiting]),
      })
  }
}

/** What somebody waits for an answer to is mailed whether or not other alerts are. */
async function addressesFor({ db, env }: AlertDeps, kind: AlertKind): Promise<string[]> {
  if (kind === 'message' || kind === 'deletion') return deskAddresses(env)
  return env.ALERT_MAIL ? administratorsAddresses(db, env) : []
}

/** `{kind, count, url, text}` as JSON; `text` is what chats show. @returns whether it was taken */
async function post({ outside, env, log }: AlertDeps, address: string, alert: Alert) {
  const body = Buffer.from(JSON.stringify({ ...alert, text: `${alertTitle(alert)}: ${alert.url}` }))
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
    case 'stranger':
      return many(
        count,
        '{count} new error, reported without an account',
        '{count} new errors, reported without an account',
      )
    case 'report':
      return many(count, '{count} new report', '{count} new reports')
    case 'run':
      return many(count, '{count} failed run', '{count} failed runs')
    case 'message':
      return many(
        count,
        '{count} message from the contact form',
        '{count} messages from the contact form',
      )
    case 'deletion':
      return many(count, '{count} account asks to be deleted', '{count} accounts ask to be deleted')
  }
}

function alertLetter({ to, url, ...alert }: Alert & { to: string }): Letter {
  const title = alertTitle(alert)
  return composeLetter({
    to,
    subject: title,
    before: [`${title}.`],
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
