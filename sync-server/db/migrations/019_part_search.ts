import type { Knex } from 'knex'

/**
 * For the search of parts: by the beginnings of words, by brand, by task, and by vehicle in the order
 * of ids. Words are what stands between signs of ASCII; those that have letters and digits are found
 * by any part of them, through the index there was (008).
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- Its price keeps it from being counted for each of a million rows.
    create function part_words(search text) returns tsvector
      language sql immutable strict parallel safe cost 10000
      as $words$ select array_to_tsvector(array_remove(
        regexp_split_to_array(search, '[\\x01-\\x2f\\x3a-\\x60\\x7b-\\x7f]+'), '')) $words$;
    create index parts_by_words on parts using gin (part_words(search))
      with (gin_pending_list_limit = 256);
    create index parts_by_brand on parts (brand_key, id);
    create index parts_by_task on parts (lower(task)) where task <> '';
    create index part_fits_of_vehicle on part_fits (make_key, model_key, part_id)
      include (year_from, year_to);
    drop index part_fits_by_vehicle;
    analyze parts;
    analyze part_fits;
  `)
}
