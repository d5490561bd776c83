import type { Knex } from 'knex'

/** What the basket of a watched kit hung on as it was looked at last: while that stays, so does it. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`alter table watches add column seen text collate "C"`)
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`alter table watches drop column seen`)
}
