import type { Knex } from 'knex'

/** What an operator looks at: letters on their way, figures by the hour, rounds, backups, alerts. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table mails (
      id bigint generated always as identity primary key,
      at timestamptz not null,
      recipient text not null,
      subject text not null,
      -- waiting, sent, refused (the mail server said no), failed (tried too often) or dropped
      state text collate "C" not null,
      tries smallint not null,
      tried_at timestamptz not null,
      -- When it is tried again, of one that waits.
      next_at timestamptz,
      -- A number of SMTP or a code of Node: what mail servers write quotes addresses.
      reason text not null default '',
      -- Whole, for as long as it may have to be sent again; never one that opens an account.
      letter jsonb
    );
    create index mails_due on mails (next_at) where state = 'waiting';
    create index mails_by_time on mails (at);

    create table readings (
      -- Its beginning.
      hour timestamptz primary key,
      -- At its end.
      people int not null,
      kits int not null,
      -- Within it.
      saves int not null
    );
    create table sync_delays (
      hour timestamptz not null,
      -- Seconds that pushes had waited at most; 0 is less than is worth a word.
      up_to int not null,
      pushes bigint not null,
      primary key (hour, up_to)
    );

    create table rounds (
      name text collate "C" primary key,
      began_at timestamptz not null,
      ended_at timestamptz,
      runs bigint not null default 0,
      failures bigint not null default 0,
      failed_at timestamptz,
      -- The step that failed last.
      failed_step text not null default ''
    );

    create table backups (
      id text collate "C" primary key,
      -- The id of the administrator.
      made_by text collate "C" not null,
      -- making, made or failed
      state text collate "C" not null,
      -- Of the machine that has it, and its path there.
      host text not null,
      path text not null,
      bytes bigint,
      created_at timestamptz not null,
      alive_at timestamptz not null default now(),
      made_at timestamptz,
      -- SHA-256 of what a download is asked with, for some minutes.
      ticket text collate "C",
      ticket_until timestamptz
    );

    create table alerts (
      kind text collate "C" primary key,
      told_at timestamptz,
      -- What came since, and the first words of it.
      waiting int not null default 0,
      first_at timestamptz,
      first_words text not null default ''
    );

    alter table error_groups
      -- The commit of the page that reported last.
      add build text not null default '';
    create index error_groups_by_user on error_groups (user_id, last_at desc, id desc)
      where user_id is not null;
  `)
}
