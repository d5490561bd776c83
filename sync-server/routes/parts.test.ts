import type { OfferCents } from '#shared/catalogue/offer.ts'
import type {
  PartChoices,
  PartDetail,
  PartHistory,
  PartOffers,
  PartsPage,
} from '#shared/catalogue/part.ts'
import type { IncomingPart } from '../catalogue/incoming.ts'
import type { TestServer } from '../testServer.ts'

import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { offerTotalCents } from '#shared/catalogue/offer.ts'
import { partDetail, partHistory, partOffers, partsPage } from '#shared/catalogue/part.ts'
import { plantDemo, removeDemo } from '../demo/plantDemo.ts'
import { storeParts } from '../catalogue/storeParts.ts'
import { call } from '../testClient.ts'
import { startTestServer, statementsOf } from '../testServer.ts'
import { shellAssets } from '../testShell.ts'

const DAY_MS = 24 * 3_600_000
/** Mid-month: the days before it are in the same month. */
const NOW = Date.UTC(2026, 9, 20, 12)

let server: TestServer
beforeAll(async () => {
  const shell =
    '<!doctype html><html><head><title>x</title><meta name="description" content="x"></head><body></body></html>'
  server = await startTestServer({ now: () => NOW, assets: shellAssets(shell) })
  await plantDemo(server.deps.db, NOW)
})
afterAll(async () => {
  expect(server.errors).toEqual([])
  await server.close()
})

const get = async <T>(path: string) => {
  const { status, body } = await call<T>(server, 'GET', path)
  return { status, body }
}

const aPart = (changes: Partial<IncomingPart> = {}): IncomingPart => ({
  number: 'T 1',
  brand: 'Tester',
  name: 'Test part',
  category: 'Tests',
  image: '',
  task: '',
  retailerNumber: '',
  unitCents: 1_000,
  rating: { average: 0, count: 0 },
  fits: [],
  crossReferences: [],
  offers: [],
  ...changes,
})

const offerOf = (merchant: string, base: number, asOf: number): IncomingPart['offers'][number] => ({
  merchant,
  cents: { base, promo: null, shipping: 0, tax: null, core: null },
  promo: '',
  availability: '',
  link: 'https://shop.example/t1',
  asOf,
})

const store = (parts: IncomingPart[]) =>
  server.deps.db.transaction((trx) =>
    storeParts(trx, parts, { origin: 'feed', isDemo: false, now: NOW }),
  )

describe('a fresh installation', () => {
  test('has 13 original parts, marked as a demonstration, without a link to anywhere', async () => {
    const { body } = await get<PartsPage>('/api/parts?limit=100')
    expect(body.parts).toHaveLength(13)
    expect(body.parts.every((part) => part.isDemo && part.lowestPrice !== null)).toBe(true)
    const offers = await server.deps.db('offers').whereNot('buy_link', '')
    expect(offers).toEqual([])
  })

  test('keeps what was changed when it starts again, and a second server adds nothing', async () => {
    await server.deps.db('parts').where({ number_key: 'SF71945' }).update({ name: 'Renamed' })
    await Promise.all([plantDemo(server.deps.db, NOW), plantDemo(server.deps.db, NOW)])
    const { body } = await get<PartDetail>('/api/parts/SF71945')
    expect(body.name).toBe('Renamed')
    expect(await server.deps.db('parts').count('* as n').first()).toEqual({ n: '13' })
  })

  test('costs a later start one question', async () => {
    const { db } = server.deps
    expect(await statementsOf(db, () => plantDemo(db, NOW))).toHaveLength(1)
  })
})

