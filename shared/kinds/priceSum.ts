/** What a list of lines costs, and how it is said: a price nobody knows is not $0.00. */
import type { Line } from './kit.ts'

import { formatCents } from '../money.ts'
import { isBlankLine, lineTotalCents } from './kit.ts'
import { many, t } from '../words/words.ts'

export interface PriceSum {
  /** Of the lines whose price is known. */
  cents: number
  /** Lines without a price that something is needed of; null where nobody has counted them. */
  unpriced: number | null
}

/** Blank lines count for nothing, and neither does the price of what is not needed. */
export function priceSum(lines: readonly Omit<Line, 'id' | 'ord'>[]): PriceSum {
  const sum = { cents: 0, unpriced: 0 }
  for (const line of lines) {
    sum.cents += lineTotalCents(line)
    if (line.price === null && line.qty > 0 && !isBlankLine(line)) sum.unpriced++
  }
  return sum
}

/** The amount, and what is missing from it, '' for nothing: screens set the two apart. */
export function sumParts({ cents, unpriced }: PriceSum): [amount: string, missing: string] {
  if (cents === 0 && unpriced !== 0) return [t('No prices yet'), '']
  const amount = formatCents(cents)
  return [
    amount,
    unpriced ? many(unpriced, '+ {count} without a price', '+ {count} without a price') : '',
  ]
}

/** "$389.00", "$389.00 + 2 without a price" or "No prices yet". */
export function sumWords(sum: PriceSum): string {
  return sumParts(sum).filter(Boolean).join(' ')
}
