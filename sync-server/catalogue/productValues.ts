/** Values as shops give them, made fit for a line of a kit. */
import type { Product } from '#shared/catalogue/product.ts'

import { cleanText } from '#shared/kinds/define.ts'
import { MAX_NAME } from '#shared/kinds/kit.ts'
import { parseCents } from '#shared/money.ts'

/** What was read of a product; '' for what is not known. */
export type ReadProduct = Pick<Product, 'name' | 'manufacturer' | 'partNumber' | 'price'>

/** Text on one line, without what cannot be stored or turns writing around. */
export function plainText(value: unknown): string {
  if (typeof value !== 'string' && typeof value !== 'number') return ''
  // Cc and Cf: control characters, and those that are not seen or turn the writing around.
  const text = cleanText(String(value))
    .replaceAll(/\p{Cf}/gu, '')
    .replaceAll(/\p{Cc}/gu, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
  if (text.length <= MAX_NAME) return text
  const cut = text.slice(0, MAX_NAME)
  // Not in the middle of a word, and never in the middle of a character.
  return cleanText(cut.slice(0, Math.max(cut.lastIndexOf(' '), MAX_NAME - 40))).trim()
}

/** @returns null for no amount, another currency, and the 0 that stands for "ask us" */
export function centsOf(amount: string, currency: string): number | null {
  if (currency.toUpperCase() !== 'USD') return null
  const read = parseCents(amount.replace(/^(?:USD|US)\s*/i, '').replace(/USD$/i, ''))
  return 'cents' in read && read.cents > 0 ? read.cents : null
}
