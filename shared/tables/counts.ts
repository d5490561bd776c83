/** Counts of pieces in tables. */
import { readNumber, type DecimalMark } from '../money/numberText.ts'

const PIECES =
  /^(?:|x|pcs?\.?|ea\.?|each|stk\.?|st\.?|stück|stuks?|pi[eè]ces?|pz\.?|uds?\.?|units?|szt\.?|ks|adet|шт\.?|個|个)$/i

/**
 * Reads "2", "x2", "2 pcs", "2.0" and "1,000". Litres, sets and halves are no count of pieces.
 * @param mark decimal mark of the table: the other one groups thousands
 * @returns null for anything else
 */
export function countIn(text: string, mark: DecimalMark = '.'): number | null {
  const read = readNumber(text, mark)
  if (!read || read.isNegative || !Number.isInteger(read.value)) return null
  return /^x?$/i.test(read.before.trim()) && PIECES.test(read.behind.trim()) ? read.value : null
}
