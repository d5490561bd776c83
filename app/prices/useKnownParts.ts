import type { Line } from '#shared/kinds/kit.ts'

import { links } from '#shared/links.ts'
import { brandKey, partNumberKey } from '#shared/catalogue/partNumber.ts'
import { useLiveQuery } from '../device/useLiveQuery.ts'
import { db } from '../device/db.ts'

/** Where the page of each line's part is, by the line's id: of parts this device knows. */
export function useKnownParts(lines: readonly Line[]): ReadonlyMap<string, string> {
  const numbers = [...new Set(lines.map(({ partNumber }) => partNumberKey(partNumber)))]
  // Keys alone: the prices are another screen's.
  const read = () => db.parts.where('number').anyOf(numbers.filter(Boolean)).primaryKeys()
  const keys = useLiveQuery(read, [numbers.join()]) ?? []
  return new Map(
    lines.flatMap(({ id, partNumber, manufacturer }) => {
      const own = brandKey(manufacturer)
      const brands = keys.flatMap((key) => {
        const [number, brand = ''] = key.split(' ')
        return number === partNumberKey(partNumber) ? [brand] : []
      })
      // The same rule as in kitOffers.ts; a line that names no brand may mean any of several.
      const isExact = brands.includes(own)
      const isKnown = isExact || brands.some((brand) => brand.includes(own) || own.includes(brand))
      return isKnown ? [[id, links.product(partNumber, isExact ? manufacturer : '')]] : []
    }),
  )
}
