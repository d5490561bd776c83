/** Push subscriptions of an account: each belongs to the session that added it. */
import type { Knex } from 'knex'
import type { Logger } from 'pino'

import { MAX_PUSH_DEVICES, type PushPayload } from '#shared/notify/notifications.ts'
import { newId, type RandomBytes } from '#shared/ids.ts'
import { Problem } from '#shared/problem.ts'
import { t } from '#shared/words/words.ts'
import { guardedPost, type Pin } from '../outside/guardedFetch.ts'
import type { Outside } from '../outside/outside.ts'
import { encryptPush, isPushKeys, vapidAuthorization } from './webPush.ts'
import type { PushKeys, VapidKeys } from './webPush.ts'

const TIMEOUT_MS = 10_000
/** TTL at the push service, for a phone that is off. */
const KEPT_SECONDS = 3 * 86_400

export interface PushDevice extends PushKeys {
  id: string
  endpoint: string
}

/** Throws 422 for an unusable subscription. */
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

/** Adds a browser, or moves it to the current session; a 21st evicts the oldest. */
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
    // Another account used this browser before: the same keys prove it.
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

/** Subscriptions with a live session, latest first. */
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
 * Sends a push to a browser's service. An expired subscription is deleted.
 * @returns whether it is done, accepted or refused for good; false for a retry
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
    // Only 429 and 5xx are worth a retry.
    log.warn({ status, host: new URL(device.endpoint).hostname }, 'a push was not taken')
    return !(status === 429 || status >= 500)
  } catch (error) {
    const { name, message } = error as Error
    log.warn({ why: `${name}: ${message}` }, 'a push service could not be reached')
    return name === 'Refused'
  }
}

/** RFC 8292 asks for a contact; some services refuse plain http URLs. */
function contactOf(publicUrl: string): string {
  const { protocol, hostname } = new URL(publicUrl)
  return protocol === 'https:' ? publicUrl : `mailto:no-reply@${hostname}`
}
