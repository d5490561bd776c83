/**
 * The currency a person counts in, as chosen on this device; before that the one of the browser's
 * region. For what is begun now: a kit that is there keeps its own.
 */
import { DOLLARS, isCode } from '#shared/money.ts'

const KEY = 'currency'

/** Regions with a currency of their own where this is used; of all others it is the dollar until chosen. */
const REGIONS: Record<string, string> = {
  EUR: 'AT BE BG CY DE EE ES FI FR GR HR IE IT LT LU LV MT NL PT SI SK',
  AUD: 'AU',
  BRL: 'BR',
  CAD: 'CA',
  CHF: 'CH LI',
  CZK: 'CZ',
  DKK: 'DK',
  GBP: 'GB',
  HUF: 'HU',
  INR: 'IN',
  JPY: 'JP',
  MXN: 'MX',
  NOK: 'NO',
  NZD: 'NZ',
  PLN: 'PL',
  SEK: 'SE',
  TRY: 'TR',
  ZAR: 'ZA',
}

/** What is usual where the browser's language is spoken. */
export function usualCurrency(language: string): string {
  let region: string | undefined
  try {
    region = new Intl.Locale(language).region
  } catch {
    // Some browsers let people write anything there.
  }
  // A language alone says little of where somebody pays.
  const known = Object.entries(REGIONS).find(([, regions]) => region && regions.includes(region))
  return known?.[0] ?? DOLLARS
}

export function ownCurrency(): string {
  // A worker begins no kit.
  if (typeof localStorage === 'undefined') return DOLLARS
  let chosen: string | null = null
  try {
    chosen = localStorage.getItem(KEY)
  } catch {
    // Nothing is stored where nothing can be.
  }
  return chosen !== null && isCode(chosen) ? chosen : usualCurrency(navigator.language)
}

export function chooseCurrency(currency: string): void {
  try {
    localStorage.setItem(KEY, currency)
  } catch {
    // Then it is the region's again.
  }
}

/** The cells of a kit that begins here, beside its build id; one that says nothing is in dollars. */
export function moneyOfNewKit(): { currency?: string } {
  const currency = ownCurrency()
  return currency === DOLLARS ? {} : { currency }
}
