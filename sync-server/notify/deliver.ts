/**
 * Delivers notices, batched per account: by mail and web push, at the time its settings say. Any
 * number of servers may run it at once; a batch is leased for 15 minutes.
 */
import type { Knex } from 'knex'

import type { Mailer } from '../mail/mailer.ts'

import { type NoticeSettings, tellAt } from '#shared/notify/notifications.ts'
import { places } from '../http/places.ts'
import { noticeLetter, noticePush, type Told } from './noticeLetter.ts'
import { type NoticeKeys, unsubscribeToken } from './noticeKeys.ts'
import { MAX_WAITING } from '../notices/notify.ts'
import { type PushDeps, readPushDevices, sendPush } from './pushDevices.ts'
import { readSettings } from './settings.ts'
import { inLanguage } from '../words/language.ts'

export interface DeliverDeps extends PushDeps {
  mailer: Pick<Mailer, 'sendKept'>
  noticeKeys: NoticeKeys
}

const MINUTE_MS = 60_000
/** Accounts per round. */
const AT_ONCE = 50
/** Parallel deliveries, without those whose services have not answered for SLOW_MS. */
const LANES = 4
const SLOW_MS = 500
const BEGUN_MS = 15 * MINUTE_MS
/** Batches bursts: one letter, not twenty. */
const BETWEEN_MS = 15 * MINUTE_MS
/** Older notices are dropped: a server was away, or a backup restored. */
const TOLD_WITHIN_MS = 4 * 24 * 60 * MINUTE_MS
/** Over 21 hours, with backoff. */
const MAX_TRIES = 8
const FIRST_RETRY_MS = 10 * MINUTE_MS

interface Row extends Told {
  id: string
  created_at: Date
  next_at: Date
  tries: number
  mailed_at: Date | null
  pushed_at: Date | null
}

interface Account {
  id: string
  username: string
  email: string | null
  email_verified_at: Date | null
  language: string | null
}

/**
 * One round. Accounts with slow services are delivered in the background.
 * @param beside takes their promises, to be awaited at the end
 * @returns whether more may wait
 */
export async function deliverDue(
  deps: DeliverDeps,
  isStopping: () => boolean = () => false,
  beside: Promise<unknown>[] = [],
): Promise<boolean> {
  const { rows } = await deps.db.raw<{ rows: { user_id: string }[] }>(
    `select user_id from notifications where done_at is null and next_at <= ?
     group by user_id order by min(next_at) limit ${AT_ONCE}`,
    [new Date(deps.now())],
  )
  const inTurn = places(LANES)
  const told = rows.map(({ user_id: userId }) =>
    inTurn(async () => {
      if (isStopping()) return
      const telling = deliverTo(deps, userId)
      if (!(await isWithin(telling, SLOW_MS))) beside.push(telling)
    }),
  )
  for (const end of await Promise.allSettled(told)) if (end.status === 'rejected') throw end.reason
  return rows.length === AT_ONCE && !isStopping()
}

/** Whether the work ends within so many milliseconds. @throws its error, if within them */
async function isWithin(work: Promise<unknown>, ms: number): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<false>((resolve) => (timer = setTimeout(resolve, ms, false)))
  return Promise.race([work.then(() => true), late]).finally(() => clearTimeout(timer))
}

async function deliverTo(deps: DeliverDeps, userId: string): Promise<void> {
  const begun = await deps.db.transaction((trx) => begin(trx, deps, userId))
  if (!begun) return
  const { account, settings, due, isUrgent } = begun
  const mail = await mailTo(deps, account, settings, due)
  const push = await pushTo(deps, account, due, isUrgent)
  const at = new Date(deps.now())
  const tries = Math.max(...due.map((row) => row.tries)) + 1
  const isOver = (mail && push) || tries >= MAX_TRIES
  await deps
    .db('notifications')
    .whereIn(
      'id',
      due.map(({ id }) => id),
    )
    .update({
      ...(mail && { mailed_at: at }),
      ...(push && { pushed_at: at }),
      ...(isOver
        ? { done_at: at }
        : { tries, next_at: new Date(deps.now() + FIRST_RETRY_MS * 2 ** (tries - 1)) }),
    })
}

