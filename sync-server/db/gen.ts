// Which history of the data this is: devices keep cursors into it, and ask anew when it changes.
import { createHash, randomUUID } from 'node:crypto'
import type { Knex } from 'knex'

async function readEpoch(db: Knex): Promise<string> {
  if (!(await hasServerState(db))) return ''
  const row = await db<{ key: string; value: string }>('server_state')
    .where({ key: 'epoch' })
    .first()
  return row?.value ?? ''
}

/** See `Database.gen`: a short hash of everything that changes with the history of the data. */
export async function readGen(db: Knex): Promise<string> {
  const { rows } = await db.raw<{ rows: { parts: string }[] }>(
    `select concat_ws(' ',
       (select system_identifier from pg_control_system()),
       -- A promoted standby writes on another one at once; its next checkpoint may take minutes.
       case when pg_is_in_recovery() then (select timeline_id from pg_control_checkpoint())
         else ('x' || left(pg_walfile_name(pg_current_wal_lsn()), 8))::bit(32)::integer end,
       (select oid from pg_database where datname = current_database()),
       -- Made anew by a dump that is restored over what was there, or emptied and filled.
       to_regclass('server_state')::oid, pg_relation_filenode(to_regclass('scopes'))) as parts`,
  )
  const hash = createHash('sha256').update(`${await readEpoch(db)} ${rows[0]?.parts}`)
  return hash.digest('base64url').slice(0, 11)
}

async function hasServerState(db: Knex): Promise<boolean> {
  const { rows } = await db.raw<{ rows: { there: boolean }[] }>(
    `select to_regclass('server_state') is not null as there`,
  )
  return rows[0]?.there === true
}

/** Rows may be missing that devices saw acknowledged: they have to ask again. */
export async function renewEpoch(db: Knex): Promise<void> {
  if (!(await hasServerState(db))) return
  const row = { key: 'epoch', value: randomUUID() }
  await db('server_state').insert(row).onConflict('key').merge()
}

/** A failover to a standby takes longer. */
const AGAIN_MS = 2_000

export interface FollowedGen {
  /** As it was last read. */
  current(): string
  stop(): void
}

/**
 * Goes on reading what `Database.gen` says: behind the address of a PostgreSQL another history can
 * begin at any time, when a standby is promoted or a backup is put in its place. Until it is noticed
 * devices are told of the one before, which only makes them ask anew later.
 */
export async function followGen(
  database: { gen(): Promise<string> },
  { everyMs = AGAIN_MS, log }: { everyMs?: number; log: { warn(message: string): void } },
): Promise<FollowedGen> {
  let known = await database.gen()
  let isStopped = false
  let timer: ReturnType<typeof setTimeout>
  const wait = () => {
    timer = setTimeout(() => void look(), everyMs).unref()
  }
  async function look(): Promise<void> {
    // A database that is away says so to those who ask it for something.
    const read = await database.gen().catch(() => known)
    if (read !== known) {
      log.warn(
        'Another history of the data is behind this address: devices compare theirs with it.',
      )
    }
    known = read
    if (!isStopped) wait()
  }
  wait()
  return {
    current: () => known,
    stop() {
      isStopped = true
      clearTimeout(timer)
    },
  }
}
