/** Single-use secrets that last minutes, for any purpose. Only their hash is stored. */
import type { Knex } from 'knex'

import { hashToken } from './secrets.ts'

const MINUTE_MS = 60_000

/** An authenticator app has to be found and pointed at the screen, so its secret lives longer. */
const LIFE_MS = {
  challenge: 5 * MINUTE_MS,
  proof: 5 * MINUTE_MS,
  backup: 5 * MINUTE_MS,
  begun: 15 * MINUTE_MS,
}
/** Per account and purpose; one more ends the oldest. */
const MAX_AT_ONCE = 50

export interface Ticket {
  user_id: string
  purpose: keyof typeof LIFE_MS
  /** The purpose: a ticket opens nothing else. */
  data: string
}

/** Issues a ticket; the same secret again replaces its `data`. */
export async function giveTicket(
  db: Knex,
  secret: string,
  ticket: Ticket,
  at: number,
): Promise<void> {
  const expires_at = new Date(at + LIFE_MS[ticket.purpose])
  const { user_id, purpose, data } = ticket
  await db('tickets')
    .insert({ hash: hashToken(secret), ...ticket, expires_at })
    .onConflict('hash')
    .merge()
  const newest = db('tickets').where({ user_id, purpose, data }).orderBy('expires_at', 'desc')
  await db('tickets').whereIn('hash', newest.offset(MAX_AT_ONCE).select('hash')).delete()
}

/** Spends a ticket: one of concurrent calls gets it. Null for an unknown, spent or old one. */
export async function spendTicket(
  db: Knex,
  secret: string,
  wanted: Pick<Ticket, 'purpose'> & Partial<Ticket>,
  at: number,
): Promise<Ticket | null> {
  const [spent] = await db('tickets')
    .where({ hash: hashToken(secret), ...wanted })
    .where('expires_at', '>', new Date(at))
    .delete()
    .returning<Ticket[]>(['user_id', 'purpose', 'data'])
  return spent ?? null
}
