import type { Knex } from 'knex'

/** Administrators' list of hidden kits: few, among however many. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create index kits_hidden on kits (hidden_at desc, kit_id) where hidden_at is not null;
  `)
}
