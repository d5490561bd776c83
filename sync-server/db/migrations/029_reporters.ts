import type { Knex } from 'knex'

/**
 * Who reported which fault, so that nobody's reports push out another's; and alerts that say how many
 * there are, and repeat nobody's words.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table error_groups
      -- Who reports it: server, account or stranger.
      add class text collate "C" not null default 'stranger',
      drop constraint error_groups_fingerprint_key;
    update error_groups set class = case
      when user_id is not null then 'account'
      when user_agent = 'Wrenchlist server' and context->>'source' = 'server' then 'server'
      else 'stranger' end;
    alter table error_groups
      alter class drop default,
      add unique (class, fingerprint);

    create table error_reporters (
      group_id text collate "C" not null references error_groups (id) on delete cascade,
      -- An account's id, or a network without one: the /24 of IPv4, the /64 of IPv6.
      near text collate "C" not null,
      -- The network around that: the /48 of IPv6.
      far text collate "C" not null,
      last_at timestamptz not null,
      primary key (group_id, near)
    );
    -- Of earlier ones no network is known: each counts as one of its own.
    insert into error_reporters
      select id, coalesce(user_id, id), coalesce(user_id, id), last_at from error_groups;

    alter table alerts drop first_at, drop first_words;
    -- From now on messages are told as alerts are; when earlier ones were mailed stays with them.
    insert into alerts (kind, waiting)
      select 'message', count(*) from contact_messages where mailed_at is null having count(*) > 0;
  `)
}
