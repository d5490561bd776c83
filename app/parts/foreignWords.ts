/** Words about prices in other currencies, and about how long prices stand. */
import type { Merchant, Offer } from '#shared/catalogue/part.ts'
import { rateText } from '#shared/money/rates.ts'
import { dayWords } from '#shared/words/days.ts'
import { languageTag, many, t } from '#shared/words/words.ts'

const HOUR_MS = 3_600_000

/** "EUR 12.50" */
export function moneyIn(currency: string, cents: number): string {
  const how = { style: 'currency', currency, currencyDisplay: 'code' } as const
  // Amounts are in hundredths for every currency.
  return new Intl.NumberFormat(languageTag(), { ...how, minimumFractionDigits: 2 })
    .format(cents / 100)
    .replaceAll(/[\u00a0\u202f]/g, ' ')
}

/** "from EUR 12.50 at 1.08, Nov 24"; '' for a price in dollars. */
export function convertedWords({ converted }: Offer): string {
  if (!converted) return ''
  const { currency, cents, rate, rateAt } = converted
  return t('from {amount} at {rate}, {day}', {
    amount: moneyIn(currency, cents),
    rate: rateText(rate),
    day: dayWords(rateAt, false),
  })
}

/** "a week", "2 days", "6 hours" */
function timeWords(ms: number): string {
  const hours = Math.round(ms / HOUR_MS)
  if (hours === 168) return t('a week')
  if (hours % 24 === 0) return many(hours / 24, 'a day', '{count} days')
  return many(hours, 'an hour', '{count} hours')
}

/** How long merchants' prices stand, and whether history is kept; '' without any. */
export function termsSentence(merchants: readonly Merchant[]): string {
  if (merchants.length === 0) return ''
  const ages = merchants.map(({ maxAgeMs }) => maxAgeMs)
  const [least, most] = [Math.min(...ages), Math.max(...ages)]
  const stands =
    least === most
      ? t('A price stands for {time} after its merchant said it; then it reads “was”.', {
          time: timeWords(least),
        })
      : t(
          'A price stands for {least} to {most}, as its merchant has it, after its merchant said it; then it reads “was”.',
          { least: timeWords(least), most: timeWords(most) },
        )
  const kept = merchants.filter(({ historyAllowed }) => historyAllowed).length
  const over =
    kept === 0
      ? t('Prices over time are not kept.')
      : kept === merchants.length
        ? t('Prices over time are kept.')
        : t('Prices over time are kept of those who allow it.')
  return `${stands} ${over}`
}
