import type { Knex } from 'knex'

/** Long work for the catalogue, and the files it is fed with. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table jobs (
      id text collate "C" primary key,
      kind text collate "C" not null,
      source text not null,
      state text collate "C" not null,
      requested_by text collate "C" not null,
      -- A feed's id.
      subject text collate "C",
      -- What is to be looked at, in order; written once.
      plan jsonb,
      total int,
      done int not null default 0,
      saved int not null default 0,
      added int not null default 0,
      refused int not null default 0,
      problems jsonb not null default '[]',
      parts jsonb not null default '[]',
      error text not null default '',
      cancel_asked boolean not null default false,
      attempts int not null default 0,
      -- Whoever works on it; a sign of life that is old frees it for others.
      runner text collate "C",
      alive_at timestamptz,
      created_at timestamptz not null,
      started_at timestamptz,
      finished_at timestamptz
    );
    -- One at a time, whatever server is asked.
    create unique index jobs_one_at_a_time on jobs ((true)) where state in ('queued', 'running');
    create index jobs_by_time on jobs (created_at desc, id desc);

    -- Pages of a source that became parts.
    create table source_pages (
      source text collate "C" not null,
      page text collate "C" not null,
      read_at timestamptz not null,
      primary key (source, page)
    );

    create table feeds (
      id text collate "C" primary key,
      name text not null,
      -- 'reading', 'waiting', 'importing', 'imported', 'refused' or 'discarded'.
      state text collate "C" not null,
      uploaded_by text collate "C" not null,
      rows int not null default 0,
      accepted int not null default 0,
      refused int not null default 0,
      problems jsonb not null default '[]',
      parts jsonb not null default '[]',
      -- Headers nothing is known about.
      ignored jsonb not null default '[]',
      error text not null default '',
      created_at timestamptz not null,
      alive_at timestamptz not null
    );
    create index feeds_by_time on feeds (created_at desc, id desc);

    create table feed_rows (
      feed_id text collate "C" not null references feeds (id) on delete cascade,
      row int not null,
      -- Number, brand and merchant: a second row about the same is refused.
      key text collate "C" not null,
      part jsonb not null,
      primary key (feed_id, row),
      unique (feed_id, key)
    );
  `)
}
