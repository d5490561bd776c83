import type { Knex } from 'knex'

const BUSY = ['kits', 'lines', 'steps', 'versions', 'comments', 'beaten']

/** How PostgreSQL keeps large tables in order. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- By default a table is cleaned when a fifth of it is dead: with three million lines that lets
    -- the rows of whoever types much grow a thousand dead versions, which every pull walks over.
    ${BUSY.map((table) => `alter table ${table} set (autovacuum_vacuum_scale_factor = 0.01);`).join('\n')}
    -- Every push raises counters in place where the page has room for it.
    alter table scopes set (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.01);
    -- Words that one kit in a hundred has are told from rare ones by the sample.
    alter table listings alter column search set statistics 1000;
  `)
}
