import { DOLLARS } from '#shared/money.ts'
import { chooseCurrency, CURRENCY_KEY } from './currency.ts'

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

/** Notes the currency of the browser's region, where nobody has chosen one on this device. */
export function noteUsualCurrency(): void {
  try {
    if (localStorage.getItem(CURRENCY_KEY) !== null) return
  } catch {
    // Nothing is stored where nothing can be.
    return
  }
  const usual = usualCurrency(navigator.language)
  if (usual !== DOLLARS) chooseCurrency(usual)
}
