/** One part with everything its page shows. */
import type { Knex } from 'knex'

import type { PartDetail, PartFit } from '#shared/catalogue/part.ts'

import { MAX_CROSS_REFERENCES, MAX_FITS } from '#shared/catalogue/part.ts'
import { namedOf, type PartRow } from './findParts.ts'
import { readOffers } from './readOffers.ts'

export async function readPart(db: Knex, part: PartRow, now: number): Promise<PartDetail> {
  const [{ byPart, foreignByPart, merchants }, fits, crossReferences] = await Promise.all([
    readOffers(db, [part.id], now),
    readFits(db, part.id),
    readReferences(db, part.id),
  ])
  const prices = byPart.get(part.id) ?? []
  const foreignPrices = foreignByPart.get(part.id)
  return {
    ...namedOf(part),
    task: part.task,
    fcpPartNumber: part.retailer_number,
    // A real has four bytes: round 4.699999 back to 4.7.
    ratings: { average: Math.round(part.rating_average * 100) / 100, count: part.rating_count },
    prices,
    ...(foreignPrices && { foreignPrices }),
    merchants,
    fits,
    crossReferences,
    asOf: prices.length === 0 ? null : Math.max(...prices.map(({ asOf }) => asOf)),
  }
}

async function readFits(db: Knex, id: string): Promise<PartFit[]> {
  return db('part_fits')
    .where({ part_id: id })
    .orderBy(['make_key', 'model_key', 'year_from'])
    .limit(MAX_FITS)
    .select('make', 'model', { yearFrom: 'year_from', yearTo: 'year_to' })
}

async function readReferences(db: Knex, id: string): Promise<PartDetail['crossReferences']> {
  const { rows } = await db.raw<{ rows: PartDetail['crossReferences'] }>(
    `select number as "partNumber", brand, exists (select 1 from parts p
       where p.number_key = c.number_key and (c.brand_key in ('', p.brand_key))
         and p.hidden_at is null) as "isListed"
     from cross_references c where part_id = ?
     order by brand_key, number_key limit ${MAX_CROSS_REFERENCES}`,
    [id],
  )
  return rows
}
