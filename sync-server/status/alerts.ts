/**
 * Alerts the desk of errors, reports, messages and failed runs. One alert per kind and hour, with a
 * count and a link: never a stranger's words, whose links mail and chats would make clickable.
 */
import type { Knex } from 'knex'
import type { Logger } from 'pino'

import type { Outside } from '../outside/outside.ts'
import type { Env } from '../env/env.ts'
import type { Letter, Mailer } from '../mail/mailer.ts'

import { links } from '#shared/links.ts'
import { later, many, say, t } from '#shared/words/words.ts'
import { ACTS, type AlertKind, type Tidings } from '../auditLog/noteAlert.ts'
import { guardedPost } from '../outside/guardedFetch.ts'
import { deskAddresses } from '../mail/deskLetters.ts'
import { composeLetter } from '../mail/letters.ts'

const HOUR_MS = 3_600_000
const RETRY_MS = 5 * 60_000
const TIMEOUT_MS = 10_000

const PLACES: Record<Tidings, string> = {
  server: links.adminErrors(),
  error: links.adminErrors(),
  stranger: links.adminErrors(),
  report: links.adminAccounts(),
  run: links.admin(),
  message: links.adminAccounts(),
  deletion: links.adminAccounts(),
}

/** Fallback for an act of another server version on the same database. */
const OTHER_ACT = later('Somebody did what all administrators are told of')

const isTidings = (kind: AlertKind): kind is Tidings => kind in PLACES

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
  /** Page with the details. */
  url: string
}

/** Sends due alerts, each kind at most once an hour. */
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
    const alert = {
      kind,
      count: waiting,
      url: env.PUBLIC_URL + (isTidings(kind) ? PLACES[kind] : links.adminAccounts()),
    }
    const mailed = await addressesFor(deps, kind)
    for (const to of mailed) deps.mailer.send(alertLetter({ to, ...alert }))
    const isPosted = env.ALERT_WEBHOOK ? await post(deps, env.ALERT_WEBHOOK, alert) : false
    if (isPosted || mailed.length > 0) continue
    // Nobody received it: try again later.
    await db('alerts')
      .where({ kind })
      .update({
        told_at: new Date(now() - HOUR_MS + RETRY_MS),
        waiting: db.raw('waiting + ?', [waiting]),
      })
  }
}

/** Acts and requests are mailed even where other alerts are off. */
async function addressesFor({ db, env }: AlertDeps, kind: AlertKind): Promise<string[]> {
  if (kind === 'message' || kind === 'deletion') return deskAddresses(env)
  return env.ALERT_MAIL || !isTidings(kind) ? administratorsAddresses(db, env) : []
}

/** Posts `{kind, count, url, text}` as JSON; chats show `text`. @returns whether it was accepted */
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
  if (!isTidings(kind)) {
    const what = say(ACTS[kind.slice('act:'.length)] ?? OTHER_ACT)
    return count === 1 ? what : `${what} (${count})`
  }
  switch (kind) {
    case 'server':
      return many(
        count,
        '{count} new error of the server itself',
        '{count} new errors of the server itself',
      )
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

/** Administrators' addresses: those of the settings, and confirmed ones of accounts with a role. */
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
