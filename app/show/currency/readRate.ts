import { isRate } from '#shared/money/rates.ts'
import { readTyped } from '#shared/money/typedNumber.ts'
import { browserLocale } from '../../data/device/browserLocale.ts'

/**
 * Parses a rate to its stored form, or a problem.
 * @param isNone sentence for text that is no rate
 */
export function readRate(text: string, isNone: string): { rate: string } | { problem: string } {
  const read = readTyped(text, browserLocale(), isNone)
  if ('problem' in read) return read
  return isRate(read.number) ? { rate: read.number } : { problem: isNone }
}
