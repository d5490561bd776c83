import type { Knex } from 'knex'

/**
 * What strangers leave is found by when it was last touched, and what they read names no device:
 * `alias` is the secret by which stamps are renamed (sync/aliases.ts).
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    insert into server_state values
      ('alias', gen_random_uuid()::text || gen_random_uuid()::text);

    alter table scopes add column touched_at timestamptz not null default now();
    create index scopes_idle on scopes (touched_at) where id like 'o:d:%';
    create index build_ids_retired on build_ids (retired_at) where retired_at is not null;
  `)
}
