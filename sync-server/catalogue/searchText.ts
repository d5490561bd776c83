/** The text of a part that search matches. */
import type { Knex } from 'knex'

import { partNumberKey } from '#shared/catalogue/partNumber.ts'
import { fold } from '#shared/text/fold.ts'

const MAX_NUMBERS = 50

export interface Searched {
  name: string
  brand: string
  category: string
  /** The part's own first. */
  numbers: readonly string[]
}

/** Numbers as printed and as compared, so that both spellings match. */
export function searchText({ name, brand, category, numbers }: Searched): string {
  const some = numbers.slice(0, MAX_NUMBERS)
  const words = [name, brand, category, ...some, ...some.map(partNumberKey)]
  return fold([...new Set(words.filter(Boolean))].join(' '))
}

/** Rebuilds the text of parts from sources, corrections, and names of merged parts. */
export async function refreshSearch(trx: Knex, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  const { rows } = await trx.raw<{
    rows: (Omit<Searched, 'numbers'> & {
      id: string
      number: string
      retailer_number: string
      same: string[] | null
      names: { number: string; brand: string }[] | null
    })[]
  }>(
    `select p.id, p.name, p.brand, p.category, p.number, p.retailer_number,
       (select json_agg(c.number order by c.brand_key, c.number_key) from (
         select * from cross_references where part_id = p.id limit ${MAX_NUMBERS}) c) as same,
       (select json_agg(json_build_object('number', a.number, 'brand', a.brand)) from (
         select * from part_aliases where part_id = p.id limit ${MAX_NUMBERS}) a) as names
     from parts p where p.id = any(?::bigint[])`,
    [[...ids]],
  )
  const texts = rows.map(({ id, number, retailer_number: own, same, names, ...part }) => ({
    id,
    search: searchText({
      ...part,
      brand: [part.brand, ...new Set((names ?? []).map(({ brand }) => brand))].join(' '),
      numbers: [number, own, ...(names ?? []).map((name) => name.number), ...(same ?? [])],
    }),
  }))
  await trx.raw(
    `update parts p set search = r.search
     from jsonb_to_recordset(?::jsonb) as r(id bigint, search text)
     where p.id = r.id and p.search <> r.search`,
    [JSON.stringify(texts)],
  )
}
