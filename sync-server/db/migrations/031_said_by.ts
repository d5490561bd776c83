import type { Knex } from 'knex'

/**
 * Whose word each fact of a part is, so that it goes with its source. Constant defaults: no row is
 * written here. '' is whoever said what was there before, hands, and files by themselves.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- By source: the run that brought it, and the last year it had before that run.
    alter table part_fits add column said_by jsonb not null default '{"": [0]}';
    alter table cross_references add column said_by jsonb not null default '{"": [0]}';
    alter table parts
      -- Whose names stand, and what others call it, by source.
      add column source_id text collate "C",
      add column others_said jsonb;
  `)
}
