/** Figures of the catalogue, counted on request. */
import type { Knex } from 'knex'

import type { CatalogueStats } from '#shared/catalogue/job.ts'

type Counted = Omit<CatalogueStats, 'source' | 'job'>

export async function readStats(db: Knex): Promise<Counted> {
  const { rows } = await db.raw<{ rows: [Counted] }>(
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
       (select count(*)::int from parts where origin = 'built-in') as "originalParts",
       (select count(*)::int from parts where origin = 'retailer') as "retailerParts",
       (select count(*)::int from parts where origin = 'feed') as "feedParts",
       (select count(distinct year)::int
        from spans cross join lateral generate_series(year_from::int, year_to::int) as year) as "vehicleYears",
       (select count(*)::int from merchants) as merchants`,
  )
  return rows[0]
}
