/** Counts of pieces in tables. */
import type { DecimalMark } from '../money/pastedPrice.ts'

import { collapseBlanks } from '../text/trimEndOf.ts'

const PIECES =
  'x|pcs?\\.?|ea\\.?|each|stk\\.?|st\\.?|stück|stuks?|pi[eè]ces?|pz\\.?|uds?\\.?|szt\\.?|ks|adet|шт\\.?|個|个'
const COUNT = new RegExp(`^(?:x ?)?(\\d[\\d.,]*)(?: ?(?:${PIECES}))?$`, 'i')

/**
 * Reads "2", "x2", "2 pcs", "2.0" and "1,000". Litres, sets and halves are no count of pieces.
 * @param mark decimal mark of the table: the other one groups thousands
 * @returns null for anything else
 */
export function countIn(text: string, mark: DecimalMark = '.'): number | null {
  const [, amount = ''] = COUNT.exec(collapseBlanks(text)) ?? []
  const [whole = '', decimals = ''] = amount.split(mark)
  const isGrouped = mark === '.' ? /^\d{1,3}(,\d{3})+$/ : /^\d{1,3}(\.\d{3})+$/
  const digits = isGrouped.test(whole) ? whole.replaceAll(/\D/g, '') : whole
  return /^\d+$/.test(digits) && /^0*$/.test(decimals) && amount.split(mark).length < 3
    ? Number(digits)
    : null
}
