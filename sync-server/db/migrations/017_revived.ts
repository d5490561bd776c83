import type { Knex } from 'knex'

/**
 * Order and status no longer bring a deleted row back: rows that only they kept alive are deleted
 * now, and their kits count and weigh them no more. A row weighs what JSON of its values takes, which
 * jsonb writes with a blank after each colon and comma; a step weighs 128 bytes more (shared/kinds/step.ts).
 * An id keeps its owner when collection has taken its kit.
 */
export async function up(knex: Knex): Promise<void> {
  const stamp = (cell: string): string => `(${cell}->>1) collate "C"`
  const isLater = (names: string): string =>
    `exists (select from jsonb_each(cells) as cell
       where ${names} and ${stamp('cell.value')} > ${stamp(`cells->'del'`)})`
  const revived = (table: string): string =>
    `select kit_id, cells from ${table} where cells->'del'->>0 = 'true'
       and ${isLater(`cell.key in ('ord', 'status')`)}
       and not ${isLater(`cell.key not in ('ord', 'status', 'del')`)}`
  const weight = `(select octet_length(jsonb_object_agg(key, value->0)::text) - 2 * count(*) + 1
    from jsonb_each(cells))`
  await knex.raw(`
    update kits set live_lines = kits.live_lines - gone.lines, bytes = kits.bytes - gone.bytes
    from (
      select kit_id, sum(lines) as lines, sum(bytes) as bytes from (
        select kit_id, 1 as lines, ${weight} as bytes from (${revived('lines')}) as line
        union all
        select kit_id, 0, ${weight} + 128 from (${revived('steps')}) as step) as row
      group by kit_id) as gone
    where kits.kit_id = gone.kit_id;

    alter table build_ids add column owner text collate "C";
    create index build_ids_by_kit on build_ids (kit_id) where owner is not null`)
}
