/**
 * Currency of new kits: chosen here, or the region's (usualCurrency.ts). Existing kits keep theirs.
 */
import { DOLLARS, isCode } from '#shared/money/money.ts'

export const CURRENCY_KEY = 'currency'

export function ownCurrency(): string {
  // Workers have no localStorage, and create no kits.
  if (typeof localStorage === 'undefined') return DOLLARS
  let chosen: string | null = null
  try {
    chosen = localStorage.getItem(CURRENCY_KEY)
  } catch {
    // Storage blocked: the default applies.
  }
  return chosen !== null && isCode(chosen) ? chosen : DOLLARS
}

export function chooseCurrency(currency: string): void {
  try {
    localStorage.setItem(CURRENCY_KEY, currency)
  } catch {
    // Storage blocked: the region's currency applies again.
  }
}

/** Cells of a new kit besides its build id; a kit without `currency` is in dollars. */
export function moneyOfNewKit(): { currency?: string } {
  const currency = ownCurrency()
  return currency === DOLLARS ? {} : { currency }
}
