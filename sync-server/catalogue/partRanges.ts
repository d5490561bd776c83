import type { Knex } from 'knex'

/** Ranges of part ids that cover a table, each quick for one statement. */
export async function* partRanges(
  db: Knex,
  table: string,
  rows = 20_000,
): AsyncGenerator<[string, string]> {
  let after = '0'
  for (;;) {
    const { rows: found } = await db.raw<{ rows: { to: string | null }[] }>(
      `select max(part_id) as to from (select part_id from ${table} where part_id > :after
         order by part_id limit ${rows}) of_it`,
      { after },
    )
    const to = found[0]?.to ?? null
    if (to === null) return
    yield [after, to]
    after = to
  }
}
