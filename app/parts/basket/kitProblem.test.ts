import { describe, expect, test } from 'vitest'

import type { Line } from '#shared/kinds/kit.ts'
import type { Merchant, Offer } from '#shared/catalogue/part.ts'
import type { PartRow } from '../../data/device/db.ts'
import type { BasketOptions } from '#shared/catalogue/baskets/kitProblem.ts'

import { dearerWords, openParcels, parcelCost, savingWords } from './basketWords.ts'
import { cheapestBasket } from '#shared/catalogue/baskets/cheapestBasket.ts'
import { priceState } from '../../data/prices/priceState.ts'
import { kitProblem } from '#shared/catalogue/baskets/kitProblem.ts'

/** The server has just answered. */
const ANSWERED = { asking: 'answered', isOffline: false } as const
const NOW = 1_800_000_000_000
const HOUR_MS = 3_600_000
const ANY: BasketOptions = { mostShops: null, locked: [], banned: [], owned: [] }

function shop(
  id: string,
  shippingCents: number | null,
  freeShippingFromCents: number | null,
): Merchant {
  const terms = { shippingCents, freeShippingFromCents, maxAgeMs: HOUR_MS, historyAllowed: true }
  return { id, name: `Shop ${id}`, isDemo: false, ...terms }
}

function offer(merchant: Merchant, base: number, changes: Partial<Offer> = {}): Offer {
  const texts = { basePrice: '', promo: '', promoAmount: '', shipping: '', tax: '', coreCharge: '' }
  return {
    ...texts,
    id: `${merchant.id}${base}`,
    merchantId: merchant.id,
    merchant: merchant.name,
    availability: 'In stock',
    totalPrice: base / 100,
    buyLink: '',
    asOf: NOW - 60_000,
    isDemo: false,
    cents: { base, promo: null, shipping: null, tax: null, core: null },
    ...changes,
  }
}

function line(id: string, changes: Partial<Line> = {}): Line {
  const empty = { ord: id, manufacturer: '', price: null, qty: 1, link: '' }
  return { ...empty, id, name: `Part ${id}`, partNumber: id, ...changes }
}

function part(number: string, merchants: Merchant[], prices: Offer[]): [string, PartRow] {
  const about = { key: number, number, partNumber: number, brand: 'B', name: number, isDemo: false }
  return [number, { ...about, prices, merchants, page: null, history: null, at: NOW }]
}

const east = shop('east', 995, 5_000)
const west = shop('west', 595, null)

