/**
 * Reads that may be some seconds old go to a standby while it keeps up, and to the database itself
 * while it does not: nobody has to be told, and a missing standby is no fault of a request.
 */
import type { Knex } from 'knex'
import type { Logger } from 'pino'

import type { Scope } from '#shared/sync/limits.ts'
import type { Live } from '../sync/live.ts'

import knex from 'knex'

import { GuardedClient } from './guardedClient.ts'
import { within } from './within.ts'

/** Two short queries a process, one to each. */
const CHECK_EVERY_MS = 1_000
const MAX_CHECK_MS = 1_000
/** An older verdict counts for nothing: the check itself hangs. */
const VERDICT_LASTS_MS = 4_000
/** A reader waits no longer for the standby before the database is asked. */
const MAX_READ_MS = 2_000

export interface OldReads {
  /**
   * The answer of `work`, which only reads, from a standby or from the database itself. What the
   * standby fails at or does not have (null, undefined or thrown) is asked of the database.
   */
  read<T>(work: (db: Knex) => Promise<T>): Promise<T>
  /** Whether a scope has changed so lately that a standby may not know. */
  isFresh(scope: Scope): boolean
  /** How the standby is, in words for the operator; null without one. */
  standby(): Standby | null
  close(): Promise<void>
}

export interface Standby {
  isUsed: boolean
  /** Why it is not, '' while it is. */
  why: string
  /** Bytes of log it has not replayed yet, null where that is not known. */
  behindBytes: number | null
}

/** Without a standby. */
export function readsOf(db: Knex): OldReads {
  return {
    read: (work) => work(db),
    isFresh: () => false,
    standby: () => null,
    close: () => Promise.resolve(),
  }
}

interface ReplicaOptions {
  /** Of the standby. */
  url: string
  /** The database that it follows. */
  db: Knex
  /** Tells what changes, on this server and on the others. */
  live: Pick<Live, 'follow'>
  maxLagMs: number
  log: Pick<Logger, 'info' | 'warn'>
}

/** How far the database's log was written at a time of ours: no clock of theirs is asked. */
interface Mark {
  at: number
  written: bigint
}

export function createReplica({ url, db, live, maxLagMs, log }: ReplicaOptions): OldReads {
  const standby = knex({
    client: GuardedClient,
    connection: {
      connectionString: url,
      application_name: 'wrenchlist-replica',
      connectionTimeoutMillis: MAX_CHECK_MS,
      keepAlive: true,
    },
    pool: { min: 0, max: 10 },
    acquireConnectionTimeout: MAX_CHECK_MS,
    // What fails here is asked of the database, and the next check says why it is not used.
    log: { warn: () => undefined, error: () => undefined },
  })
  const changedAt = new Map<Scope, number>()
  let marks: Mark[] = []
  let goodAt = Number.NEGATIVE_INFINITY
  let wasGood: boolean | null = null
  let why = 'it was not asked yet'
  let behindBytes: number | null = null
  let isClosed = false
  let timer: NodeJS.Timeout

  function judge(isGood: boolean, reason: string): void {
    why = reason
    goodAt = isGood ? performance.now() : Number.NEGATIVE_INFINITY
    if (isGood === wasGood) return
    wasGood = isGood
    if (isGood) log.info('public reads go to the replica')
    else log.warn({ why: reason }, 'public reads go to the database, not to its replica')
  }

  /** The longest that a change can be unknown to a standby that is still asked. */
  const freshMs = maxLagMs + VERDICT_LASTS_MS

  function forgetOld(): void {
    const since = performance.now() - freshMs
    for (const [scope, at] of changedAt) if (at < since) changedAt.delete(scope)
  }

  async function check(): Promise<void> {
    forgetOld()
    const source = await within(MAX_CHECK_MS, readSource(db)).catch(() => null)
    if (source) {
      const at = performance.now()
      marks = [...marks.filter((mark) => mark.at >= at - maxLagMs), { at, written: source.written }]
    }
    const copy = await within(MAX_CHECK_MS, readStandby(standby))
    if (copy.replayed === null) return judge(false, 'it is no standby')
    if (source && source.system !== copy.system)
      return judge(false, 'it is one of another database')
    const { replayed } = copy
    behindBytes = source && Number(source.written - replayed)
    // While the database is silent nothing newer is known than the last mark.
    const wanted = source ? marks : marks.slice(-1)
    const isNear = wanted.some(({ written }) => written <= replayed)
    judge(isNear, `it is more than ${maxLagMs / 1_000} s behind`)
  }

  async function keepChecking(): Promise<void> {
    await check().catch((error: unknown) =>
      judge(false, error instanceof Error ? error.message || 'it does not answer' : String(error)),
    )
    if (!isClosed) timer = setTimeout(() => void keepChecking(), CHECK_EVERY_MS).unref()
  }
  void keepChecking()
  live.follow((versions) => {
    for (const scope of versions.keys()) changedAt.set(scope, performance.now())
  })

  return {
    async read(work) {
      if (performance.now() - goodAt > VERDICT_LASTS_MS) return work(db)
      try {
        const found = await within(MAX_READ_MS, work(standby))
        if (found !== null && found !== undefined) return found
      } catch {
        // Said again by the database, or the next check says what is wrong with the standby.
      }
      return work(db)
    },
    isFresh: (scope) => performance.now() - (changedAt.get(scope) ?? -Infinity) < freshMs,
    standby: () => ({ isUsed: wasGood === true, why: wasGood ? '' : why, behindBytes }),
    async close() {
      isClosed = true
      clearTimeout(timer)
      await standby.destroy()
    },
  }
}

const SYSTEM = '(select system_identifier::text from pg_control_system()) as system'

async function readSource(db: Knex): Promise<{ system: string; written: bigint }> {
  const { rows } = await db.raw<{ rows: { system: string; written: string }[] }>(
    `select ${SYSTEM}, pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')::text as written`,
  )
  return { system: rows[0]?.system ?? '', written: BigInt(rows[0]?.written ?? '0') }
}

/** `replayed` is null for what is no standby. */
async function readStandby(db: Knex): Promise<{ system: string; replayed: bigint | null }> {
  const { rows } = await db.raw<{ rows: { system: string; replayed: string | null }[] }>(
    `select ${SYSTEM}, case when pg_is_in_recovery()
       then pg_wal_lsn_diff(pg_last_wal_replay_lsn(), '0/0')::text end as replayed`,
  )
  const { system = '', replayed = null } = rows[0] ?? {}
  return { system, replayed: replayed === null ? null : BigInt(replayed) }
}
