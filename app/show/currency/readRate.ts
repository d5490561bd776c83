import { isRate } from '#shared/rates.ts'
import { t } from '#shared/words/words.ts'
import { browserLocale } from '../../device/browserLocale.ts'

/** A rate as whoever types has it for decimals: "1,08"; '' for none. */
export function typedRate(rate: string): string {
  return rate.replace('.', decimalMark())
}

/**
 * What was typed of a rate as it is stored, or what is wrong with it.
 * @param isNone said of what is no rate at all
 */
export function readRate(text: string, isNone: string): { rate: string } | { problem: string } {
  const typed = text.trim()
  const rate = typed.replace(',', '.')
  const [, mark] = /^[1-9]\d{0,2}([.,])\d{3}$/.exec(typed) ?? []
  // "1,234" may be a thousand where that is not the mark for decimals.
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
