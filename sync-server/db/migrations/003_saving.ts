import type { Knex } from 'knex'

const byDeletion = (table: string): string =>
  `create index ${table}_by_deletion on ${table} (((cells->'del'->>1) collate "C"))
    where cells->'del'->>0 = 'true';`

/** Saved versions in public, comments, and kits that change their owner. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- The newest version of a kit, kept beside it because every link and list shows it.
    alter table kits
      add column version_id text collate "C",
      add column saved_at timestamptz,
      add column is_listed boolean not null default false,
      -- {name, vehicle, task, total (cents), lines} of the newest version.
      add column summary jsonb,
      -- Lower-case text the search looks through.
      add column search text not null default '',
      -- Set by an administrator: the link shows nothing to others.
      add column hidden_at timestamptz;
    -- Which copies a kit has.
    create index kits_by_origin on kits ((cells->'fork'->0->>'from'));
    create index kits_listed on kits (saved_at desc, kit_id desc) where is_listed;

    create table comments (
      kit_id text collate "C" not null,
      id text collate "C" not null,
      owner text collate "C" not null,
      cells jsonb not null,
      kit_ver bigint not null,
      owner_ver bigint not null,
      primary key (kit_id, id)
    );
    create index comments_by_kit_version on comments (kit_id, kit_ver);
    create index comments_by_owner_version on comments (owner, owner_ver);
    create unique index comments_by_id on comments (id);

    -- What is collected half a year after its deletion, see jobs/collection.ts.
    ${['kits', 'lines', 'steps', 'comments'].map(byDeletion).join('\n    ')}
    create index beaten_by_time on beaten (((cells->'value'->>1) collate "C"));
    create index drafts_by_time on kits (updated_at) where owner like 'd:%';

    create table comment_reports (
      id text collate "C" primary key,
      comment_id text collate "C" not null,
      kit_id text collate "C" not null,
      reporter text collate "C" not null,
      reason text not null default '',
      reported_at timestamptz not null,
      decided_at timestamptz,
      unique (comment_id, reporter)
    );

    -- Kits that left an owner: its devices are told once, in the owner's stream.
    create table departures (
      owner text collate "C" not null,
      kit_id text collate "C" not null,
      owner_ver bigint not null,
      primary key (owner, kit_id)
    );
    create index departures_by_version on departures (owner, owner_ver);
  `)
}
