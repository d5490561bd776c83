/** Backlog for housekeeping after a long time, generated in SQL. */
import type { Knex } from 'knex'

import { packStamp } from '#shared/cells/stamp.ts'
import { addKits } from '../manyKits.ts'

const DAY_MS = 86_400_000

/** Half of the kits are long-idle drafts; all lines are old tombstones. */
export async function addExpired(db: Knex, kits: number): Promise<void> {
  const stamp = packStamp(Date.now() - 400 * DAY_MS, 0, 'benchbenc')
  await db.raw('set statement_timeout = 0')
  await addKits(db, 0, kits)
  await db.raw(
    `update lines set cells = jsonb_build_object('del', jsonb_build_array(true, ?::text))`,
    [stamp],
  )
  await db.raw(
    `update kits set owner = 'd:' || substr(md5(kit_id), 1, 22), updated_at = now() - interval '400 days'
     where version_id is null`,
  )
  await db.raw(
    `insert into rate_limits (key, tat) select 'bench ' || i, now() - interval '1 hour'
     from generate_series(1, ?) as i`,
    [kits],
  )
}

/** Rows of that backlog still to clear. */
export async function countExpired(db: Knex): Promise<number> {
  const { rows } = await db.raw<{ rows: { n: string }[] }>(
    `select (select count(*) from lines where cells->'del'->>0 = 'true')
       + (select count(*) from kits where updated_at < now() - interval '300 days')
       + (select count(*) from rate_limits where tat < now() - interval '30 minutes') as n`,
  )
  return Number(rows[0]?.n)
}
