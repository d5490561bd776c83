/**
 * Scheduled work: erases expired rows, and processes due ones. In short transactions, so that
 * nobody waits; one process at a time.
 */
import type { Knex } from 'knex'
import type { Logger } from 'pino'

import { setImmediate as turn } from 'node:timers/promises'

import { CONTACT_KEPT_DAYS } from '#shared/contact.ts'
import { MAX_HISTORY_DAYS } from '#shared/catalogue/priceHistory.ts'
import { REPORTS_KEPT_DAYS } from '#shared/admin/errorReport.ts'
import { liftOver } from '../accounts/administrators.ts'
import { eraseAddresses } from '../accounts/addresses.ts'
import { DELETION_DUE_DAYS, type DeletionDeps, processDeletion } from '../erasure/deletion.ts'
import { SESSION_IDLE_MS, SESSION_MAX_MS } from '../accounts/sessions.ts'
import { collect } from './collection.ts'
import { monthOf } from '../catalogue/readHistory.ts'
import { clearDeadFeeds } from '../feeds/feedStore.ts'
import { clearSpool } from '../feeds/spool.ts'
import { clearOutbox } from '../mail/outbox.ts'
import { noteRound } from '../rounds/noteRound.ts'
import { startRounds, type Rounds } from '../rounds/rounds.ts'

export type HousekeepingDeps = DeletionDeps & { log: Logger }

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const FIRST_AFTER_MS = 30_000
const EVERY_MS = HOUR_MS
/** Rows per statement. */
export const CHUNK = 500

/**
 * Ended sessions stay a week, for questions about them. Those of a suspended or deleted account
 * stay for their full lifetime, so that a returning device is told.
 */
const SESSIONS_KEPT_MS = 7 * DAY_MS
const KEYS_KEPT_MS = 30 * DAY_MS
const FAILURES_KEPT_MS = DAY_MS
/** Runs of jobs and feeds. */
const RUNS_KEPT_MS = 365 * DAY_MS
/** A report from a device offline for longer is counted twice. */
const REPORT_IDS_KEPT_MS = 30 * DAY_MS
/** Sent notices, kept against repeats. */
const NOTICES_KEPT_MS = 30 * DAY_MS
const SERVICES_KEPT_MS = 400 * DAY_MS
/** The audit log. */
const ACTS_KEPT_MS = 730 * DAY_MS
const ADDRESSES_KEPT_MS = 90 * DAY_MS
/** Letters, sent or given up: their addresses go. */
const MAILS_KEPT_MS = 14 * DAY_MS
/** Reads by administrators, kept as long as their acts. */
const READINGS_KEPT_MS = ACTS_KEPT_MS
/** Longer than the day's chart needs. */
const ERROR_COUNTS_KEPT_MS = 8 * DAY_MS
/**
 * Error groups per reporter class, wide network, and network or account. Anybody may report, and
 * evicts only reports of the same network: over a limit, the oldest of the fullest one go.
 */
const MAX_FAULTS = { class: 5_000, far: 300, near: 100 }

// Advisory lock, unique in the database; see also db/migrate.ts.
const ADVISORY_LOCK = 7_370_118

interface Expiry {
  table: string
  /** Condition for expired rows, with times as bindings. */
  when: string
  times: Record<string, number>
  numbers?: Record<string, number>
}

function expiries(now: number): Expiry[] {
  const sessions = now - SESSIONS_KEPT_MS
  return [
    {
      table: 'sessions',
      when: `created_at < :created or last_seen_at < :seen or (
        revoked_at < :revoked and not exists (
          select from users where users.id = sessions.user_id
            and (deleted_at is not null or suspended_at is not null)))`,
      times: {
        revoked: sessions,
        created: sessions - SESSION_MAX_MS,
        seen: sessions - SESSION_IDLE_MS,
      },
    },
    // Used tokens stay until they expire: a link may be opened twice.
    { table: 'mail_tokens', when: 'expires_at < :at', times: { at: now - DAY_MS } },
    { table: 'tickets', when: 'expires_at < :at', times: { at: now } },
    { table: 'rate_limits', when: 'tat < :at', times: { at: now } },
    {
      table: 'login_failures',
      when: 'last_at < :last and next_at < :at',
      times: { last: now - FAILURES_KEPT_MS, at: now },
    },
    { table: 'username_reservations', when: 'until < :at', times: { at: now } },
    { table: 'idempotency_keys', when: 'created_at < :at', times: { at: now - KEYS_KEPT_MS } },
    {
      table: 'contact_messages',
      when: 'received_at < :at',
      times: { at: now - CONTACT_KEPT_DAYS * DAY_MS },
    },
    {
      table: 'price_months',
      when: 'month < :month',
      times: {},
      numbers: { month: monthOf(now - MAX_HISTORY_DAYS * DAY_MS) },
    },
    {
      table: 'jobs',
      when: `finished_at < :at`,
      times: { at: now - RUNS_KEPT_MS },
    },
    {
      table: 'feeds',
      when: `created_at < :at and state in ('imported', 'refused', 'discarded', 'unchanged', 'undone')`,
      times: { at: now - RUNS_KEPT_MS },
    },
    {
      table: 'error_report_ids',
      when: 'received_at < :at',
      times: { at: now - REPORT_IDS_KEPT_MS },
    },
    {
      table: 'notifications',
      // Notices of services stay longer: a due service is told once.
      when: `done_at < case when kind = 'service' then :services::timestamptz else :others::timestamptz end`,
      times: { services: now - SERVICES_KEPT_MS, others: now - NOTICES_KEPT_MS },
    },
    { table: 'mails', when: 'at < :at', times: { at: now - MAILS_KEPT_MS } },
    { table: 'readings', when: 'hour < :at', times: { at: now - READINGS_KEPT_MS } },
    { table: 'sync_delays', when: 'hour < :at', times: { at: now - READINGS_KEPT_MS } },
    { table: 'audit_log', when: 'at < :at', times: { at: now - ACTS_KEPT_MS } },
    { table: 'error_counts', when: 'hour < :at', times: { at: now - ERROR_COUNTS_KEPT_MS } },
    {
      table: 'error_reporters',
      when: `last_at < :at or (group_id, near) in (
        select group_id, near from (
          select *, row_number() over (partition by class order by in_far, last_at desc) as in_class
          from (
            select *, row_number() over (partition by far order by in_near, last_at desc) as in_far
            from (
              select r.*, class,
                row_number() over (partition by near order by r.last_at desc) as in_near
              from error_reporters r join error_groups g on g.id = group_id
            ) r
          ) r
        ) r
        where in_class > ${MAX_FAULTS.class} or class <> 'server' and (
          in_far > ${MAX_FAULTS.far} or in_near > ${MAX_FAULTS.near}))`,
      times: { at: now - REPORTS_KEPT_DAYS * DAY_MS },
    },
    // A group lives as long as its latest report.
    {
      table: 'error_groups',
      when: 'not exists (select from error_reporters r where r.group_id = error_groups.id)',
      times: {},
    },
  ]
}

