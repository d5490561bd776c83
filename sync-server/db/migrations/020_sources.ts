import type { Knex } from 'knex'

/**
 * Sources that keep themselves current. An offer knows which source and which run said it, so that
 * what a source no longer names can be told from what others say; `run_*` is what was before the last
 * run of a source, for taking it back.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table feed_sources (
      id text collate "C" primary key,
      name text not null,
      kind text collate "C" not null,
      address text not null,
      merchant text not null,
      format text collate "C" not null,
      encoding text not null,
      decimal text not null,
      currency text not null,
      rate double precision,
      rate_at timestamptz,
      mapping jsonb not null,
      schedule text not null,
      price_hours int not null,
      history_allowed boolean not null,
      -- What the address said of the file that was imported last.
      etag text not null default '',
      last_modified text not null default '',
      next_at timestamptz,
      failures int not null default 0,
      error text not null default '',
      last_ok_at timestamptz,
      -- When all of its file was read, and not only said to be the same.
      imported_at timestamptz,
      -- The next run waits for somebody's word, whatever it brings.
      is_asking boolean not null default false,
      -- What stood in the columns of the file that was imported last, by column.
      shapes jsonb not null default '{}',
      merchant_ids int[] not null default '{}',
      created_by text collate "C" not null,
      created_at timestamptz not null
    );
    create index feed_sources_due on feed_sources (next_at) where next_at is not null;

    alter table feeds
      add column run int generated always as identity,
      add column source_id text collate "C" references feed_sources (id) on delete set null,
      add column held text not null default '',
      add column effect jsonb,
      add column reasons jsonb not null default '[]',
      add column headings jsonb not null default '[]',
      add column shapes jsonb not null default '{}',
      add column etag text not null default '',
      add column last_modified text not null default '';
    create index feeds_of_source on feeds (source_id, created_at desc);

    create table feed_refused (
      feed_id text collate "C" not null references feeds (id) on delete cascade,
      row int not null,
      -- The reason without what is particular to its row.
      kind text not null,
      reason text not null,
      -- As text: jsonb would forget the order of the columns.
      cells json not null,
      primary key (feed_id, row)
    );

    alter table offers
      add column source_id text collate "C",
      add column run int,
      -- What the merchant said, where it was converted: hundredths of its currency.
      add column own_currency text,
      add column own_cents int,
      add column rate double precision,
      add column rate_at timestamptz;
    -- In a currency nobody gave a rate for: where nothing that counts in dollars looks.
    create table foreign_offers (like offers including all);
    alter table foreign_offers
      add foreign key (part_id) references parts (id) on delete cascade,
      add foreign key (merchant_id) references merchants (id) on delete cascade;
    alter table parts add column run int;

    create table run_parts (
      feed_id text collate "C" not null references feeds (id) on delete cascade,
      part_id bigint not null,
      -- Null for one that was not there.
      before jsonb,
      primary key (feed_id, part_id)
    );
    create table run_offers (
      feed_id text collate "C" not null references feeds (id) on delete cascade,
      part_id bigint not null,
      merchant_id int not null,
      is_foreign boolean not null,
      before jsonb,
      month int,
      steps int[],
      primary key (feed_id, part_id, merchant_id, is_foreign)
    );
  `)
}
