import type { Knex } from 'knex'

/** A hash of the lines and offers that a watched basket was reckoned from: the same need no reckoning. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`alter table watches add column seen text collate "C"`)
}
