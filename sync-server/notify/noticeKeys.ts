/** The database's two secrets for notices: the VAPID key, and the key of unsubscribe tokens. */
import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Knex } from 'knex'

import { isId } from '#shared/ids.ts'
import { readState } from '../sync/serverNode.ts'
import { readVapidKeys, type VapidKeys } from './webPush.ts'

export interface NoticeKeys {
  vapid: VapidKeys
  unsubscribe: string
}

/** Created by migration 020, for the life of this database. */
export async function readNoticeKeys(db: Knex): Promise<NoticeKeys> {
  const [vapid, unsubscribe] = [await readState(db, 'vapid'), await readState(db, 'unsubscribe')]
  return { vapid: readVapidKeys(vapid), unsubscribe }
}

const MAC_LETTERS = 22
const macOf = (secret: string, userId: string): string =>
  createHmac('sha256', secret)
    .update(`unsubscribe ${userId}`)
    .digest('base64url')
    .slice(0, MAC_LETTERS)

/** Token of an unsubscribe link: it ends that mail and does nothing else. */
export function unsubscribeToken(secret: string, userId: string): string {
  return userId + macOf(secret, userId)
}

/** The user of an unsubscribe token; null for an invalid one. */
export function readUnsubscribeToken(secret: string, token: string): string | null {
  const userId = token.slice(0, -MAC_LETTERS)
  if (!isId(userId)) return null
  const [given, right] = [
    Buffer.from(token.slice(-MAC_LETTERS)),
    Buffer.from(macOf(secret, userId)),
  ]
  return given.length === right.length && timingSafeEqual(given, right) ? userId : null
}
