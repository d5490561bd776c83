// Epoch of the data: when it changes, devices drop their cursors and pull anew.
import { createHash, randomUUID } from 'node:crypto'
import type { Knex } from 'knex'

async function readEpoch(db: Knex): Promise<string> {
  if (!(await hasServerState(db))) return ''
  const row = await db<{ key: string; value: string }>('server_state')
    .where({ key: 'epoch' })
    .first()
  return row?.value ?? ''
}

/** See `Database.gen`: a short hash of everything that identifies the data's epoch. */
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

/** Starts a new epoch when acknowledged rows may be lost: devices have to pull again. */
export async function renewEpoch(db: Knex): Promise<void> {
  if (!(await hasServerState(db))) return
  const row = { key: 'epoch', value: randomUUID() }
  await db('server_state').insert(row).onConflict('key').merge()
}

/** A failover to a standby takes longer. */
const AGAIN_MS = 2_000

export interface FollowedGen {
  /** The last read value. */
  current(): string
  stop(): void
}

/**
 * Polls `Database.gen`: a promoted standby or a restored backup can start another epoch behind the
 * same URL at any time. Until a poll notices, devices get the old one, and pull anew later.
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
    // While the database is away, its queries report that themselves.
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
