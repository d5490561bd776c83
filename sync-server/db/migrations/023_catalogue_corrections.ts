import type { Knex } from 'knex'

/**
 * What an operator says of the catalogue. It stands in the tables that shoppers read; what the
 * sources say instead stands here, so that taking a correction back shows it again.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table parts add column hidden_at timestamptz;
    create index parts_hidden on parts (id) where hidden_at is not null;
    alter table merchants
      add column hidden_at timestamptz,
      -- What sources call it, where it was named by hand.
      add column said_name text;

    create table part_corrections (
      id bigint generated always as identity primary key,
      part_id bigint not null references parts (id) on delete cascade,
      -- 'field', 'reference', 'fit' or 'offer'
      kind text collate "C" not null,
      -- Of a field its column, of an offer its merchant; else what makes it one of its kind.
      key text collate "C" not null,
      -- Null where no source says anything.
      said jsonb,
      -- What is so instead, null for nothing: it was taken out.
      stands jsonb,
      made_by text collate "C" not null,
      made_at timestamptz not null,
      unique (part_id, kind, key)
    );

    -- Other identities: what sources say of them is about this part, or about none.
    create table part_aliases (
      number_key text collate "C" not null,
      brand_key text collate "C" not null,
      -- 'renamed', 'merged' or 'removed'
      kind text collate "C" not null,
      -- Null for one that was removed, and must not come back with the next file.
      part_id bigint references parts (id) on delete cascade,
      number text not null,
      brand text not null,
      name text not null,
      made_by text collate "C" not null,
      made_at timestamptz not null,
      primary key (number_key, brand_key)
    );
    create index part_aliases_of_part on part_aliases (part_id);
    create index part_aliases_removed on part_aliases (number_key, brand_key)
      where part_id is null;

    create table merchant_aliases (
      name_key text collate "C" primary key,
      merchant_id int references merchants (id) on delete cascade,
      name text not null,
      made_by text collate "C" not null,
      made_at timestamptz not null
    );
  `)
}
