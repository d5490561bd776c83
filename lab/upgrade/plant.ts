/** Faults on purpose, to see that they are noticed. */
import { newId } from '#shared/ids.ts'
import { withDatabase } from './tables.ts'

/** `line` takes a line out of the database, `twice` puts a copy of one beside it; others do nothing. */
export async function plantInDatabase(fault: string, dataDir: string): Promise<void> {
  if (fault !== 'line' && fault !== 'twice') return
  await withDatabase(dataDir, async (client) => {
    const { rows } = await client.query<{ id: string }>('select id from lines order by id limit 1')
    const id = rows[0]?.id
    if (fault === 'line') await client.query('delete from lines where id = $1', [id])
    else
      await client.query(
        `insert into lines select (jsonb_populate_record(l, jsonb_build_object('id', $2::text))).*
         from lines l where id = $1`,
        [id, newId()],
      )
  })
}
