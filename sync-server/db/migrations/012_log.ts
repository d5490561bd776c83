import type { Knex } from 'knex'

/** The maintenance log: rows that stand alone, so their kit_id is empty and their kit_ver 0. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table log_entries (
      kit_id text collate "C" not null,
      id text collate "C" not null,
      owner text collate "C" not null,
      cells jsonb not null,
      kit_ver bigint not null,
      owner_ver bigint not null,
      primary key (kit_id, id)
    );
    create index log_entries_by_owner_version on log_entries (owner, owner_ver);
    create index log_entries_by_deletion on log_entries (((cells->'del'->>1) collate "C"))
      where cells->'del'->>0 = 'true';
  `)
}
