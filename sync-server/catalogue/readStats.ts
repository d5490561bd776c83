/** Figures of the catalogue and of the administrators' queue, counted on request. */
import type { Knex } from 'knex'

import type { CatalogueStats } from '#shared/catalogue/job.ts'

interface Counts {
  original: string
  retailer: string
  feed: string
  years: string
  merchants: string
  tasks: string
  reports: string
  kit_reports: string
  deletions: string
  feeds: string
}

export async function readStats(db: Knex): Promise<Omit<CatalogueStats, 'source' | 'job'>> {
  const { rows } = await db.raw<{ rows: Counts[] }>(
    `with recursive spans as (
       -- From one pair of years to the next in the index: there are few, of however many parts.
       (select year_from, year_to from part_fits order by year_from, year_to limit 1)
       union all
       select n.year_from, n.year_to from spans s cross join lateral (
         select year_from, year_to from part_fits
         where (year_from, year_to) > (s.year_from, s.year_to)
         order by year_from, year_to limit 1) n
     )
     select
       (select count(*) from parts where origin = 'built-in') as original,
       (select count(*) from parts where origin = 'retailer') as retailer,
       (select count(*) from parts where origin = 'feed') as feed,
       (select count(distinct year)
        from spans cross join lateral generate_series(year_from::int, year_to::int) as year) as years,
       (select count(*) from merchants) as merchants,
       (select count(distinct t.name_key) from tasks t
        where t.approved_at is null and t.declined_at is null and not exists (
          select from tasks s where s.name_key = t.name_key
            and (s.approved_at is not null or s.declined_at is not null))) as tasks,
       (select count(distinct r.comment_id) from comment_reports r
        join comments c on c.id = r.comment_id
        where r.decided_at is null
          and coalesce((c.cells->'del'->>0)::boolean, false) = false) as reports,
       (select count(distinct r.kit_id) from kit_reports r join kits k on k.kit_id = r.kit_id
        where r.decided_at is null
          and coalesce((k.cells->'del'->>0)::boolean, false) = false) as kit_reports,
       (select count(*) from deletion_requests where status = 'open') as deletions,
       (select count(*) from feeds where state = 'waiting') as feeds`,
  )
  const row = rows[0]
  const count = (name: keyof Counts) => Number(row?.[name] ?? 0)
  return {
    originalParts: count('original'),
    retailerParts: count('retailer'),
    feedParts: count('feed'),
    vehicleYears: count('years'),
    merchants: count('merchants'),
    waiting: {
      tasks: count('tasks'),
      reports: count('reports'),
      kitReports: count('kit_reports'),
      deletionRequests: count('deletions'),
      feeds: count('feeds'),
    },
  }
}
