/** The installation's state at one look. */
import type { Overview, ShownRound } from '#shared/admin/status.ts'
import type { Knex } from 'knex'

import { statfs } from 'node:fs/promises'
import { hostname } from 'node:os'

import type { Deps } from '../routes/guards/deps.ts'

import { version } from '../../package.json'
import { migrations } from '../db/migrate.ts'
import { msSql, told, type Timed } from '../db/keyset.ts'
import { countMails } from '../mail/mailBook.ts'
import { CLUSTER_NAME } from '../postgres/cluster.ts'
import { newerRelease } from '../postgres/releases.ts'
import { listBackups } from '../status/backups.ts'
import { defaultSettings, shownSettings } from '../status/settings.ts'

const BIGGEST = 8

export async function readOverview(deps: Deps): Promise<Overview> {
  const { db, env, dbVersion } = deps
  const [database, mail, rounds, backups, disk] = await Promise.all([
    readDatabase(deps),
    readMail(deps),
    readRounds(db),
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
      newerPostgres: newerRelease(dbVersion),
      isOwnPostgres: database.isOwn,
      schema: database.schema,
      host: hostname(),
      uptime: Math.round(process.uptime()),
    },
    settings: shownSettings(env),
    defaults: defaultSettings(env),
    database: database.shown,
    disk,
    mail,
    rounds,
    backups,
    word: deps.word.current(),
  }
}

async function readDatabase({ db }: Pick<Deps, 'db'>) {
  const { rows: sizes } = await db.raw<{
    rows: { bytes: string; used: string; max: string; own: boolean }[]
  }>(
    `select pg_database_size(current_database()) as bytes,
       (select count(*) from pg_stat_activity where datname = current_database()) as used,
       current_setting('max_connections') as max, current_setting('cluster_name') = '${CLUSTER_NAME}' as own`,
  )
  const { rows: tables } = await db.raw<{ rows: Overview['database']['tables'] }>(
    `select relname as name, pg_total_relation_size(oid)::float8 as bytes,
       greatest(reltuples, 0)::bigint::float8 as rows
     from pg_class where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p')
     order by 2 desc, 1 limit ${BIGGEST}`,
  )
  const done: string[] = await db('knex_migrations').orderBy('id').pluck('name')
  const known = migrations.map(({ name }) => name)
  return {
    schema: done.at(-1) ?? '',
    isOwn: sizes[0]?.own === true,
    shown: {
      bytes: Number(sizes[0]?.bytes ?? 0),
      tables,
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
  const rows: Timed<ShownRound, 'beganAt' | 'failedAt'>[] = await db('rounds')
    .orderBy('name')
    .select('name', { beganAt: 'began_at', failedAt: 'failed_at', failedStep: 'failed_step' })
    .select(db.raw('runs::float8 as runs, failures::float8 as failures'))
    .select(db.raw(`${msSql('ended_at')} - ${msSql('began_at')} as took`))
  return rows.map(told)
}

/** Disk of the data folder: also the database's where Wrenchlist runs its own. */
export async function readDisk(path: string): Promise<Overview['disk']> {
  const found = await statfs(path).catch(() => null)
  if (!found) return null
  const { bsize, bavail, blocks } = found
  return { path, free: bavail * bsize, total: blocks * bsize }
}
