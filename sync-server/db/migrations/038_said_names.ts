import type { Knex } from 'knex'

/** Names in a row of JSON, without those it does not say. */
const namesIn = (row: string) => `jsonb_strip_nulls(jsonb_build_object(
  'name', nullif(${row}->>'name', ''), 'category', nullif(${row}->>'category', ''),
  'image', nullif(${row}->>'image', ''), 'retailer_number', nullif(${row}->>'retailer_number', ''),
  'rating_average', case when (${row}->>'rating_count')::int > 0 then ${row}->'rating_average' end,
  'rating_count', nullif((${row}->>'rating_count')::int, 0), 'is_demo', ${row}->'is_demo'))`

/**
 * Names of a part are a row for each source that says them, with what that source said before its
 * last run. What was corrected by hand stands in `parts` alone.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table part_names (
      part_id bigint not null references parts (id) on delete cascade,
      -- '' is whoever named it before sources were told apart, and files by themselves.
      source_id text collate "C" not null,
      -- By column of parts, without those it does not say.
      said jsonb not null,
      -- Order in which sources of this part said something new; the last stands.
      since int not null,
      run int,
      -- The source's said, since and run before its run; null for none.
      before jsonb,
      primary key (part_id, source_id)
    );

    insert into part_names (part_id, source_id, said, since)
      select p.id, coalesce(p.source_id, ''), ${namesIn('told.row')},
        1 + (select count(*) from jsonb_object_keys(coalesce(p.others_said, '{}')))
      from parts p cross join lateral (select to_jsonb(p) || coalesce((
        select jsonb_object_agg(key, said) from part_corrections
        where part_id = p.id and kind = 'field' and key not in ('number', 'brand')), '{}') as row) told;
    insert into part_names (part_id, source_id, said, since)
      select p.id, o.key, ${namesIn('o.value')},
        row_number() over (partition by p.id order by (o.value->>'until')::int)
      from parts p cross join lateral jsonb_each(p.others_said) o
      on conflict do nothing;

    update part_names n set run = f.run, before = case
        when told.names is not null then jsonb_build_object('said', told.names, 'run', null,
          'since', case when told.is_own then n.since else 0 end) end
      from run_parts r join feeds f on f.id = r.feed_id and f.state = 'imported'
      cross join lateral (select coalesce(r.before->>'source_id', '') as source_id) b
      cross join lateral (select b.source_id = coalesce(f.source_id, '') as is_own, case
        when b.source_id = coalesce(f.source_id, '') then r.before
        else r.before->'others_said'->coalesce(f.source_id, '') end as row) t
      cross join lateral (
        select t.is_own, case when t.row is not null then ${namesIn('t.row')} end as names) told
      where n.part_id = r.part_id and n.source_id = coalesce(f.source_id, '');

    update part_corrections set said = null where kind = 'field' and key not in ('number', 'brand');
    alter table parts drop column run, drop column source_id, drop column others_said;
    drop table run_parts;
    analyze part_names;
  `)
}
