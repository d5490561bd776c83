/**
 * The operator's word: an announcement, and rest mode, in which the server takes no writes and says
 * so. Every process polls these rows, so all agree within seconds.
 */
import type { Announcement, Announcements } from '#shared/admin/status.ts'
import type { Knex } from 'knex'

import { newId, type RandomBytes } from '#shared/ids.ts'
import { Problem } from '#shared/problem.ts'
import { type Announced, RESTING } from '#shared/admin/announced.ts'
import { worded } from '#shared/words/words.ts'
import { audit } from '../auditLog/auditLog.ts'

const AGAIN_MS = 2_000
/** Retry-After during rest: devices come back soon after the server does. */
const RETRY_S = 30

export interface FollowedAnnouncement {
  /** The last read value. */
  current(): Announcements
  /** Value of ANNOUNCED_HEADER; '' for none. */
  header(): string
  /** Reads it at once, after a change in this process. */
  look(): Promise<void>
  stop(): void
}

const KEYS = { announcement: 'announcement', rest: 'rest' } as const

/** @param now milliseconds, for the start and end of an announcement */
export async function followAnnouncement(
  db: Knex,
  { now, everyMs = AGAIN_MS }: { now(): number; everyMs?: number },
): Promise<FollowedAnnouncement> {
  let known = await readAnnounced(db)
  let isStopped = false
  let timer: NodeJS.Timeout
  const look = async () => {
    // The last word stands while the database is away.
    known = await readAnnounced(db).catch(() => known)
  }
  const wait = () => {
    timer = setTimeout(() => void look().then(() => isStopped || wait()), everyMs).unref()
  }
  wait()
  return {
    current: () => known,
    header: () => headerOf(known, now()),
    look,
    stop() {
      isStopped = true
      clearTimeout(timer)
    },
  }
}

async function readAnnounced(db: Knex): Promise<Announcements> {
  const rows: { key: string; value: string }[] = await db('server_state').whereIn(
    'key',
    Object.values(KEYS),
  )
  const valueOf = (key: string): unknown =>
    JSON.parse(rows.find((row) => row.key === key)?.value ?? 'null')
  return {
    announcement: valueOf(KEYS.announcement) as Announcement | null,
    rest: valueOf(KEYS.rest) as Announcements['rest'],
  }
}

function headerOf({ announcement, rest }: Announcements, now: number): string {
  const { id = '', text = '', from = null, until = null } = announcement ?? {}
  const isTime = (from === null || from <= now) && (until === null || now < until)
  const word: Announced = {
    ...(announcement && isTime && { say: { id, text } }),
    ...(rest && { rest: rest.text }),
  }
  return Object.keys(word).length > 0 ? encodeURIComponent(JSON.stringify(word)) : ''
}

interface WordDeps {
  db: Knex
  now(): number
  random: RandomBytes
  word: FollowedAnnouncement
}

/** Replaces the announcement; '' takes it back. @param actor user id */
export async function announce(
  { db, now, random, word }: WordDeps,
  { text, from, until }: Omit<Announcement, 'id'>,
  actor: string,
): Promise<void> {
  await db.transaction(async (trx) => {
    const next = text === '' ? null : { id: newId(random), text, from, until }
    await write(trx, KEYS.announcement, next)
    const action = next ? 'announce' : 'end_announcement'
    const act = { actor, action, subject: 'server:announcement' } as const
    await audit(trx, now(), next ? { ...act, details: { text } } : act)
  })
  await word.look()
}

/** Starts or ends rest; repeating it changes only its text. @param actor user id */
export async function setRest(
  { db, now, word }: WordDeps,
  text: string | null,
  actor: string,
): Promise<void> {
  await db.transaction(async (trx) => {
    const { rest } = await readAnnounced(trx)
    if (text === null && !rest) return
    await write(trx, KEYS.rest, text === null ? null : { since: rest?.since ?? now(), text })
    const action = text === null ? 'end_maintenance' : 'begin_maintenance'
    const act = { actor, action, subject: 'server:maintenance' } as const
    await audit(trx, now(), text === null ? act : { ...act, details: { text } })
  })
  await word.look()
}

async function write(trx: Knex, key: string, value: object | null): Promise<void> {
  if (value === null) await trx('server_state').where({ key }).delete()
  else {
    const row = { key, value: JSON.stringify(value) }
    await trx('server_state').insert(row).onConflict('key').merge()
  }
}

/** Ends rest after a restore: the backup's server rested, not this one. */
export async function endRest(trx: Knex): Promise<void> {
  await write(trx, KEYS.rest, null)
}

/** Guards a write. @throws 503 while the server rests */
export function refuseWhileResting(word: Pick<FollowedAnnouncement, 'current'>): void {
  const { rest } = word.current()
  if (rest) throw new Problem(RESTING, 503, worded(rest.text), { retryAfter: RETRY_S })
}
