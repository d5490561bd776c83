import type { Knex } from 'knex'

/** A body has up to 384 kB. */
const AT_ONCE = 50

/**
 * What lists read of a saved kit says how many of its lines have no price; a sum that leaves them out
 * is not the whole price. Read here and not by the database: a body may hold escapes that jsonb does
 * not take. A summary without the number has none.
 */
export async function up(knex: Knex): Promise<void> {
  for (let after = ''; ;) {
    const { rows } = await knex.raw<{ rows: { kit_id: string; body: string | null }[] }>(
      `select kits.kit_id, versions.cells->'body'->>0 as body from kits
       join versions on versions.kit_id = kits.kit_id and versions.id = kits.version_id
       where kits.kit_id > ? and kits.summary is not null
       order by kits.kit_id limit ${AT_ONCE}`,
      [after],
    )
    const last = rows.at(-1)
    if (!last) return
    after = last.kit_id
    const found = rows.flatMap(({ kit_id, body }) => {
      const unpriced = unpricedIn(body)
      return unpriced > 0 ? { kit_id, unpriced } : []
    })
    if (found.length === 0) continue
    await knex.raw(
      `update kits set summary = summary || jsonb_build_object('unpriced', x.unpriced)
       from jsonb_to_recordset(?::jsonb) as x(kit_id text, unpriced int)
       where kits.kit_id = x.kit_id`,
      [JSON.stringify(found)],
    )
  }
}

interface StoredLine {
  name: string
  manufacturer: string
  partNumber: string
  link: string
  price: number | null
  qty: number
}

/** As shared/kinds/priceSum.ts counts them today. */
function unpricedIn(body: string | null): number {
  if (body === null) return 0
  try {
    const { lines } = JSON.parse(body) as { lines: StoredLine[] }
    return lines.filter(
      ({ name, manufacturer, partNumber, link, price, qty }) =>
        price === null && qty > 0 && (name || manufacturer || partNumber || link),
    ).length
  } catch {
    // A body that nobody can read has no lines to show either.
    return 0
  }
}
