import type { Knex } from 'knex'

/** A file that is fetched slowly keeps nobody from storing: fetches are jobs beside the one that stores. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table jobs add column is_fetching boolean not null default false;
    drop index jobs_one_at_a_time;
    create unique index jobs_one_stores on jobs ((true))
      where state in ('queued', 'running') and not is_fetching;
    create unique index jobs_one_fetch_a_source on jobs (subject)
      where state in ('queued', 'running') and kind = 'source';
  `)
}