describe('the page of a part', () => {
  test('is found by its number however that is written, also with a slash', async () => {
    for (const written of ['DX%201006%2F1D', 'dx10061d', 'DX-1006.1D']) {
      const { status, body } = await get<PartDetail>(`/api/parts/${written}`)
      expect(status).toBe(200)
      expect(body).toMatchObject({ partNumber: 'DX 1006/1D', brand: 'Samplefilter' })
    }
  })

  test('has its ratings, and its offers with the cheapest total first', async () => {
    const { body } = await get<PartDetail>('/api/parts/SF71945')
    expect(partDetail.safeParse(body).error).toBeUndefined()
    expect(body.ratings).toEqual({ average: 4.7, count: 1_284 })
    const totals = body.prices.map(({ totalPrice }) => totalPrice)
    expect(totals.length).toBeGreaterThan(2)
    expect(totals).toEqual(totals.toSorted((a, b) => a - b))
    for (const { cents, totalPrice, asOf } of body.prices) {
      expect(totalPrice * 100).toBeCloseTo(offerTotalCents(cents), 6)
      expect(asOf).toBe(NOW)
    }
    const ids = new Set(body.merchants.map(({ id }) => id))
    expect(body.prices.every(({ merchantId }) => ids.has(merchantId))).toBe(true)
    expect(body.merchants.every(({ isDemo }) => isDemo)).toBe(true)
    expect(body.fits).toEqual([{ make: 'Audi', model: 'S4', yearFrom: 2004, yearTo: 2008 }])
  })

  test('counts a deposit into the total', async () => {
    const { body } = await get<PartDetail>('/api/parts/TO464C')
    expect(body.prices.every(({ coreCharge }) => coreCharge === '25.00')).toBe(true)
    expect(body.prices.every(({ cents, totalPrice }) => totalPrice * 100 > cents.base)).toBe(true)
  })

  test('opens also by the number another brand gives it', async () => {
    const { body } = await get<PartDetail>('/api/parts/EX%20OF-45')
    expect(body.partNumber).toBe('SF 719/45')
    expect(body.crossReferences).toContainEqual({
      partNumber: 'EX-OF 45',
      brand: 'Exemplar',
      isListed: false,
    })
  })

  test('lets choose where several brands have the number, and the brand decides', async () => {
    const { body } = await get<PartChoices>('/api/parts/2332')
    expect(body.choices.map(({ brand }) => brand)).toEqual(['Fictiva', 'Samplefilter'])
    const { body: one } = await get<PartDetail>('/api/parts/2332?brand=SAMPLE-FILTER')
    expect(one.name).toBe('Cabin air filter, charcoal')
    expect((await get('/api/parts/2332?brand=Nobody')).status).toBe(404)
  })

  test('is 404 with a sentence for what nobody has, whatever is asked for', async () => {
    const odd = ['nothing', '%20', '---', '%00', '%F0%9F%94%A7', 'A'.repeat(300), '%2e%2e']
    for (const number of odd) {
      const { status, body } = await get(`/api/parts/${number}`)
      expect([status, body]).toMatchObject([
        404,
        { error: expect.stringMatching(/not found|nothing at this address/) as string },
      ])
    }
    expect((await get('/api/parts/%ff')).status).toBe(404)
    expect((await get(`/api/parts/2332?brand=${'x'.repeat(81)}`)).body).toMatchObject({
      field: 'brand',
    })
  })
})

describe('the search', () => {
  const found = async (query: string) => {
    const { status, body } = await get<PartsPage>(`/api/parts?${query}`)
    expect(status).toBe(200)
    expect(partsPage.safeParse(body).error).toBeUndefined()
    return body.parts.map(({ name }) => name)
  }

  test('finds by words of name and brand in any order and case', async () => {
    expect(await found('q=PLUG%20fictiva')).toEqual(['Spark plug, iridium'])
    expect(await found('q=f%25r')).toEqual([])
  })

  test('finds by a number, parted or not, and by another brand’s', async () => {
    for (const q of ['905-115', '905115', 'FC%20905%20115', 'to905115e'])
      expect(await found(`q=${q}`)).toEqual(['Ignition coilpack'])
  })

  test('narrows by category and by vehicle', async () => {
    expect(await found('category=wheels')).toEqual([
      'Rubber valve stem',
      'All-season tire 235/45 R17',
    ])
    expect(await found('make=audi&model=s4&year=2006&limit=100')).toHaveLength(13)
    expect(await found('make=audi&model=s4&q=plug')).toHaveLength(2)
    expect(await found('make=audi&model=s4&year=2010')).toEqual([])
    const { body } = await get<PartsPage>('/api/parts?make=audi&model=s4&limit=7')
    expect(await found(`make=audi&model=s4&limit=7&after=${body.next}`)).toHaveLength(6)
  })

  test('goes on where the page before ended, without gaps or repeats', async () => {
    const all = await found('limit=100')
    const names: string[] = []
    let after = ''
    for (;;) {
      const { body } = await get<PartsPage>(`/api/parts?limit=5${after && `&after=${after}`}`)
      names.push(...body.parts.map(({ name }) => name))
      if (body.next === null) break
      after = body.next
    }
    expect(names).toEqual(all)
  })

  test('names the field that is not readable', async () => {
    for (const [query, field] of [
      ['limit=0', 'limit'],
      ['limit=101', 'limit'],
      ['year=20', 'year'],
      ['after=x', 'after'],
      [`q=${'x'.repeat(201)}`, 'q'],
      ['q=%00', 'q'],
      ['q=a&q=b', 'q'],
    ])
      expect((await get(`/api/parts?${query}`)).body).toMatchObject({ field })
  })
})

