import type { Knex } from 'knex'

/** Which reports were counted: one whose answer was lost on the way comes again. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table error_report_ids (
      id text collate "C" primary key,
      received_at timestamptz not null
    );
    create index error_report_ids_by_time on error_report_ids (received_at);
  `)
}
