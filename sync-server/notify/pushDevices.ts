/** The browsers an account is pushed to: each belongs to the session it was added in. */
import type { Knex } from 'knex'
import type { Logger } from 'pino'

import { MAX_PUSH_DEVICES, type PushPayload } from '#shared/notifications.ts'
import { newId, type RandomBytes } from '#shared/ids.ts'
import { Problem } from '#shared/problem.ts'
import { t } from '#shared/words/words.ts'
import type { Pin } from '../catalogue/guardedFetch.ts'
import { guardedPost } from '../catalogue/guardedFetch.ts'
import type { Outside } from '../catalogue/outside.ts'
import { encryptPush, isPushKeys, vapidAuthorization } from './webPush.ts'
import type { PushKeys, VapidKeys } from './webPush.ts'

const TIMEOUT_MS = 10_000
/** How long a service keeps it for a phone that is off. */
const KEPT_SECONDS = 3 * 86_400

export interface PushDevice extends PushKeys {
  id: string
  endpoint: string
}

/** Throws 422 for what no push could be sent to. */
export function checkPushDevice(
  { endpoint, keys }: { endpoint: string; keys: PushKeys },
  hosts: ReadonlyMap<string, Pin | null>,
): void {
  const { protocol, hostname, port, username, password } = new URL(endpoint)
  const isPublic = protocol === 'https:' && port === '' && /[a-z]$/i.test(hostname)
  if (!(isPublic || hosts.has(hostname)) || !hostname.includes('.') || username || password) {
    const sentence = t('This is no address of a push service.')
    throw new Problem('invalid', 422, sentence, { field: 'endpoint' })
  }
  if (!isPushKeys(keys)) {
    throw new Problem('invalid', 422, t('These keys are not readable.'), { field: 'keys' })
  }
}

/** Adds a browser, or takes it over for the session it is in now; the oldest goes for a 21st. */
export async function addPushDevice(
  db: Knex,
  device: {
    userId: string
    sessionId: string
    endpoint: string
    keys: PushKeys
    label: string
    now: number
    random: RandomBytes
  },
): Promise<void> {
  const { userId, sessionId, endpoint, keys, label, now, random } = device
  await db.transaction(async (trx) => {
    await trx('users').where({ id: userId }).forUpdate().select('id')
    // Somebody else was signed in there before: its keys prove that it is the same browser.
    await trx('push_subscriptions')
      .where({ endpoint, auth: keys.auth })
      .whereNot({ user_id: userId })
      .delete()
    await trx('push_subscriptions')
      .insert({
        id: newId(random),
        user_id: userId,
        session_id: sessionId,
        endpoint,
        ...keys,
        label,
        created_at: new Date(now),
      })
      .onConflict(['user_id', 'endpoint'])
      .merge(['session_id', 'p256dh', 'auth', 'label'])
    await trx.raw(
      `delete from push_subscriptions where user_id = ? and id not in (
         select id from push_subscriptions where user_id = ?
         order by created_at desc, id limit ${MAX_PUSH_DEVICES})`,
      [userId, userId],
    )
  })
}

/** Those whose session goes on, the latest first. */
export async function readPushDevices(
  db: Knex,
  userId: string,
): Promise<(PushDevice & { session_id: string; label: string; created_at: Date })[]> {
  return db('push_subscriptions as p')
    .join('sessions as s', 's.id', 'p.session_id')
    .where('p.user_id', userId)
    .whereNull('s.revoked_at')
    .orderBy([{ column: 'p.created_at', order: 'desc' }, 'p.id'])
    .limit(MAX_PUSH_DEVICES)
    .select('p.id', 'p.session_id', 'p.endpoint', 'p.p256dh', 'p.auth', 'p.label', 'p.created_at')
}

export interface PushDeps {
  db: Knex
  log: Logger
  outside: Outside
  now(): number
  env: { PUBLIC_URL: string; PUSH_HOSTS: ReadonlyMap<string, Pin | null> }
  noticeKeys: { vapid: VapidKeys }
}

/**
 * Hands a push to a browser's service. A browser that is not there any more is forgotten.
 * @returns whether it was taken or never will be; false for what may be tried again
 */
export async function sendPush(
  deps: PushDeps,
  device: PushDevice,
  payload: PushPayload,
  isUrgent: boolean,
): Promise<boolean> {
  const { env, noticeKeys, outside, log } = deps
  try {
    const { status } = await guardedPost(outside, device.endpoint, {
      hosts: env.PUSH_HOSTS,
      timeoutMs: TIMEOUT_MS,
      headers: {
        Authorization: vapidAuthorization(
          noticeKeys.vapid,
          device.endpoint,
          contactOf(env.PUBLIC_URL),
          deps.now(),
        ),
        'Content-Encoding': 'aes128gcm',
        'Content-Type': 'application/octet-stream',
        TTL: String(KEPT_SECONDS),
        Urgency: isUrgent ? 'normal' : 'low',
      },
      body: encryptPush(JSON.stringify(payload), device),
    })
    if (status >= 200 && status < 300) return true
    if (status === 404 || status === 410) {
      await deps.db('push_subscriptions').where({ id: device.id }).delete()
      return true
    }
    // What a service refuses today it refuses tomorrow; only "later" is asked again.
    log.warn({ status, host: new URL(device.endpoint).hostname }, 'a push was not taken')
    return !(status === 429 || status >= 500)
  } catch (error) {
    const { name, message } = error as Error
    log.warn({ why: `${name}: ${message}` }, 'a push service could not be reached')
    return name === 'Refused'
  }
}

/** RFC 8292 asks for a way to whoever runs this; some services take no plain http address. */
function contactOf(publicUrl: string): string {
  const { protocol, hostname } = new URL(publicUrl)
  return protocol === 'https:' ? publicUrl : `mailto:no-reply@${hostname}`
}
