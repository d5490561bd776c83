/** Cheapest basket of an own kit, computed as on its screen. */
import type { Knex } from 'knex'

import type { Kit } from '#shared/kinds/kit.ts'
import type { Principal } from '#shared/cells/limits.ts'

import {
  kitProblem,
  type BasketOptions,
  type PartPrices,
} from '#shared/catalogue/baskets/kitProblem.ts'
import { createHash } from 'node:crypto'
import { cheapestBasket } from '#shared/catalogue/baskets/cheapestBasket.ts'
import { findPartsOf } from '../catalogue/findParts.ts'
import { IN_DOLLARS, readOffers } from '../catalogue/readOffers.ts'
import { liveKit, readKit } from '../sync/read/readKit.ts'

/** Search steps, one turn's worth. A search cut short finds a dearer basket, never a wrong one. */
const MAX_STEPS = 400
/** Parts read at once: each may have 200 offers. */
const AT_ONCE = 10

const NO_OPTIONS: BasketOptions = { mostShops: null, locked: [], banned: [], owned: [] }

export interface KitBasket {
  kit: Kit
  buildId: string
  totalCents: number
  /** Every part is in it at a current price, and every parcel is counted. */
  isWhole: boolean
}

/**
 * Null for no such kit of this owner. `seen` fingerprints the inputs: while it equals `before`, or
 * where no basket exists, there is no basket.
 */
export async function basketOf(
  db: Knex,
  owner: Principal,
  kitId: string,
  options: BasketOptions | null,
  now: number,
  before: string | null,
): Promise<{ seen: string; basket: KitBasket | null } | null> {
  const stored = await readKit(db, { kitId })
  const kit = stored?.owner === owner ? liveKit(stored) : null
  if (!kit) return null
  const numbered = kit.lines.filter(({ partNumber }) => partNumber !== '')
  const found = await findPartsOf(
    db,
    numbered.map(({ partNumber, manufacturer }) => ({ partNumber, brand: manufacturer })),
  )
  const bought = kit.lines.map(({ id, qty, partNumber }) => [id, qty, partNumber])
  const ids = found.map((part) => part?.id ?? null)
  const offered = await offersSeen(db, ids.filter(Boolean), now)
  const seen = createHash('sha256')
    .update(JSON.stringify([bought, ids, offered]))
    .digest('base64url')
  if (seen === before) return { seen, basket: null }
  const parts = new Map<string, PartPrices>()
  for (let at = 0; at < numbered.length; at += AT_ONCE) {
    const some = found.slice(at, at + AT_ONCE)
    const ids = [...new Set(some.flatMap((part) => part?.id ?? []))]
    const { byPart, merchants } = await readOffers(db, ids, now)
    for (const [n, part] of some.entries()) {
      const line = numbered[at + n]
      if (!part || !line) continue
      const { number: partNumber, brand, name, is_demo: isDemo } = part
      parts.set(line.id, {
        partNumber,
        brand,
        name,
        isDemo,
        prices: byPart.get(part.id) ?? [],
        merchants,
      })
    }
  }
  const asked = kitProblem(kit.lines, parts, options ?? NO_OPTIONS, now)
  const basket = asked.lines.length > 0 ? cheapestBasket(asked.problem, MAX_STEPS) : null
  if (!basket) return { seen, basket: null }
  const isOpen = asked.shops.some(
    ({ id }, at) => asked.unsaid.has(id) && (basket.shipping[at] ?? null) !== null,
  )
  const isWhole =
    asked.without.length === 0 &&
    asked.lines.every(({ isOld }) => !isOld) &&
    basket.choice.every((place) => place >= 0) &&
    !isOpen
  return { seen, basket: { kit, buildId: kit.buildId, totalCents: basket.totalCents, isWhole } }
}

/** Fingerprint of the parts' offers: reading and weighing all of them is expensive. */
async function offersSeen(db: Knex, ids: readonly unknown[], now: number): Promise<string | null> {
  const { rows } = await db.raw<{ rows: { seen: string | null }[] }>(
    `select md5(string_agg(row(o.part_id, o.base_cents, o.promo_cents, o.shipping_cents, o.tax_cents,
       o.core_cents, o.availability, m.*,
       o.as_of >= :now::timestamptz - m.max_age_hours * interval '1 hour')::text, ''
       order by o.part_id, o.merchant_id)) as seen
     from offers o join merchants m on m.id = o.merchant_id
     where o.part_id = any(:ids::bigint[]) and o.stands and o.${IN_DOLLARS}`,
    { ids, now: new Date(now) },
  )
  return rows[0]?.seen ?? null
}