/**
 * Runs all due steps once. A failing step is logged and tried again next time.
 * @param isStopping asked between the steps; true leaves the rest for the next time
 * @returns the steps that failed
 */
export async function runHousekeeping(
  deps: HousekeepingDeps,
  isStopping: () => boolean = () => false,
): Promise<string[]> {
  const failed: string[] = []
  const inChunks = async (work: (trx: Knex.Transaction) => Promise<number>) => {
    while (!isStopping() && (await asTheOnlyOne(deps.db, work)) === CHUNK);
  }
  const steps: [string, () => Promise<unknown>][] = [
    ['lifting suspensions', () => liftOver(deps)],
    ['processing deletions', () => processDue(deps, isStopping)],
    ['collecting', () => inChunks((trx) => collect(trx, deps.now(), CHUNK))],
    ['erasing addresses', () => inChunks((trx) => eraseAddresses(trx, deps.now(), CHUNK))],
    ...expiries(deps.now()).map((expiry): [string, () => Promise<unknown>] => [
      `clearing ${expiry.table}`,
      () => inChunks((trx) => clear(trx, expiry)),
    ]),
    ['erasing where acts came from', () => inChunks((trx) => forgetFrom(trx, deps.now()))],
    ['clearing files', () => clearDeadFeeds(deps.db)],
    ['clearing the spool', () => clearSpool(deps.env, deps.now())],
    ['clearing letters', () => clearOutbox(deps.env, deps.now())],
  ]
  for (const [what, step] of steps) {
    await turn()
    if (isStopping()) break
    try {
      await step()
    } catch (error) {
      failed.push(what)
      deps.log.error({ err: error, what }, 'a step of housekeeping failed')
    }
  }
  return failed
}

/** Runs shortly after the start, then hourly. */
export const startHousekeeping = (
  deps: HousekeepingDeps,
  { firstAfterMs = FIRST_AFTER_MS, everyMs = EVERY_MS } = {},
): Rounds =>
  startRounds(
    (isStopping) => noteRound(deps, 'housekeeping', () => runHousekeeping(deps, isStopping)),
    { firstAfterMs, everyMs },
  )

/** @returns the result of `work`; 0 when another process holds the lock */
function asTheOnlyOne(db: Knex, work: (trx: Knex.Transaction) => Promise<number>): Promise<number> {
  return db.transaction(async (trx) => {
    const { rows } = await trx.raw<{ rows: { mine: boolean }[] }>(
      'select pg_try_advisory_xact_lock(?) as mine',
      [ADVISORY_LOCK],
    )
    if (!rows[0]?.mine) return 0
    await trx.raw(
      `select set_config('lock_timeout', '2s', true), set_config('statement_timeout', '10s', true)`,
    )
    return work(trx)
  })
}

async function clear(
  trx: Knex.Transaction,
  { table, when, times, numbers }: Expiry,
): Promise<number> {
  const bindings = Object.fromEntries(
    Object.entries(times).map(([name, ms]) => [name, new Date(ms)]),
  )
  const { rows } = await trx.raw<{ rows: { count: string }[] }>(
    `with gone as (
       delete from ${table} where ctid = any(array(
         select ctid from ${table} where ${when} limit ${CHUNK} for update skip locked))
       returning 1)
     select count(*) as count from gone`,
    { ...bindings, ...numbers },
  )
  return Number(rows[0]?.count ?? 0)
}

/** Erases network and device of old audit entries; the acts stay. */
function forgetFrom(trx: Knex.Transaction, now: number): Promise<number> {
  const old = trx('audit_log')
    .whereNotNull('address')
    .where('at', '<', new Date(now - ADDRESSES_KEPT_MS))
    .limit(CHUNK)
    .select('id')
  return trx('audit_log').whereIn('id', old).update({ address: null, device: null })
}

/** One transaction each: a failure does not hold up the others. */
async function processDue(deps: HousekeepingDeps, isStopping: () => boolean): Promise<void> {
  const due: string[] = await deps
    .db('deletion_requests')
    .where({ status: 'open' })
    .where('requested_at', '<=', new Date(deps.now() - DELETION_DUE_DAYS * DAY_MS))
    .orderBy('requested_at')
    .limit(CHUNK)
    .pluck('id')
  for (const id of due) {
    if (isStopping()) return
    try {
      await processDeletion(deps, id, 'system')
    } catch (error) {
      deps.log.error({ err: error, request: id }, 'an account could not be deleted')
    }
  }
}