describe('prices over time', () => {
  test('are those of the merchants that allow it, the others are named', async () => {
    const { body } = await get<PartHistory>('/api/parts/SF71945/history')
    expect(partHistory.safeParse(body).error).toBeUndefined()
    expect(body.until - body.since).toBe(90 * DAY_MS)
    expect(body.withheld).toEqual(['Placeholder Motors'])
    expect(body.merchants.map(({ name }) => name)).not.toContain('Placeholder Motors')
    const kept = await server.deps
      .db('price_months as p')
      .join('merchants as m', 'm.id', 'p.merchant_id')
      .where('m.name', 'Placeholder Motors')
    expect(kept).toEqual([])
    for (const { observations } of body.merchants) {
      expect(observations.length).toBeGreaterThan(1)
      expect(observations).toEqual(observations.toSorted((a, b) => a.at - b.at))
    }
  })

  test('end with the total of the page', async () => {
    const { body } = await get<PartDetail>('/api/parts/TO464C')
    const { body: history } = await get<PartHistory>('/api/parts/TO464C/history')
    for (const { id, observations } of history.merchants) {
      const offer = body.prices.find(({ merchantId }) => merchantId === id)
      expect(observations.at(-1)?.cents).toBe(Math.round((offer?.totalPrice ?? 0) * 100))
    }
  })

  test('of a day are its last, and the same price again adds nothing', async () => {
    const at = (days: number) => NOW - days * DAY_MS
    await server.deps.db('merchants').insert({
      name_key: 'KEEPER',
      name: 'Keeper',
      is_demo: false,
      history_allowed: true,
      max_age_hours: 24,
    })
    const seen: [number, number][] = [
      [at(9), 900],
      [at(5), 1_000],
      [at(5) + 3_600_000, 1_100],
      [at(4), 1_100],
      // Late arrival: an older price changes neither the offer nor the history.
      [at(7), 700],
      [at(2), 1_200],
    ]
    for (const [asOf, base] of seen)
      await store([aPart({ offers: [offerOf('keeper', base, asOf)] })])
    const { body } = await get<PartHistory>('/api/parts/T1/history')
    expect(body.merchants[0]?.observations).toEqual([
      { at: at(9), cents: 900 },
      { at: at(5) + 3_600_000, cents: 1_100 },
      { at: at(2), cents: 1_200 },
    ])
    const { body: short } = await get<PartHistory>('/api/parts/T1/history?days=3')
    // The price from before the window comes along.
    expect(short.merchants[0]?.observations.map(({ cents }) => cents)).toEqual([1_100, 1_200])
    const { body: part } = await get<PartDetail>('/api/parts/T1')
    expect(part.prices).toMatchObject([{ merchant: 'Keeper', basePrice: '12.00', asOf: at(2) }])
  })

  test('need a brand where several have the number, and a number of days', async () => {
    expect((await get('/api/parts/2332/history')).body).toMatchObject({ field: 'brand' })
    expect((await get('/api/parts/2332/history?brand=Fictiva')).status).toBe(200)
    expect((await get('/api/parts/T1/history?days=0')).body).toMatchObject({ field: 'days' })
    expect((await get('/api/parts/none/history')).status).toBe(404)
  })
})

