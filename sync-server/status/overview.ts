/** How this installation is, at one look. */
import type { Overview, ShownJob, ShownRound } from '#shared/desk/status.ts'
import type { Knex } from 'knex'

import { statfs } from 'node:fs/promises'
import { hostname } from 'node:os'

import type { Deps } from '../deps.ts'

import { version } from '../../package.json'
import { migrations } from '../db/migrate.ts'
import { countMails } from '../mail/mailBook.ts'
import { listBackups } from './backups.ts'
import { shownSettings } from './settings.ts'

const BIGGEST = 8

export async function readOverview(deps: Deps): Promise<Overview> {
  const { db, env, dbVersion } = deps
  const [database, mail, rounds, jobs, backups, disk] = await Promise.all([
    readDatabase(deps),
    readMail(deps),
    readRounds(db),
    readJobs(db),
    listBackups(db),
    readDisk(env.DATA_DIR),
  ])
  await deps.word.look()
  return {
    versions: {
      wrenchlist: version,
      commit: process.env['WRENCHLIST_COMMIT'] ?? '',
      node: process.version.slice(1),
      postgres: dbVersion,
      schema: database.schema,
      host: hostname(),
      uptime: Math.round(process.uptime()),
    },
    settings: shownSettings(env),
    database: database.shown,
    disk,
    mail,
    rounds,
    jobs,
    backups,
    word: deps.word.current(),
  }
}

async function readDatabase({ db }: Pick<Deps, 'db'>) {
  const { rows: sizes } = await db.raw<{ rows: { bytes: string; used: string; max: string }[] }>(
    `select pg_database_size(current_database()) as bytes,
       (select count(*) from pg_stat_activity where datname = current_database()) as used,
       current_setting('max_connections') as max`,
  )
  const { rows: tables } = await db.raw<{ rows: { name: string; bytes: string; rows: string }[] }>(
    `select relname as name, pg_total_relation_size(oid) as bytes, greatest(reltuples, 0)::bigint as rows
     from pg_class where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p')
     order by 2 desc, 1 limit ${BIGGEST}`,
  )
  const done: string[] = await db('knex_migrations').orderBy('id').pluck('name')
  const known = migrations.map(({ name }) => name)
  return {
    schema: done.at(-1) ?? '',
    shown: {
      bytes: Number(sizes[0]?.bytes ?? 0),
      tables: tables.map(({ name, bytes, rows }) => ({
        name,
        bytes: Number(bytes),
        rows: Number(rows),
      })),
      connections: Number(sizes[0]?.used ?? 0),
      maxConnections: Number(sizes[0]?.max ?? 0),
      migrations: {
        done: done.length,
        missing: known.filter((name) => !done.includes(name)),
        unknown: done.filter((name) => !known.includes(name)),
      },
    },
  }
}

async function readMail({ db, env }: Pick<Deps, 'db' | 'env'>): Promise<Overview['mail']> {
  const { rows } = await db.raw<{ rows: { waiting: string; retried: string }[] }>(
    `select count(*) as waiting, count(*) filter (where tries > 0) as retried
     from notifications where done_at is null`,
  )
  return {
    isSmtp: env.SMTP_URL !== undefined,
    folder: env.MAIL_DIR,
    counts: await countMails(db),
    notices: { waiting: Number(rows[0]?.waiting ?? 0), retried: Number(rows[0]?.retried ?? 0) },
  }
}

async function readRounds(db: Knex): Promise<ShownRound[]> {
  const rows: {
    name: string
    began_at: Date
    ended_at: Date | null
    runs: string
    failures: string
    failed_at: Date | null
    failed_step: string
  }[] = await db('rounds').orderBy('name')
  return rows.map((row) => ({
    name: row.name,
    beganAt: row.began_at.toISOString(),
    took: row.ended_at && row.ended_at.getTime() - row.began_at.getTime(),
    runs: Number(row.runs),
    failures: Number(row.failures),
    failedAt: row.failed_at?.toISOString() ?? null,
    failedStep: row.failed_step,
  }))
}

async function readJobs(db: Knex): Promise<Overview['jobs']> {
  const states: { state: string; count: string }[] = await db('jobs')
    .groupBy('state')
    .select('state')
    .count('* as count')
  const { rows: last } = await db.raw<{ rows: (Omit<ShownJob, 'at'> & { at: Date })[] }>(
    `select distinct on (kind) kind, source, state, error, created_at as at
     from jobs order by kind, created_at desc`,
  )
  return {
    states: Object.fromEntries(states.map(({ state, count }) => [state, Number(count)])),
    last: last.map((job) => ({ ...job, at: job.at.toISOString() })),
  }
}

/** Of the disk with the data folder: the database's own, where it comes with Wrenchlist. */
async function readDisk(path: string): Promise<Overview['disk']> {
  const found = await statfs(path).catch(() => null)
  if (!found) return null
  const { bsize, bavail, blocks } = found
  return { path, free: bavail * bsize, total: blocks * bsize }
}
