import type { Knex } from 'knex'

/** Columns of every kind of row. `kit_id` is the partition key and never changes. */
const ROW = `
  kit_id text collate "C" not null,
  id text collate "C" not null,
  owner text collate "C" not null,
  cells jsonb not null,
  kit_ver bigint not null,
  owner_ver bigint not null,
  primary key (kit_id, id)`

/** Rows inside a kit, and the two streams they are read by. */
const inKit = (table: string): string => `
  create table ${table} (${ROW});
  create index ${table}_by_kit_version on ${table} (kit_id, kit_ver);
  create index ${table}_by_owner_version on ${table} (owner, owner_ver);
  create index ${table}_by_id on ${table} (id);`

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table server_state (key text primary key, value text not null);
    insert into server_state values
      ('epoch', gen_random_uuid()::text),
      ('node', substr(replace(gen_random_uuid()::text, '-', ''), 1, 9));

    create table scopes (
      id text collate "C" primary key,
      ver bigint not null default 0,
      collected_ver bigint not null default 0
    );

    -- Never purged: a build id that was served for one kit is never served for another.
    create table build_ids (
      build_id text collate "C" primary key,
      kit_id text collate "C" not null,
      retired_at timestamptz
    );

    create table kits (
      ${ROW},
      build_id text collate "C" not null,
      max_ms bigint not null,
      live_lines integer not null,
      bytes integer not null,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now()
    );
    create index kits_by_owner_version on kits (owner, owner_ver);

    ${['lines', 'steps', 'versions', 'beaten'].map(inKit).join('\n')}

    -- A task stands alone, so its kit_id is empty; kit_ver is its version in the scope "t",
    -- 0 until it is approved.
    create table tasks (
      ${ROW},
      name_key text collate "C" not null,
      category text not null default 'General',
      description text not null default '',
      difficulty_level text not null default 'Medium',
      approved_at timestamptz
    );
    create index tasks_by_version on tasks (kit_ver);
    create index tasks_by_owner_version on tasks (owner, owner_ver);
    create index tasks_by_name on tasks (name_key);
  `)
}
