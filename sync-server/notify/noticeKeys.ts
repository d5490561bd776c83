/** Two secrets of a database: who sends its pushes, and what its mail may end without a login. */
import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Knex } from 'knex'

import { isId } from '#shared/ids.ts'
import { readState } from '../sync/serverNode.ts'
import { readVapidKeys, type VapidKeys } from './webPush.ts'

export interface NoticeKeys {
  vapid: VapidKeys
  unsubscribe: string
}

/** Made with the tables (migration 020), and the same for as long as this database lives. */
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

/** What a link out of an account's mail carries: it ends that mail and can do nothing else. */
export function unsubscribeToken(secret: string, userId: string): string {
  return userId + macOf(secret, userId)
}

/** Whose mail a token ends; null for one that is none. */
export function readUnsubscribeToken(secret: string, token: string): string | null {
  const userId = token.slice(0, -MAC_LETTERS)
  if (!isId(userId)) return null
  const [given, right] = [
    Buffer.from(token.slice(-MAC_LETTERS)),
    Buffer.from(macOf(secret, userId)),
  ]
  return given.length === right.length && timingSafeEqual(given, right) ? userId : null
}