describe('an offer whose shipping is not known, or that is sold out', () => {
  const cents: OfferCents = { base: 100, promo: null, shipping: null, tax: null, core: null }
  const mute = { ...offerOf('Mute', 100, NOW), cents }
  const gone = { ...offerOf('Gone', 200, NOW), availability: 'Out of stock' }
  const old = offerOf('Old', 300, NOW - 2 * DAY_MS)
  const whole = offerOf('Whole', 900, NOW)
  const page = async (number: string) => {
    const response = await fetch(`${server.url}/product/${number}`)
    return /name="description"\s+content="([^"]*)"/.exec(await response.text())?.[1]
  }
  const summary = async (number: string) => {
    const { body } = await get<PartsPage>(`/api/parts?q=${number}`)
    return body.parts[0]
  }

  test('stands behind a total that somebody could pay, and is nowhere the cheapest', async () => {
    await store([aPart({ number: 'W 100', offers: [old, gone, mute, whole] })])
    const { body } = await get<PartDetail>('/api/parts/W100')
    expect(body.prices.map(({ merchant }) => merchant)).toEqual(['Whole', 'Mute', 'Gone', 'Old'])
    expect(await summary('W100')).toMatchObject({ lowestPrice: 9, asOf: NOW })
    expect(await summary('W100')).not.toHaveProperty('isBeforeShipping')
    expect(await page('W100')).toContain('Prices of 2 merchants, from $9.00 in all.')
  })

  test('is told with what it leaves out where there is no other', async () => {
    await store([aPart({ number: 'W 200', offers: [old, gone, mute] })])
    expect(await summary('W200')).toMatchObject({ lowestPrice: 1, isBeforeShipping: true })
    expect(await page('W200')).toContain('Prices of 1 merchant, from $1.00 + shipping.')
    await store([aPart({ number: 'W 300', offers: [old, gone] })])
    expect(await summary('W300')).toMatchObject({ lowestPrice: null, asOf: null })
    expect(await page('W300')).toContain('Nobody has it in stock right now.')
    await store([aPart({ number: 'W 400', offers: [old] })])
    expect(await summary('W400')).toMatchObject({ lowestPrice: null, asOf: null })
    expect(await page('W400')).toContain('No merchant has a price in dollars right now.')
  })

  test('is not cut off before what is worth less', async () => {
    const many = Array.from({ length: 60 }, (_, n) => ({
      ...offerOf(`Gone ${n}`, 100 + n, NOW),
      availability: 'Sold out',
    }))
    await store([aPart({ number: 'W 500', offers: [...many, whole] })])
    const { body } = await get<PartDetail>('/api/parts/W500')
    expect(body.prices).toHaveLength(50)
    expect(body.prices[0]?.merchant).toBe('Whole')
  })

  test('has the shipping of its merchant’s terms where the offer does not say', async () => {
    await server.deps.db('merchants').insert({
      name_key: 'TERMS',
      name: 'Terms',
      is_demo: false,
      history_allowed: true,
      max_age_hours: 24,
      shipping_cents: 500,
      free_shipping_from_cents: 5_000,
    })
    const of = (base: number) => ({
      ...offerOf('Terms', base, NOW),
      cents: { ...cents, base },
    })
    await store([
      aPart({ number: 'W 600', offers: [of(4_999)] }),
      aPart({ number: 'W 700', offers: [of(5_000)] }),
    ])
    const { body: paid } = await get<PartDetail>('/api/parts/W600')
    expect(paid.prices).toMatchObject([{ shipping: '$5.00', totalPrice: 54.99 }])
    expect(await summary('W600')).toMatchObject({ lowestPrice: 54.99 })
    const { body: free } = await get<PartDetail>('/api/parts/W700')
    expect(free.prices).toMatchObject([{ shipping: 'FREE', totalPrice: 50 }])
    expect(await summary('W700')).toMatchObject({ lowestPrice: 50 })
    const { body: history } = await get<PartHistory>('/api/parts/W600/history')
    expect(history.merchants[0]?.observations).toEqual([{ at: NOW, cents: 5_499 }])
  })

  test('leaves no price behind: nobody could have paid it', async () => {
    const of = (days: number, changes: Partial<typeof mute>) => ({
      ...offerOf('keeper', 900, NOW - days * DAY_MS),
      ...changes,
    })
    for (const offer of [
      of(9, {}),
      of(7, { cents }),
      of(5, { cents: { ...cents, shipping: 0 }, availability: 'Sold out' }),
      of(3, { cents: { ...cents, base: 800, shipping: 50 } }),
    ])
      await store([aPart({ number: 'W 800', offers: [offer] })])
    const { body } = await get<PartHistory>('/api/parts/W800/history')
    expect(body.merchants[0]?.observations.map((seen) => seen.cents)).toEqual([900, 850])
  })
})