/** Leases an account's due notices, and postpones the rest. Null when none is due. */
async function begin(
  trx: Knex.Transaction,
  deps: DeliverDeps,
  userId: string,
): Promise<{ account: Account; settings: NoticeSettings; due: Row[]; isUrgent: boolean } | null> {
  const now = deps.now()
  const rows: Row[] = await trx('notifications')
    .where({ user_id: userId, done_at: null })
    .where('next_at', '<=', new Date(now))
    .orderBy('id')
    .limit(MAX_WAITING)
    .forUpdate()
    .skipLocked()
    .select()
  if (rows.length === 0) return null
  const account: Account | undefined = await trx('users')
    .where({ id: userId, deleted_at: null, suspended_at: null })
    .first('id', 'username', 'email', 'email_verified_at', 'language')
  const settings = await readSettings(trx, userId)
  const told = await trx('notification_settings')
    .where({ user_id: userId })
    .first<{ told_at: Date | null } | undefined>('told_at')
  const freeFrom = (told?.told_at?.getTime() ?? -Infinity) + BETWEEN_MS
  const due: Row[] = []
  const over: string[] = []
  for (const row of rows) {
    const isStale = now - row.created_at.getTime() > TOLD_WITHIN_MS
    const at = account && !isStale && tellAt(settings, row.kind, row.created_at.getTime(), now)
    if (typeof at !== 'number') over.push(row.id)
    else if (at <= now) due.push(row)
    else await putOff(trx, [row.id], at)
  }
  const ended = { done_at: new Date(now) }
  if (over.length > 0) await trx('notifications').whereIn('id', over).update(ended)
  if (!account || due.length === 0) return null
  const ids = due.map(({ id }) => id)
  const isUrgent = due.every(({ kind }) => settings.kinds[kind] === 'now')
  // Retries do not wait for a batch; after a clock set back, neither do new ones.
  const isNew = due.every(({ tries }) => tries === 0)
  if (isUrgent && isNew && freeFrom > now && freeFrom <= now + BETWEEN_MS) {
    await putOff(trx, ids, freeFrom)
    return null
  }
  await putOff(trx, ids, now + BEGUN_MS)
  await trx('notification_settings')
    .insert({ user_id: userId, told_at: new Date(now) })
    .onConflict('user_id')
    .merge(['told_at'])
  return { account, settings, due, isUrgent }
}

async function putOff(trx: Knex.Transaction, ids: readonly string[], at: number): Promise<void> {
  await trx('notifications')
    .whereIn('id', ids)
    .update({ next_at: new Date(at) })
}

/** @returns whether no mail is left to send */
async function mailTo(
  { mailer, env, noticeKeys }: DeliverDeps,
  { id, username, email, email_verified_at: verifiedAt, language }: Account,
  { mail }: NoticeSettings,
  due: readonly Row[],
): Promise<boolean> {
  const left = due.filter((row) => row.mailed_at === null)
  if (!mail || !email || !verifiedAt || left.length === 0) return true
  const token = unsubscribeToken(noticeKeys.unsubscribe, id)
  const to = { to: email, username, publicUrl: env.PUBLIC_URL }
  return mailer.sendKept(inLanguage(language, () => noticeLetter(to, token, left)))
}

/** @returns whether no push is left to send: one browser got it, or there is none */
async function pushTo(
  deps: DeliverDeps,
  { id, language }: Account,
  due: readonly Row[],
  isUrgent: boolean,
): Promise<boolean> {
  const left = due.filter((row) => row.pushed_at === null)
  const devices = await readPushDevices(deps.db, id)
  if (left.length === 0 || devices.length === 0) return true
  const payload = inLanguage(language, () => noticePush(deps.env.PUBLIC_URL, left))
  const sent = await Promise.all(devices.map((device) => sendPush(deps, device, payload, isUrgent)))
  return sent.some(Boolean)
}
