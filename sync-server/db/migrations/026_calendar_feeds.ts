import type { Knex } from 'knex'

/** The address under which an account's services are read as a calendar. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table calendar_feeds (
      user_id text collate "C" primary key references users (id),
      -- SHA-256 of what stands in the address: whoever reads this table reads no calendar.
      secret_hash bytea not null unique,
      created_at timestamptz not null
    );
  `)
}