describe('storing parts', () => {
  test('twice changes nothing, and counts what is new once', async () => {
    const parts = [
      aPart({ number: 'S 1', offers: [offerOf('Newcomer', 500, NOW)] }),
      aPart({ number: 'S-2', offers: [offerOf('NEWCOMER', 600, NOW)] }),
    ]
    expect(await store(parts)).toMatchObject({ added: 2, offers: 2 })
    expect(await store(parts)).toMatchObject({ added: 0, offers: 0 })
    const merchants = await server.deps.db('merchants').where({ name_key: 'NEWCOMER' })
    expect(merchants).toMatchObject([{ history_allowed: false }])
  })

  test('with one line a merchant makes one part with both offers', async () => {
    const one = aPart({ number: 'S 3', offers: [offerOf('First', 500, NOW)] })
    const two = aPart({ number: 's3', offers: [offerOf('Second', 450, NOW)] })
    expect(await store([one, two])).toMatchObject({ added: 1, offers: 2 })
    const { body } = await get<PartDetail>('/api/parts/S3')
    expect(body.prices.map(({ merchant }) => merchant)).toEqual(['Second', 'First'])
  })

  test('keeps what a later source does not say', async () => {
    await store([aPart({ number: 'S 4', category: 'Brakes', rating: { average: 4, count: 2 } })])
    await store([aPart({ number: 'S 4', category: '', name: 'Newer name' })])
    const { body } = await get<PartDetail>('/api/parts/S4')
    expect(body).toMatchObject({
      name: 'Newer name',
      category: 'Brakes',
      ratings: { average: 4, count: 2 },
    })
  })
})

describe('offers for the lines of a kit', () => {
  const ask = async (body: unknown) => {
    const { status, body: answer } = await call<PartOffers>(server, 'POST', '/api/parts/offers', {
      body,
    })
    return { status, body: answer }
  }

  test('come in the order of the lines, null where it is not known which part is meant', async () => {
    const { body } = await ask({
      parts: [
        { partNumber: 'to 464 c' },
        { partNumber: '2332' },
        { partNumber: '2332', brand: 'fictiva' },
        { partNumber: 'EX-OF 45', brand: 'Exemplar' },
        { partNumber: 'unknown' },
        { partNumber: '' },
      ],
    })
    expect(partOffers.safeParse(body).error).toBeUndefined()
    expect(body.parts.map((part) => part?.partNumber ?? null)).toEqual([
      'TO 464 C',
      null,
      '2332',
      'SF 719/45',
      null,
      null,
    ])
    const merchants = new Set(body.merchants.map(({ id }) => id))
    for (const part of body.parts)
      for (const { merchantId } of part?.prices ?? []) expect(merchants.has(merchantId)).toBe(true)
  })

  test('end at a megabyte, however often one is asked, and the rest is asked again', async () => {
    const link = `https://shop.example/${'x'.repeat(1_900)}`
    const offers = Array.from({ length: 60 }, (_, n) => ({
      ...offerOf(`M ${n}`, 500 + n, NOW),
      link,
    }))
    await store([aPart({ number: 'S 9', offers })])
    const asked = Array.from({ length: 40 }, () => ({ partNumber: 's9' }))
    let calls = 0
    for (let left = asked; left.length > 0; calls++) {
      const { body } = await ask({ parts: left })
      expect(JSON.stringify(body).length).toBeLessThan(1024 * 1024)
      expect(body.parts[0]?.prices).toHaveLength(50)
      left = left.slice(body.parts.length)
    }
    expect(calls).toBeLessThan(10)
  })

  test('are refused for more lines than a kit has, and for no list', async () => {
    const parts = Array.from({ length: 501 }, () => ({ partNumber: 'a' }))
    expect((await ask({ parts })).body).toMatchObject({ field: 'parts' })
    expect((await ask({})).status).toBe(422)
    expect((await ask({ parts: [{ partNumber: 'x'.repeat(65) }] })).body).toMatchObject({
      field: 'parts[0].partNumber',
    })
  })
})

test('the demonstration can be taken out, and what is real stays', async () => {
  await removeDemo(server.deps.db)
  expect((await get('/api/parts/SF71945')).status).toBe(404)
  expect((await get('/api/parts/S3')).status).toBe(200)
  const merchants = await server.deps.db('merchants').where({ is_demo: true })
  expect(merchants).toEqual([])
})
