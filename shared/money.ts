/** Money is whole cents inside and text with a dollar sign outside; never a binary fraction. */
import { byLanguage } from './words/words.ts'

export const MAX_PRICE_CENTS = 99_999_999

const dollars = byLanguage(
  (tag) => new Intl.NumberFormat(tag, { style: 'currency', currency: 'USD' }),
)

/** "$1,234.50" */
export function formatCents(cents: number): string {
  return dollars().format(cents / 100)
}

/** "1234.50": what an input shows and what the REST answers carry. */
export function centsToDecimal(cents: number): string {
  const whole = Math.trunc(Math.abs(cents) / 100)
  const sign = cents < 0 ? '-' : ''
  return `${sign}${whole}.${String(Math.abs(cents) % 100).padStart(2, '0')}`
}

/**
 * Reads an amount a person or a program wrote: "45.99", "$1,299", ".5", 12.5.
 * @returns cents, or a machine code: 'not_a_number', or 'invalid_price' when it is negative, above
 * the limit or has fractions of a cent.
 */
export function parseCents(input: string | number): { cents: number } | { problem: string } {
  const text = typeof input === 'number' ? numberText(input) : input.trim()
  const match = /^(-?)\$?(-?)\s*(\d{1,3}(?:,\d{3})+|\d+)?(?:\.(\d*))?$/.exec(text)
  const [, before = '', behind = '', whole = '', fraction = ''] = match ?? []
  if (!match || (whole === '' && fraction === '')) return { problem: 'not_a_number' }
  if (before || behind || /[1-9]/.test(fraction.slice(2))) return { problem: 'invalid_price' }
  const cents =
    Number(whole.replaceAll(',', '')) * 100 + Number(fraction.slice(0, 2).padEnd(2, '0'))
  return cents <= MAX_PRICE_CENTS ? { cents } : { problem: 'invalid_price' }
}

function numberText(value: number): string {
  // 1e99 prints as "1e+99", which is a number but no amount anybody means: refused as a price.
  if (!Number.isFinite(value)) return ''
  return Math.abs(value) >= 1e15 ? '999999999999' : String(value)
}
