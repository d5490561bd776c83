// Migrates the schema. The list is static because the server is one bundled file.
import type { Knex } from 'knex'
import type { Database } from './connect.ts'
import { withPatience } from './guardedClient.ts'
import * as kits from './migrations/001_kits.ts'
import * as accounts from './migrations/002_accounts.ts'
import * as saving from './migrations/003_saving.ts'
import * as listings from './migrations/004_listings.ts'
import * as tasks from './migrations/005_tasks.ts'
import * as upkeep from './migrations/006_upkeep.ts'
import * as errors from './migrations/007_errors.ts'
import * as catalogue from './migrations/008_catalogue.ts'
import * as jobs from './migrations/009_jobs.ts'
import * as moderation from './migrations/010_moderation.ts'
import * as steadySearch from './migrations/011_steady_search.ts'
import * as log from './migrations/012_log.ts'
import * as reportIds from './migrations/013_report_ids.ts'
import * as hiddenKits from './migrations/014_hidden_kits.ts'
import * as confirmedSessions from './migrations/015_confirmed_sessions.ts'
import * as strangers from './migrations/016_strangers.ts'
import * as revived from './migrations/017_revived.ts'
import * as unpriced from './migrations/018_unpriced.ts'
import * as partSearch from './migrations/019_part_search.ts'
import * as sources from './migrations/020_sources.ts'
import * as notifications from './migrations/021_notifications.ts'
import * as answers from './migrations/022_answers.ts'
import * as people from './migrations/024_people.ts'
import * as corrections from './migrations/023_catalogue_corrections.ts'
import * as status from './migrations/025_status.ts'
import * as calendarFeeds from './migrations/026_calendar_feeds.ts'
import * as languages from './migrations/027_languages.ts'
import * as refusals from './migrations/028_refusals.ts'
import * as reporters from './migrations/029_reporters.ts'
import * as seenBaskets from './migrations/030_seen_baskets.ts'
import * as saidBy from './migrations/031_said_by.ts'
import * as secondFactors from './migrations/032_second_factors.ts'
import * as roles from './migrations/033_roles.ts'
import * as fetching from './migrations/034_fetching.ts'
import * as foldedSearch from './migrations/035_folded_search.ts'
import * as oneOffersTable from './migrations/036_one_offers_table.ts'
import * as saidOffers from './migrations/037_said_offers.ts'
import * as saidNames from './migrations/038_said_names.ts'

type Migration = { name: string; up(db: Knex): Promise<void> }

/** Oldest first. Names are stored in the database: never rename, reorder or remove one. */
export const migrations: readonly Migration[] = [
  { name: '001_kits', ...kits },
  { name: '002_accounts', ...accounts },
  { name: '003_saving', ...saving },
  { name: '004_listings', ...listings },
  { name: '005_tasks', ...tasks },
  { name: '006_upkeep', ...upkeep },
  { name: '007_errors', ...errors },
  { name: '008_catalogue', ...catalogue },
  { name: '009_jobs', ...jobs },
  { name: '010_moderation', ...moderation },
  { name: '011_steady_search', ...steadySearch },
  { name: '012_log', ...log },
  { name: '013_report_ids', ...reportIds },
  { name: '014_hidden_kits', ...hiddenKits },
  { name: '015_confirmed_sessions', ...confirmedSessions },
  { name: '016_strangers', ...strangers },
  { name: '017_revived', ...revived },
  { name: '018_unpriced', ...unpriced },
  { name: '019_part_search', ...partSearch },
  { name: '020_sources', ...sources },
  { name: '021_notifications', ...notifications },
  { name: '022_answers', ...answers },
  { name: '023_catalogue_corrections', ...corrections },
  { name: '024_people', ...people },
  { name: '025_status', ...status },
  { name: '026_calendar_feeds', ...calendarFeeds },
  { name: '027_languages', ...languages },
  { name: '028_refusals', ...refusals },
  { name: '029_reporters', ...reporters },
  { name: '030_seen_baskets', ...seenBaskets },
  { name: '031_said_by', ...saidBy },
  { name: '032_second_factors', ...secondFactors },
  { name: '033_roles', ...roles },
  { name: '034_fetching', ...fetching },
  { name: '035_folded_search', ...foldedSearch },
  { name: '036_one_offers_table', ...oneOffersTable },
  { name: '037_said_offers', ...saidOffers },
  { name: '038_said_names', ...saidNames },
]

