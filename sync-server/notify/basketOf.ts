/** What the cheapest basket of an own kit costs now, as its screen reckons it. */
import type { Knex } from 'knex'

import type { Kit } from '#shared/kinds/kit.ts'
import type { Principal } from '#shared/sync/limits.ts'

import {
  kitProblem,
  type BasketOptions,
  type PartPrices,
} from '#shared/catalogue/baskets/kitProblem.ts'
import { cheapestBasket } from '#shared/catalogue/baskets/cheapestBasket.ts'
import { findPartsOf } from '../parts/findParts.ts'
import { readOffers } from '../parts/readOffers.ts'
import { liveKit, readKit } from '../sync/read/readKit.ts'

/** In one turn of the event loop. A search that is cut short finds a dearer basket, never a false one. */
const MAX_STEPS = 400
/** Parts whose offers are read at once: each may have 200. */
const AT_ONCE = 10

const NO_OPTIONS: BasketOptions = { mostShops: null, locked: [], banned: [], owned: [] }

export interface KitBasket {
  kit: Kit
  buildId: string
  totalCents: number
  /** Each of its parts is in it, at a price of today, and every parcel is counted. */
  isWhole: boolean
}

/** Null for no such kit of this owner, and where no basket can be had. */
export async function basketOf(
  db: Knex,
  owner: Principal,
  kitId: string,
  options: BasketOptions | null,
  now: number,
): Promise<KitBasket | null> {
  const stored = await readKit(db, { kitId })
  const kit = stored?.owner === owner ? liveKit(stored) : null
  if (!kit) return null
  const numbered = kit.lines.filter(({ partNumber }) => partNumber !== '')
  const found = await findPartsOf(
    db,
    numbered.map(({ partNumber, manufacturer }) => ({ partNumber, brand: manufacturer })),
  )
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
  if (!basket) return null
  const isOpen = asked.shops.some(
    ({ id }, at) => asked.unsaid.has(id) && (basket.shipping[at] ?? null) !== null,
  )
  const isWhole =
    asked.without.length === 0 &&
    asked.lines.every(({ isOld }) => !isOld) &&
    basket.choice.every((place) => place >= 0) &&
    !isOpen
  return { kit, buildId: kit.buildId, totalCents: basket.totalCents, isWhole }
}