describe('the basket of a kit', () => {
  test('says what it saves beside buying each part where it is cheapest', () => {
    const parts = new Map([
      part('a', [east], [offer(east, 4_000)]),
      part('b', [east, west], [offer(east, 1_150), offer(west, 900)]),
    ])
    const asked = kitProblem([line('a'), line('b')], parts, ANY, NOW)
    const basket = cheapestBasket(asked.problem)!
    expect(basket.totalCents).toBe(5_150)
    expect(savingWords(asked, basket)).toBe('one parcel less, $13.40 saved')
    expect(parcelCost(asked, basket, 0)).toBe('Free shipping, reached at $50.00')
    expect(dearerWords(asked, basket, 1)).toBe(
      '$2.50 dearer than at Shop west, which would be another parcel ($5.95)',
    )
    expect(dearerWords(asked, basket, 0)).toBe('')
  })

  test('counts promo, deposit, tax and quantity, and of those only goods towards free shipping', () => {
    const cents = { base: 1_000, promo: 100, shipping: null, tax: 70, core: 500 }
    const parts = new Map([part('a', [east], [offer(east, 1_000, { cents })])])
    const { problem } = kitProblem([line('a', { qty: 3 })], parts, ANY, NOW)
    expect(problem.lines).toEqual([[{ shop: 0, costCents: 4_410, goodsCents: 2_700 }]])
  })

  test('takes an old price only where there is no newer one, and nothing that is sold out', () => {
    const old = offer(west, 100, { asOf: NOW - 2 * HOUR_MS })
    const gone = offer(west, 100, { availability: 'Out of stock' })
    const parts = new Map([
      part('a', [east, west], [offer(east, 900), old]),
      part('b', [west], [old]),
      part('c', [west], [gone]),
    ])
    const asked = kitProblem([line('a'), line('b'), line('c'), line('d')], parts, ANY, NOW)
    expect(asked.lines.map(({ offers }) => offers.map(({ merchantId }) => merchantId))).toEqual([
      ['east'],
      ['west'],
    ])
    expect(asked.lines.map(({ isOld }) => isOld)).toEqual([false, true])
    expect(asked.oldest).toBe(NOW - 2 * HOUR_MS)
    expect(
      asked.without.map(({ line: { id }, known }) => [
        id,
        priceState({ ...known, ...ANSWERED }).kind,
      ]),
    ).toEqual([
      ['c', 'soldOut'],
      ['d', 'notInCatalogue'],
    ])
  })

  test('leaves out what is there already, what is not needed and shops nobody wants', () => {
    const parts = new Map([
      part('a', [east, west], [offer(east, 900), offer(west, 800)]),
      part('b', [west], [offer(west, 800)]),
      part('c', [east], [offer(east, 800)]),
      part('n', [east], [offer(east, 800)]),
    ])
    const options = { ...ANY, banned: ['west'], owned: ['c'], locked: ['east'], mostShops: 1 }
    const lines = [line('a'), line('b'), line('c'), line('n', { qty: 0 })]
    const asked = kitProblem(lines, parts, options, NOW)
    expect(asked.shops.map(({ id }) => id)).toEqual(['east'])
    expect(asked.owned.map(({ id }) => id)).toEqual(['c'])
    expect(
      asked.without.map(({ line: { id }, known }) => [
        id,
        priceState({ ...known, ...ANSWERED }).kind,
      ]),
    ).toEqual([['b', 'leftOut']])
    expect(asked.problem).toMatchObject({ mostShops: 1, shops: [{ isLocked: true }] })
  })

  test('says which shops do not tell what a parcel costs', () => {
    const mute = shop('mute', null, null)
    const asked = kitProblem(
      [line('a')],
      new Map([part('a', [mute], [offer(mute, 900)])]),
      ANY,
      NOW,
    )
    const basket = cheapestBasket(asked.problem)!
    expect(parcelCost(asked, basket, 0)).toBe('+ shipping, which Shop mute does not say')
    expect(openParcels(asked, basket)).toEqual([0])
  })

  test('leaves such shops out of a line that another one has, unless they are always wanted', () => {
    const mute = shop('mute', null, 2_000)
    const parts = new Map([
      part('a', [mute, east], [offer(mute, 100), offer(east, 900)]),
      part('b', [mute], [offer(mute, 700)]),
    ])
    const lines = [line('a'), line('b'), line('b', { id: 'c', partNumber: 'b', qty: 3 })]
    const of = (wanted: Line[], options = ANY) =>
      kitProblem(
        wanted,
        new Map(wanted.map(({ id, partNumber }) => [id, parts.get(partNumber)!])),
        options,
        NOW,
      )
    const sellersOf = ({ lines: all }: ReturnType<typeof of>) =>
      all.map(({ offers }) => offers.map(({ merchantId }) => merchantId))
    expect(sellersOf(of(lines.slice(0, 2)))).toEqual([['east'], ['mute']])
    expect(of(lines.slice(0, 1)).sellers.map(({ id }) => id)).toEqual(['east', 'mute'])
    expect(sellersOf(of(lines.slice(0, 1), { ...ANY, locked: ['mute'] }))).toEqual([
      ['mute', 'east'],
    ])
    expect(sellersOf(of(lines.slice(0, 1), { ...ANY, banned: ['east'] }))).toEqual([['mute']])
    const short = of(lines.slice(1, 2))
    expect(parcelCost(short, cheapestBasket(short.problem)!, 0)).toBe(
      '+ shipping, which Shop mute does not say. $13.00 more would ship free',
    )
    const enough = of(lines.slice(1))
    const basket = cheapestBasket(enough.problem)!
    expect(parcelCost(enough, basket, 0)).toBe('Free shipping, reached at $20.00')
    expect(openParcels(enough, basket)).toEqual([])
  })

  test('saves nothing that depends on a parcel nobody knows the cost of', () => {
    const [mute, deaf] = [shop('mute', null, null), shop('deaf', null, null)]
    const parts = new Map([
      part('a', [mute, deaf], [offer(mute, 100), offer(deaf, 150)]),
      part('b', [mute, deaf], [offer(mute, 150), offer(deaf, 100)]),
    ])
    const asked = kitProblem([line('a'), line('b')], parts, { ...ANY, mostShops: 1 }, NOW)
    expect(savingWords(asked, cheapestBasket(asked.problem)!)).toBe('one parcel less')
  })
})
