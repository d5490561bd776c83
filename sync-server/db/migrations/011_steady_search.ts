import type { Knex } from 'knex'

/**
 * New words wait in a list beside the index and are sorted in together: of 4 MB, as is usual, that
 * takes seconds in which a file that is imported stands still. A short list takes moments.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw('alter index if exists parts_by_search set (gin_pending_list_limit = 256)')
}
