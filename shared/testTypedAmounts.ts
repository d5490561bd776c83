/** Amounts as typed in six countries, with their meaning; generated from habits, and by hand. */

export interface TypedAmount {
  country: string
  locale: string
  /** Currency of the kit it is typed into. */
  currency: string
  text: string
  /** "EUR 12.50", or the refusal. */
  means: string
}

const AMOUNTS = [
  [0, 50],
  [5, 0],
  [7, 5],
  [12, 50],
  [12, 34],
  [99, 99],
  [120, 0],
  [250, 90],
  [1_200, 0],
  [1_234, 56],
  [12_345, 67],
  [123_456, 78],
] as const

interface Habits {
  locale: string
  currency: string
  group: string
  decimal: string
  /** Patterns of an amount: `#` with thousands separators, `%` without. */
  ways: readonly string[]
}

const HABITS: Record<string, Habits> = {
  US: {
    locale: 'en-US',
    currency: 'USD',
    group: ',',
    decimal: '.',
    ways: ['#', '%', '$#', '$ #', '$%', 'USD #', '# USD', 'US$#'],
  },
  GB: {
    locale: 'en-GB',
    currency: 'GBP',
    group: ',',
    decimal: '.',
    ways: ['#', '%', '£#', '£ %', '£%', 'GBP #', '% GBP', '# pounds'],
  },
  DE: {
    locale: 'de-DE',
    currency: 'EUR',
    group: '.',
    decimal: ',',
    ways: ['#', '%', '# €', '%€', '€ #', 'EUR #', '% Euro', '% EUR'],
  },
  FR: {
    locale: 'fr-FR',
    currency: 'EUR',
    group: '\u202f',
    decimal: ',',
    ways: ['#', '%', '# €', '%€', '#€', 'EUR %', '% euros', '# EUR'],
  },
  ES: {
    locale: 'es-ES',
    currency: 'EUR',
    group: '.',
    decimal: ',',
    ways: ['#', '%', '# €', '%€', '€%', '# EUR', '% euros', 'EUR #'],
  },
  CH: {
    locale: 'de-CH',
    currency: 'CHF',
    group: '’',
    decimal: '.',
    ways: ['#', '%', 'CHF #', '# CHF', 'Fr. #', '% Fr.', 'SFr. %', '% Franken'],
  },
}

/** [country, text, meaning], in a kit of the country's currency. */
const BY_HAND: readonly (readonly [string, string, string])[] = [
  ['US', '.5', 'USD 0.50'],
  ['US', '$.99', 'USD 0.99'],
  ['US', '12.', 'USD 12.00'],
  ['US', '12 dollars', 'USD 12.00'],
  ['US', '1,200', 'USD 1200.00'],
  ['US', '12,50', 'USD 12.50'],
  ['US', '€12,50', 'EUR 12.50'],
  ['US', '£12', 'GBP 12.00'],
  ['US', 'C$12', 'CAD 12.00'],
  ['US', 'CA$12', 'CAD 12.00'],
  ['US', '1.200', 'ambiguous'],
  ['US', '12.345', 'ambiguous'],
  ['US', '0.125', 'decimals'],
  ['US', '$12.50 USD', 'USD 12.50'],
  ['US', '50¢', 'not_a_number'],
  ['GB', '£12.99p', 'not_a_number'],
  ['GB', '50p', 'not_a_number'],
  ['GB', '12,99', 'GBP 12.99'],
  ['GB', '€ 12.99', 'EUR 12.99'],
  ['GB', '12.999', 'ambiguous'],
  ['GB', '£1,200', 'GBP 1200.00'],
  ['DE', '12,-', 'EUR 12.00'],
  ['DE', '12,– €', 'EUR 12.00'],
  ['DE', '12,--', 'EUR 12.00'],
  ['DE', '12,-€', 'EUR 12.00'],
  ['US', '12.–CHF', 'CHF 12.00'],
  ['DE', '1.200', 'EUR 1200.00'],
  ['DE', '1.200 €', 'EUR 1200.00'],
  ['DE', '12.50', 'EUR 12.50'],
  ['DE', '1,200', 'ambiguous'],
  ['DE', '12,5', 'EUR 12.50'],
  ['DE', ',99', 'EUR 0.99'],
  ['DE', '12 Stück', 'not_a_number'],
  ['DE', '$12,50', 'USD 12.50'],
  ['DE', '12,50 zł', 'PLN 12.50'],
  ['DE', "1'200,50 €", 'EUR 1200.50'],
  ['DE', '1,234.50', 'EUR 1234.50'],
  ['FR', '12€50', 'EUR 12.50'],
  ['FR', '1 200', 'EUR 1200.00'],
  ['FR', '1 200,00 €', 'EUR 1200.00'],
  ['FR', '1\u00a0234,56 €', 'EUR 1234.56'],
  ['FR', '12.50€', 'EUR 12.50'],
  ['FR', '1,500', 'ambiguous'],
  ['FR', '12 50', 'not_a_number'],
  ['FR', '50 centimes', 'not_a_number'],
  ['ES', "12'50 €", 'not_a_number'],
  ['ES', '12,5€', 'EUR 12.50'],
  ['ES', '1.500', 'EUR 1500.00'],
  ['ES', '1,500', 'ambiguous'],
  ['ES', '1 500,00 €', 'EUR 1500.00'],
  ['ES', '1.234.567,89', 'EUR 1234567.89'],
  ['CH', '12.-', 'CHF 12.00'],
  ['CH', 'Fr. 12.–', 'CHF 12.00'],
  ['CH', 'CHF 1200.–', 'CHF 1200.00'],
  ['CH', "1'200", 'CHF 1200.00'],
  ['CH', "CHF 1'200", 'CHF 1200.00'],
  ['CH', '12,50', 'CHF 12.50'],
  ['CH', "1'234,50", 'CHF 1234.50'],
  ['CH', 'EUR 12.50', 'EUR 12.50'],
  ['CH', '12.50 €', 'EUR 12.50'],
  ['CH', '20 Rappen', 'not_a_number'],
  ['CH', '1.200', 'ambiguous'],
  ['CH', 'sfr 7.90', 'CHF 7.90'],
]

export function typedAmounts(): TypedAmount[] {
  const made = Object.entries(HABITS).flatMap(([country, { locale, currency, ways, ...marks }]) =>
    AMOUNTS.flatMap(([whole, cents]) =>
      ways.map((way): TypedAmount => {
        const behind = cents === 0 ? '' : marks.decimal + String(cents).padStart(2, '0')
        const plain = String(whole)
        const divided = plain.replaceAll(/\B(?=(?:\d{3})+$)/g, marks.group)
        const text = way.replace('#', divided + behind).replace('%', plain + behind)
        const means = `${currency} ${plain}.${String(cents).padStart(2, '0')}`
        return { country, locale, currency, text, means }
      }),
    ),
  )
  const byHand = BY_HAND.map(([country, text, means]): TypedAmount => {
    const { locale = '', currency = '' } = HABITS[country] ?? {}
    return { country, locale, currency, text, means }
  })
  return [...made, ...byHand]
}
