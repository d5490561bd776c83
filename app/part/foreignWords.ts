/** What is said of prices in other currencies, and of how long prices stand. */
import type { Merchant, Offer } from '#shared/catalogue/part.ts'

const HOUR_MS = 3_600_000
const DAY = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric' })

/** "EUR 12.50" */
export function moneyIn(currency: string, cents: number): string {
  const how = { style: 'currency', currency, currencyDisplay: 'code' } as const
  // Of whatever currency: hundredths of it.
  return new Intl.NumberFormat('en-US', { ...how, minimumFractionDigits: 2 })
    .format(cents / 100)
    .replaceAll('\u00a0', ' ')
}

/** "from EUR 12.50 at 1.08, Nov 24"; '' for a price that was dollars. */
export function convertedWords({ converted }: Offer): string {
  if (!converted) return ''
  const { currency, cents, rate, rateAt } = converted
  return `from ${moneyIn(currency, cents)} at ${rate}, ${DAY.format(rateAt)}`
}

/** "a week", "2 days", "6 hours" */
function timeWords(ms: number): string {
  const hours = Math.round(ms / HOUR_MS)
  if (hours === 168) return 'a week'
  if (hours % 24 === 0) return hours === 24 ? 'a day' : `${hours / 24} days`
  return hours === 1 ? 'an hour' : `${hours} hours`
}

/** How long their prices stand, and whether they are kept; '' without any. */
export function termsSentence(merchants: readonly Merchant[]): string {
  if (merchants.length === 0) return ''
  const ages = merchants.map(({ maxAgeMs }) => maxAgeMs)
  const [least, most] = [Math.min(...ages), Math.max(...ages)]
  const time =
    least === most
      ? timeWords(least)
      : `${timeWords(least)} to ${timeWords(most)}, as its merchant has it,`
  const kept = merchants.filter(({ historyAllowed }) => historyAllowed).length
  const over =
    kept === 0
      ? 'are not kept'
      : kept === merchants.length
        ? 'are kept'
        : 'are kept of those who allow it'
  return `A price stands for ${time} after its merchant said it; then it reads “was”. Prices over time ${over}.`
}
