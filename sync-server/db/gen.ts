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
       (select timeline_id from pg_control_checkpoint()),
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

/** After an unclean stop rows may be missing that devices saw acknowledged: they have to ask again. */
export async function renewEpoch(db: Knex): Promise<void> {
  if (!(await hasServerState(db))) return
  const row = { key: 'epoch', value: randomUUID() }
  await db('server_state').insert(row).onConflict('key').merge()
}
