import type { Knex } from 'knex'

/** What an account reads: its letters and notifications are in it. Null while no device has said. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`alter table users add column language text collate "C"`)
}
