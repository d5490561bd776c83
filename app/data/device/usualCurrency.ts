import { DOLLARS } from '#shared/money/money.ts'
import { chooseCurrency, CURRENCY_KEY } from './currency.ts'

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

export function usualCurrency(language: string): string {
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

/** Stores the region's currency unless one was chosen on this device. */
export function noteUsualCurrency(): void {
  try {
    if (localStorage.getItem(CURRENCY_KEY) !== null) return
  } catch {
    // Storage blocked: nothing to store.
    return
  }
  const usual = usualCurrency(navigator.language)
  if (usual !== DOLLARS) chooseCurrency(usual)
}
