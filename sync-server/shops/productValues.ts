/** Normalizes shops' values for a line of a kit. */
import type { Product } from '#shared/catalogue/product.ts'

import { cleanText } from '#shared/define.ts'
import { MAX_NAME } from '#shared/kinds/kit.ts'
import { parseCents } from '#shared/money/money.ts'

/** Product data; '' for unknown. */
export type ReadProduct = Pick<Product, 'name' | 'manufacturer' | 'partNumber' | 'price'>

/** Text on one line, without unstorable or bidi characters. */
export function plainText(value: unknown): string {
  if (typeof value !== 'string' && typeof value !== 'number') return ''
  // Cc and Cf: control, invisible and bidi characters.
  const text = cleanText(String(value))
    .replaceAll(/\p{Cf}/gu, '')
    .replaceAll(/\p{Cc}/gu, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
  if (text.length <= MAX_NAME) return text
  const cut = text.slice(0, MAX_NAME)
  // Cut at a word boundary, and never inside a character.
  return cleanText(cut.slice(0, Math.max(cut.lastIndexOf(' '), MAX_NAME - 40))).trim()
}

/** @returns null for no amount, another currency, or the 0 that stands for "ask us" */
export function centsOf(amount: string, currency: string): number | null {
  if (currency.toUpperCase() !== 'USD') return null
  const read = parseCents(amount)
  return 'cents' in read && read.cents > 0 ? read.cents : null
}