/** knex asks for a way back, which would lose what the newer columns hold. */
const goBack = (): Promise<void> =>
  Promise.reject(new Error('There is no way back: restore a backup made before the update.'))

/** Shared with knexfile.ts: both must use the same names. */
export function sourceOf(list: readonly Migration[]): Knex.MigrationSource<Migration> {
  return {
    getMigrations: () => Promise.resolve([...list]),
    getMigrationName: (migration) => migration.name,
    getMigration: (migration) => Promise.resolve({ ...migration, down: goBack }),
  }
}

/** Whether the schema is exactly this version's. Read-only. */
export async function isUpToDate({ knex }: Pick<Database, 'knex'>): Promise<boolean> {
  if (!(await knex.schema.hasTable('knex_migrations'))) return false
  const done: string[] = await knex('knex_migrations').orderBy('id').pluck('name')
  return done.join() === migrations.map((migration) => migration.name).join()
}

/** Whether the schema has this version's migrations; a rolling update may bring newer ones. */
export async function hasAllMigrations(db: Knex): Promise<boolean> {
  if (!(await db.schema.hasTable('knex_migrations'))) return false
  const done: string[] = await db('knex_migrations').pluck('name')
  return migrations.every(({ name }) => done.includes(name))
}

// Advisory lock, unique in the database.
const ADVISORY_LOCK = 7_370_117
/** insufficient_privilege: https://www.postgresql.org/docs/current/errcodes-appendix.html */
const FORBIDDEN = '42501'

/**
 * Runs missing migrations in one transaction: a failure keeps the old schema, and the next start
 * tries again. A second server on the same database waits for the first.
 */
export async function migrate(database: Pick<Database, 'knex'>, list = migrations): Promise<void> {
  try {
    await withPatience(() => database.knex.transaction((trx) => migrateIn(trx, list)))
  } catch (error) {
    if ((error as { code?: string }).code === FORBIDDEN) {
      throw new Error(
        'This role may not change the tables. Set DATABASE_OWNER_URL to the role that owns them.',
        { cause: error },
      )
    }
    const missing = /following files are missing: (.*)/.exec((error as Error).message)?.[1]
    if (!missing) throw error
    throw new Error(
      `This database was made by a newer Wrenchlist (it has ${missing}). Start that version.`,
      { cause: error },
    )
  }
}

/** The same within the caller's transaction. */
export async function migrateIn(trx: Knex.Transaction, list = migrations): Promise<void> {
  await prepared(trx, list).then((config) => trx.migrate.latest(config))
}

/** Drops all tables of the schema, and its functions that no extension brought. */
export async function dropAllIn(trx: Knex.Transaction): Promise<void> {
  const { rows } = await trx.raw<{ rows: { text: string }[] }>(
    `select format('drop table if exists %s cascade', oid::regclass) as text from pg_class
     where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p')
     union all
     select format('drop function %s cascade', oid::regprocedure) from pg_proc
     where pronamespace = current_schema()::regnamespace
       and not exists (select from pg_depend where objid = pg_proc.oid and deptype = 'e')`,
  )
  for (const { text } of rows) await trx.raw(text)
}

/** Takes the migration lock, until the transaction ends. */
export async function lockMigrations(trx: Knex.Transaction): Promise<void> {
  await trx.raw('select pg_advisory_xact_lock(?)', [ADVISORY_LOCK])
}

async function prepared(trx: Knex.Transaction, list: readonly Migration[]) {
  // Migrating large tables is slow, and so is waiting for the lock.
  for (const name of ['statement', 'lock', 'idle_in_transaction_session']) {
    await trx.raw(`select set_config('${name}_timeout', '0', true)`)
  }
  await lockMigrations(trx)
  const config = { migrationSource: sourceOf(list) }
  // knex's own lock is a row, which a killed command line leaves set.
  await trx.migrate.forceFreeMigrationsLock(config)
  return config
}
