/**
 * The currency a person counts in, as chosen on this device, or noted for its region by the first
 * start (usualCurrency.ts). For what is begun now: a kit that is there keeps its own.
 */
import { DOLLARS, isCode } from '#shared/money.ts'

export const CURRENCY_KEY = 'currency'

export function ownCurrency(): string {
  // A worker begins no kit.
  if (typeof localStorage === 'undefined') return DOLLARS
  let chosen: string | null = null
  try {
    chosen = localStorage.getItem(CURRENCY_KEY)
  } catch {
    // Nothing is stored where nothing can be.
  }
  return chosen !== null && isCode(chosen) ? chosen : DOLLARS
}

export function chooseCurrency(currency: string): void {
  try {
    localStorage.setItem(CURRENCY_KEY, currency)
  } catch {
    // Then it is the region's again.
  }
}

/** The cells of a kit that begins here, beside its build id; one that says nothing is in dollars. */
export function moneyOfNewKit(): { currency?: string } {
  const currency = ownCurrency()
  return currency === DOLLARS ? {} : { currency }
}
