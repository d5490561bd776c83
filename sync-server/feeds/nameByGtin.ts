/** Rows with only a barcode mean the part that another row gave that barcode. */
import type { Knex } from 'knex'
import type { IncomingPart } from '../catalogue/incoming.ts'

import { readGtin } from '#shared/catalogue/gtin.ts'
import { groupBy } from '#shared/lists.ts'
import { brandKey } from '#shared/catalogue/partNumber.ts'
import { keyOf } from './rowKey.ts'

type Row = { key: string; part: IncomingPart }

/** A barcode with and without leading zeros: EAN-13 and UPC-A of one box. */
const spellings = (gtin: string): string[] =>
  [8, 12, 13, 14].flatMap((length) => {
    const cut = gtin.slice(14 - length)
    return gtin === cut.padStart(14, '0') ? [cut] : []
  })

/** Fills number and brand of such rows from the known part. */
export async function nameByGtin(db: Knex, rows: Row[]): Promise<void> {
  const asked = groupBy(rows, (row) => readGtin(row.part.number) ?? '')
  asked.delete('')
  if (asked.size === 0) return
  const { rows: known } = await db.raw<{
    rows: { gtin: string; number: string; brand: string; brand_key: string }[]
  }>(
    // Oldest last, so it wins: a part that claims a barcode later takes no offer away.
    `select n.gtin, p.number, p.brand, p.brand_key from (
       select number_key as gtin, part_id from cross_references
       where number_key = any(:numbers::text[]) and brand_key = ''
       union all select number_key, id from parts where number_key = any(:numbers::text[])) n
     join parts p on p.id = n.part_id order by p.id desc`,
    { numbers: [...asked.keys()].flatMap(spellings) },
  )
  for (const { gtin, number, brand, brand_key } of known) {
    for (const row of asked.get(gtin.padStart(14, '0')) ?? []) {
      // A barcode belongs to a brand: another brand's row is about another part.
      if (brandKey(row.part.brand) !== brand_key) continue
      row.part = { ...row.part, number, brand }
      row.key = keyOf(row.part)
    }
  }
}
