import type { IncomingPart } from '../catalogue/incoming.ts'

import { brandKey, partNumberKey } from '#shared/catalogue/partNumber.ts'

/** Identity of a row: part and merchant. A second row with it is refused. */
export function keyOf({ number, brand, offers }: IncomingPart): string {
  return [partNumberKey(number), brandKey(brand), brandKey(offers[0]?.merchant ?? '')].join('|')
}
