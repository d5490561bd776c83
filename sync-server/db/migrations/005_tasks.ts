import type { Knex } from 'knex'

/** What administrators decided about tasks that people added. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- Set by an administrator: stays its author's, and is not offered to everybody.
    alter table tasks add column declined_at timestamptz;
    create index tasks_approved on tasks (approved_at) where approved_at is not null;
  `)
}
