/** Parts this device knows, for tests. */
import { offerTotalCents } from '#shared/catalogue/offer.ts'
import { db } from '../device/db.ts'

export const HOUR_MS = 3_600_000

interface Asked {
  base: number
  shipping?: number | null
  ageMs?: number
  availability?: string
  merchant?: string
}

/** Caches a part as if the server had answered a while ago. */
export async function knowPart(partNumber: string, ...offers: Asked[]): Promise<void> {
  const terms = { isDemo: false, historyAllowed: true, maxAgeMs: 72 * HOUR_MS }
  const prices = offers.map((asked, at) => {
    const { base, shipping = 0, ageMs = 3 * HOUR_MS, availability = '', merchant } = asked
    const cents = { base, promo: null, shipping, tax: null, core: null }
    return {
      id: `${partNumber} ${at}`,
      merchantId: String(at),
      merchant: merchant ?? `Shop ${at}`,
      basePrice: '',
      promo: '',
      promoAmount: '',
      shipping: '',
      tax: '',
      coreCharge: '',
      availability,
      totalPrice: offerTotalCents(cents) / 100,
      buyLink: '',
      asOf: Date.now() - ageMs,
      isDemo: false,
      cents,
    }
  })
  const merchants = prices.map(({ merchantId: id, merchant: name }) => {
    return { id, name, shippingCents: null, freeShippingFromCents: null, ...terms }
  })
  const number = partNumber.replaceAll(/\W/g, '')
  const about = { partNumber, brand: 'Tester', name: 'Part', isDemo: false, number }
  const key = `${number} TESTER`
  await db.parts.put({
    ...about,
    key,
    prices,
    merchants,
    page: null,
    history: null,
    at: Date.now(),
  })
}
