/** Fictional merchants for the demo: no real shop is said to ask a price it never asked. */
import type { MerchantTerms } from '../catalogue/merchants.ts'

import { PRIME } from '#shared/catalogue/offer.ts'

export interface DemoMerchant {
  terms: MerchantTerms
  /** Price level: 1 is the average. */
  level: number
  promo: string
  /** Fraction of the base price; 0 for none. */
  discount: number
  /** Fraction of the price; null where unknown. */
  taxRate: number | null
  availability: string
}

const demo = (
  name: string,
  shippingCents: number,
  freeShippingFromCents: number | null,
  historyAllowed = true,
): MerchantTerms => ({
  name,
  isDemo: true,
  historyAllowed,
  maxAgeHours: 72,
  shippingCents,
  freeShippingFromCents,
})

export const DEMO_MERCHANTS: readonly DemoMerchant[] = [
  {
    terms: demo('Demo Parts East', 699, 7_500),
    level: 1,
    promo: '',
    discount: 0,
    taxRate: 0.0825,
    availability: 'In stock',
  },
  {
    terms: demo('Demo Parts West', 499, 4_900),
    level: 1.06,
    promo: 'SAMPLE5: 5% off',
    discount: 0.05,
    taxRate: null,
    availability: 'Ships in 2 to 3 days',
  },
  {
    terms: demo('Example Prime Store', 0, null),
    level: 1.12,
    promo: PRIME,
    discount: 0,
    taxRate: 0.0825,
    availability: 'Ships in 1 day',
  },
  {
    terms: demo('Sample Auto Direct', 850, 9_900),
    level: 0.93,
    promo: '',
    discount: 0.04,
    taxRate: null,
    availability: 'Ships in 5 to 7 days',
  },
  {
    // A merchant that does not let its prices be kept.
    terms: demo('Placeholder Motors', 395, null, false),
    level: 0.98,
    promo: '',
    discount: 0,
    taxRate: null,
    availability: 'In stock, 3 left',
  },
  {
    terms: demo('Fictional Spares', 1_200, 15_000),
    level: 0.88,
    promo: '',
    discount: 0,
    taxRate: 0.06,
    availability: 'Special order',
  },
]
