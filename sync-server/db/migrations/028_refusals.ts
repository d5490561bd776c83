import type { Knex } from 'knex'

/** Which requests of an owner's devices were written before a refusal for their clock was heard. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`alter table scopes add column refusals jsonb`)
}
