import type { Knex } from 'knex'

/** Kits that readers report; and lists of parts go by id, so that a common word is found at once. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table kit_reports (
      kit_id text collate "C" not null,
      reporter text collate "C" not null,
      reason text not null,
      reported_at timestamptz not null,
      decided_at timestamptz,
      primary key (kit_id, reporter)
    );
    create index kit_reports_open on kit_reports (kit_id) where decided_at is null;

    drop index parts_by_name;
    drop index part_fits_by_vehicle;
    create index part_fits_by_vehicle on part_fits (make_key, model_key, part_id);
  `)
}
