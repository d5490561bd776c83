import { isRate } from '#shared/money/rates.ts'
import { t } from '#shared/words/words.ts'
import { browserLocale } from '../../data/device/browserLocale.ts'

/** A rate with the user's decimal mark: "1,08"; '' for none. */
export function typedRate(rate: string): string {
  return rate.replace('.', decimalMark())
}

/**
 * Parses a rate to its stored form, or a problem.
 * @param isNone sentence for text that is no rate
 */
export function readRate(text: string, isNone: string): { rate: string } | { problem: string } {
  const typed = text.trim()
  const rate = typed.replace(',', '.')
  const [, mark] = /^[1-9]\d{0,2}([.,])\d{3}$/.exec(typed) ?? []
  // With a foreign decimal mark "1,234" may be a thousand.
  if (mark !== undefined && mark !== decimalMark()) {
    const words = { amount: typed, plain: typed.replace(/\D/, ''), small: `${rate}0` }
    const problem = t(
      '“{amount}” can be read in two ways. Write {plain}, or {small} for the smaller amount.',
      words,
    )
    return { problem }
  }
  return isRate(rate) ? { rate } : { problem: isNone }
}

function decimalMark(): string {
  const parts = new Intl.NumberFormat(browserLocale()).formatToParts(1.5)
  return parts.find(({ type }) => type === 'decimal')?.value ?? '.'
}
