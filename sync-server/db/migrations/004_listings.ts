import type { Knex } from 'knex'

/**
 * What everybody's list and search look through, in a narrow table of its own: typing on in a
 * listed kit rewrites the wide row of the kit, which must not touch a trigram index each time.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table listings (
      kit_id text collate "C" primary key,
      saved_at timestamptz not null,
      -- As in kits, lower case.
      search text not null
    );
    insert into listings select kit_id, saved_at, search from kits where is_listed order by saved_at;
    create index listings_by_time on listings (saved_at desc, kit_id desc);
    drop index kits_listed;
    alter table kits drop column is_listed;

    -- Not every managed PostgreSQL has the extension, or lets us make it: search is slower then.
    do $$ begin
      create extension if not exists pg_trgm;
      create index listings_by_search on listings using gin (search gin_trgm_ops);
    exception when insufficient_privilege or undefined_file or feature_not_supported
      or undefined_object then
      raise warning 'no pg_trgm here: the search reads every listed kit (%)', sqlerrm;
    end $$;
  `)
}
