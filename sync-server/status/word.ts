/**
 * The operator's word: an announcement, and that the server rests (it takes nothing, and says so).
 * Rows of the database, which every process reads again and again: they agree within seconds.
 */
import type { Announcement, OperatorWord } from '#shared/desk/status.ts'
import type { Knex } from 'knex'

import type { RandomBytes } from '#shared/ids.ts'
import type { Word } from '#shared/word.ts'

import { newId } from '#shared/ids.ts'
import { Problem } from '#shared/problem.ts'
import { RESTING } from '#shared/word.ts'
import { worded } from '#shared/words/words.ts'
import { audit } from '../accounts/audit.ts'

const AGAIN_MS = 2_000
/** How soon devices ask again: nobody waits long for a server that is back. */
const RETRY_S = 30

export interface FollowedWord {
  /** As it was last read. */
  current(): OperatorWord
  /** For WORD_HEADER, '' for nothing to say. */
  header(): string
  /** Reads it at once, after it was changed here. */
  look(): Promise<void>
  stop(): void
}

const KEYS = { announcement: 'announcement', rest: 'rest' } as const

/** @param now milliseconds, for when an announcement begins and ends */
export async function followWord(
  db: Knex,
  { now, everyMs = AGAIN_MS }: { now(): number; everyMs?: number },
): Promise<FollowedWord> {
  let known = await readWord(db)
  let isStopped = false
  let timer: NodeJS.Timeout
  const look = async () => {
    // With a database that is away the last word stands.
    known = await readWord(db).catch(() => known)
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

async function readWord(db: Knex): Promise<OperatorWord> {
  const rows: { key: string; value: string }[] = await db('server_state').whereIn(
    'key',
    Object.values(KEYS),
  )
  const valueOf = (key: string): unknown =>
    JSON.parse(rows.find((row) => row.key === key)?.value ?? 'null')
  return {
    announcement: valueOf(KEYS.announcement) as Announcement | null,
    rest: valueOf(KEYS.rest) as OperatorWord['rest'],
  }
}

function headerOf({ announcement, rest }: OperatorWord, now: number): string {
  const { id = '', text = '', from = null, until = null } = announcement ?? {}
  const isTime = (from === null || from <= now) && (until === null || now < until)
  const word: Word = {
    ...(announcement && isTime && { say: { id, text } }),
    ...(rest && { rest: rest.text }),
  }
  return Object.keys(word).length > 0 ? encodeURIComponent(JSON.stringify(word)) : ''
}

interface WordDeps {
  db: Knex
  now(): number
  random: RandomBytes
  word: FollowedWord
}

/** Announces something in the place of what was; '' takes it back. @param actor user id */
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

/** Has the server rest, or work again; repeating it changes its text alone. @param actor user id */
export async function setRest(
  { db, now, word }: WordDeps,
  text: string | null,
  actor: string,
): Promise<void> {
  await db.transaction(async (trx) => {
    const { rest } = await readWord(trx)
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

/** A database that was put back is another server's: that one rested. */
export async function endRest(trx: Knex): Promise<void> {
  await write(trx, KEYS.rest, null)
}

/** Call before something is written. @throws 503 while the server rests */
export function refuseWhileResting(word: Pick<FollowedWord, 'current'>): void {
  const { rest } = word.current()
  if (rest) throw new Problem(RESTING, 503, worded(rest.text), { retryAfter: RETRY_S })
}
