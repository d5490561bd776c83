import type { Knex } from 'knex'

/** Reports of what went wrong, on devices and here: one row a fault, and how often by the hour. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table error_groups (
      id text collate "C" primary key,
      -- SHA-256 of what the reports of one fault have in common.
      fingerprint text collate "C" not null unique,
      level text not null,
      is_test boolean not null,
      times bigint not null,
      first_at timestamptz not null,
      last_at timestamptz not null,
      -- A later report opens it again.
      resolved_at timestamptz,
      -- Of the last report.
      message text not null,
      stack text,
      component_stack text,
      url text,
      user_agent text,
      context jsonb,
      -- The account of the session; the claimed one is what the report says.
      user_id text collate "C",
      claimed_user text,
      -- Lower case.
      search text not null
    );
    create index error_groups_by_time on error_groups (last_at desc, id desc);

    create table error_counts (
      group_id text collate "C" not null references error_groups (id) on delete cascade,
      hour timestamptz not null,
      times bigint not null,
      primary key (group_id, hour)
    );
    create index error_counts_by_hour on error_counts (hour);
  `)
}
