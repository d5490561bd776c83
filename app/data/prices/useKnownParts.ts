import type { Line } from '#shared/kinds/kit.ts'

import { links } from '#shared/links.ts'
import { brandKey, partNumberKey } from '#shared/catalogue/partNumber.ts'
import { useLiveQuery } from '../device/useLiveQuery.ts'
import { db } from '../device/db.ts'

/** Page link of each line's part, by line id, for cached parts. */
export function useKnownParts(lines: readonly Line[]): ReadonlyMap<string, string> {
  const numbers = [...new Set(lines.map(({ partNumber }) => partNumberKey(partNumber)))]
  // Keys only: prices belong to another screen.
  const read = () => db.parts.where('number').anyOf(numbers.filter(Boolean)).primaryKeys()
  const keys = useLiveQuery(read, [numbers.join()]) ?? []
  return new Map(
    lines.flatMap(({ id, partNumber, manufacturer }) => {
      const own = brandKey(manufacturer)
      const brands = keys.flatMap((key) => {
        const [number, brand = ''] = key.split(' ')
        return number === partNumberKey(partNumber) ? [brand] : []
      })
      // Same rule as kitOffers.ts; a line without a brand may mean any of several.
      const isExact = brands.includes(own)
      const isKnown = isExact || brands.some((brand) => brand.includes(own) || own.includes(brand))
      return isKnown ? [[id, links.product(partNumber, isExact ? manufacturer : '')]] : []
    }),
  )
}
