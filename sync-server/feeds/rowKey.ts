import type { IncomingPart } from '../parts/incoming.ts'

import { brandKey, partNumberKey } from '#shared/catalogue/partNumber.ts'

/** What a row of a file is about: a part, and whose price of it. A second one of the same is refused. */
export function keyOf({ number, brand, offers }: IncomingPart): string {
  return [partNumberKey(number), brandKey(brand), brandKey(offers[0]?.merchant ?? '')].join('|')
}
