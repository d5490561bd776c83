/**
 * Currency of new kits: chosen here, or the region's. Existing kits keep theirs.
 */
import { DOLLARS, isCode } from '#shared/money/money.ts'

export const CURRENCY_KEY = 'currency'

export function ownCurrency(): string {
  let chosen: string | null = null
  try {
    chosen = localStorage.getItem(CURRENCY_KEY)
  } catch {
    // Storage blocked, or a worker, which creates no kits: the region's currency applies.
  }
  return chosen !== null && isCode(chosen) ? chosen : usualCurrency(navigator.language)
}

/** Regions with their own currency; all others get dollars until somebody chooses. */
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

function usualCurrency(language: string): string {
  let region: string | undefined
  try {
    region = new Intl.Locale(language).region
  } catch {
    // Some browsers allow any text there.
  }
  // A language without region does not tell where somebody pays.
  const known = Object.entries(REGIONS).find(([, regions]) => region && regions.includes(region))
  return known?.[0] ?? DOLLARS
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
