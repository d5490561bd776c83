/** Constraints of a kit's basket. Stored on this device, beside the kit. */

import type { BasketOptions } from '#shared/catalogue/baskets/kitProblem.ts'
import type { Build } from '../../data/kits/open/builds.ts'

import { useLiveQuery } from '../../data/device/useLiveQuery.ts'
import { db } from '../../data/device/db.ts'
import { fieldOf, type Json } from '#shared/cells/cells.ts'

const NO_OPTIONS: BasketOptions = { mostShops: null, locked: [], banned: [], owned: [] }

const keyOf = (kitId: string) => `basket:${kitId}`

/** Undefined while loading. */
export function useBasketOptions(kitId: string): BasketOptions | null | undefined {
  return useLiveQuery(async () => {
    const row = await db.meta.get(keyOf(kitId))
    return row ? optionsOf(row.value) : null
  }, [kitId])
}

/** @param statuses lines ordered or there are owned before the first choice */
export function optionsWith(
  options: BasketOptions | null,
  statuses: Build['statuses'],
): BasketOptions {
  const owned = [...statuses].flatMap(([id, status]) => (status === 'need' ? [] : id))
  return options ?? { ...NO_OPTIONS, owned }
}

export async function keepOptions(kitId: string, options: BasketOptions): Promise<void> {
  await db.meta.put({ key: keyOf(kitId), value: { ...options } as unknown as Json })
}

function optionsOf(value: Json): BasketOptions {
  const texts = (name: string) => {
    const list = fieldOf(value, name)
    return Array.isArray(list) ? list.filter((one) => typeof one === 'string') : []
  }
  const most = fieldOf(value, 'mostShops')
  return {
    mostShops: typeof most === 'number' && most >= 1 ? most : null,
    locked: texts('locked'),
    banned: texts('banned'),
    owned: texts('owned'),
  }
}
