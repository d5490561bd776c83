import type { PartCounts, PartsPage } from '#shared/catalogue/part.ts'
import type { IncomingPart } from '../catalogue/incoming.ts'
import type { TestServer } from '../testServer.ts'

import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { partsPage } from '#shared/catalogue/part.ts'
import { storeParts } from '../catalogue/storeParts.ts'
import { call } from '../testClient.ts'
import { startTestServer } from '../testServer.ts'

const DAY_MS = 24 * 3_600_000
const NOW = Date.UTC(2026, 10, 20, 12)
const S4 = 'make=Audi&model=S4&year=2008'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ now: () => NOW })
  await server.deps.db.transaction((trx) =>
    storeParts(trx, catalogue(), { origin: 'feed', isDemo: false, now: NOW }),
  )
})
afterAll(async () => {
  expect(server.errors).toEqual([])
  await server.close()
})

type Sold = Partial<{ shipping: number | null; availability: string; days: number; by: string }>

function offer(
  base: number,
  { shipping = 0, availability = 'In stock', days = 0, by = 'Shop' }: Sold = {},
): IncomingPart['offers'][number] {
  return {
    merchant: by,
    cents: { base, promo: null, shipping, tax: null, core: null },
    promo: '',
    availability,
    link: 'https://shop.example/1',
    asOf: NOW - days * DAY_MS,
  }
}

function part(number: string, brand: string, name: string, changes: Partial<IncomingPart> = {}) {
  return {
    number,
    brand,
    name,
    category: '',
    image: '',
    task: '',
    retailerNumber: '',
    unitCents: 1_000,
    rating: { average: 0, count: 0 },
    fits: [],
    crossReferences: [],
    offers: [],
    ...changes,
  } satisfies IncomingPart
}

const fits = (model: string, yearFrom: number, yearTo: number) => [
  { make: 'Audi', model, yearFrom, yearTo },
]

function catalogue(): IncomingPart[] {
  return [
    part('OF-H 1', 'Alpha', 'Oil filter housing', {
      fits: fits('S4', 2004, 2008),
      offers: [offer(200)],
    }),
    part('LX 1006/1D', 'Beta', 'Oil filter, spin-on', {
      fits: fits('S4', 2004, 2008),
      crossReferences: [{ number: 'XR 77-1', brand: 'Gamma' }],
      offers: [offer(1_200), offer(900, { shipping: null, by: 'Mute' })],
    }),
    part('OX 188', 'Gamma', 'Oil filters, pair', {
      fits: fits('A4', 2004, 2008),
      offers: [offer(800, { availability: 'Out of stock' })],
    }),
    part('5W40', 'Beta', 'Engine oil 5W-40', { offers: [offer(4_000), offer(4_100, { by: 'B' })] }),
    part('BD 1', 'Alpha', 'Brake disc, front left', {
      fits: fits('S4', 2000, 2003),
      offers: [offer(9_900, { days: 9 })],
    }),
    part('SP 9', 'Alpha', 'Spark plug', { offers: [offer(700, { shipping: null })] }),
  ]
}

async function page(query: string): Promise<PartsPage> {
  const { status, body } = await call<PartsPage>(server, 'GET', `/api/parts?${query}`)
  expect([query, status]).toEqual([query, 200])
  expect(partsPage.safeParse(body).error).toBeUndefined()
  return body
}
const found = async (query: string) => (await page(query)).parts.map(({ partNumber }) => partNumber)
const counts = async (query: string) => {
  const { counts: all } = await page(`${query}&counts=yes`)
  if (!all) throw new Error('nothing was counted')
  return all satisfies PartCounts
}

describe('words', () => {
  test('find what begins with them, in the singular and the plural', async () => {
    const filters = ['LX 1006/1D', 'OX 188', 'OF-H 1']
    for (const q of ['oil filter', 'Filters OIL', 'filt', 'oil,filter'.replace(',', ' ')])
      expect((await found(`q=${q}`)).toSorted()).toEqual(filters.toSorted())
    expect(await found('q=ilter')).toEqual([])
  })

  test('bring first what is named so, then what can be bought, then the rest', async () => {
    // The housing is cheaper, but no oil filter.
    expect(await found('q=oil filter')).toEqual(['LX 1006/1D', 'OX 188', 'OF-H 1'])
  })

  test('find a number in any spelling, also another brand’s, and it comes first', async () => {
    for (const q of ['LX 1006/1D', 'lx10061d', 'lx-1006.1d', 'LX1006 1D', '1006', 'xr77-1'])
      expect([q, (await found(`q=${encodeURIComponent(q)}`))[0]]).toEqual([q, 'LX 1006/1D'])
    expect((await found('q=5w40'))[0]).toBe('5W40')
  })

  test('are taken as they are: no sign in them means more', async () => {
    for (const q of [
      "'",
      "oil' | 'x",
      'oil:*',
      '%',
      '_',
      '\\',
      'oil & !x',
      '(',
      '[a',
      '🔧',
      '\u00df',
    ])
      expect(Array.isArray((await page(`q=${encodeURIComponent(q)}`)).parts)).toBe(true)
    expect(await found('q=%25')).toEqual([])
    expect(await page(`q=${encodeURIComponent('a '.repeat(100))}`)).toBeTruthy()
  })
})

describe('a vehicle', () => {
  test('leaves what is said to fit it, by year', async () => {
    expect((await found(S4)).toSorted()).toEqual(['LX 1006/1D', 'OF-H 1'])
    expect(await found('make=audi&model=s4&year=2001')).toEqual(['BD 1'])
    expect(await found(`${S4}&q=oil+filter&brand=beta`)).toEqual(['LX 1006/1D'])
  })

  test('is only told of where any fit will do', async () => {
    const { parts } = await page(`${S4}&fit=any&q=oil`)
    expect(Object.fromEntries(parts.map((one) => [one.partNumber, one.isFitting]))).toEqual({
      'LX 1006/1D': true,
      'OF-H 1': true,
      'OX 188': false,
      '5W40': null,
    })
    expect((await page('q=oil')).parts[0]).not.toHaveProperty('isFitting')
  })
})

test('a task finds the parts it is done with', async () => {
  expect((await found('task=Oil Change')).toSorted()).toEqual([
    '5W40',
    'LX 1006/1D',
    'OF-H 1',
    'OX 188',
  ])
  expect(await found('task=Replace spark plugs')).toEqual(['SP 9'])
  expect(await found('task=Front brake job&make=Audi&model=S4')).toEqual(['BD 1'])
  expect(await found('task=Nothing known')).toEqual([])
})

describe('what is narrowed to', () => {
  test('is a brand, or several', async () => {
    expect((await found('q=oil&brand=Alpha&brand=g-a-m-m-a')).toSorted()).toEqual([
      'OF-H 1',
      'OX 188',
    ])
  })

  test('is a price that somebody could pay: nothing without its shipping, or sold out', async () => {
    expect(await found('q=oil&max=10')).toEqual(['OF-H 1'])
    expect(await found('q=oil&min=12&max=41')).toEqual(['LX 1006/1D', '5W40'])
    expect(await found('q=spark&max=10')).toEqual([])
  })

  test('is what is in stock today', async () => {
    expect((await found('q=oil&stock=yes')).toSorted()).toEqual(['5W40', 'LX 1006/1D', 'OF-H 1'])
    expect(await found('q=brake&stock=yes')).toEqual([])
    expect(await found('q=spark&stock=yes')).toEqual(['SP 9'])
  })
})

test('a part says from whom it costs so much, and what that merchant says of its stock', async () => {
  const of = async (q: string) => (await page(`q=${q}`)).parts[0]
  expect(await of('lx10061d')).toMatchObject({
    lowestPrice: 12,
    merchant: 'Shop',
    availability: 'In stock',
  })
  expect(await of('ox188')).toMatchObject({ lowestPrice: null, availability: 'Out of stock' })
  expect(await of('ox188')).not.toHaveProperty('merchant')
  expect(await of('sp9')).toMatchObject({ lowestPrice: 7, isBeforeShipping: true })
  expect(await of('bd1')).not.toHaveProperty('availability')
})

describe('the counts', () => {
  test('say of each narrowing what it would leave', async () => {
    expect(await counts('q=oil')).toEqual({
      all: 4,
      isMore: false,
      inStock: 3,
      prices: [1, 1, 1, 0, 0, 0],
      brands: [
        { brand: 'Beta', count: 2 },
        { brand: 'Alpha', count: 1 },
        { brand: 'Gamma', count: 1 },
      ],
      fits: null,
    })
  })

  test('of brands and prices are those without the one that is chosen', async () => {
    const { all, brands, prices } = await counts('q=oil&brand=Beta&max=25')
    expect(all).toBe(1)
    expect(brands.map((one) => `${one.brand} ${one.count}`)).toEqual(['Alpha 1', 'Beta 1'])
    expect(prices).toEqual([0, 1, 1, 0, 0, 0])
  })

  test('of fits are those of the vehicle and of any', async () => {
    for (const query of [`${S4}&q=oil`, `${S4}&q=oil&fit=any`])
      expect((await counts(query)).fits).toEqual({
        fitting: 2,
        isMoreFitting: false,
        any: 4,
        isMoreAny: false,
      })
  })

  test('come only where they are asked for, and with the first page', async () => {
    expect(await page('q=oil')).not.toHaveProperty('counts')
    const { next } = await page('q=oil&limit=1&counts=yes')
    expect(await page(`q=oil&limit=1&counts=yes&after=${next}`)).not.toHaveProperty('counts')
  })
})

describe('of very many', () => {
  const MANY = 1_250
  beforeAll(async () => {
    const many = Array.from({ length: MANY }, (_, n) =>
      part(`MM ${String(n).padStart(5, '0')}`, 'Delta', `Many washer ${n}`, {
        offers: n % 5 === 0 ? [] : [offer(100 + ((n * 37) % 500))],
        fits: n % 2 === 0 ? fits('A8', 2010, 2012) : [],
      }),
    )
    await server.deps.db.transaction((trx) =>
      storeParts(trx, many, { origin: 'feed', isDemo: false, now: NOW }),
    )
  })

  async function allPages(query: string): Promise<{ numbers: string[]; pages: number }> {
    const numbers: string[] = []
    let pages = 0
    for (let after = ''; ; pages++) {
      const { parts, next } = await page(`${query}&limit=100${after && `&after=${after}`}`)
      numbers.push(...parts.map(({ partNumber }) => partNumber))
      if (next === null) return { numbers, pages: pages + 1 }
      after = next
    }
  }

  test('each comes once, a page after the other', async () => {
    for (const [query, count] of [
      ['q=many', MANY],
      ['q=many&stock=yes', 1_000],
      ['make=Audi&model=A8&year=2011&q=washer', MANY / 2],
      ['brand=Delta', MANY],
    ] as const) {
      const { numbers } = await allPages(query)
      expect([query, new Set(numbers).size, numbers.length]).toEqual([query, count, count])
    }
  })

  test('no more are counted than are read at once, and it says so', async () => {
    expect(await counts('q=many')).toMatchObject({ all: 1_000, isMore: true })
  })

  test('the one with the number typed comes first, wherever it stands, and only once', async () => {
    const last = `MM ${MANY - 1}`.replace(' ', ' 0')
    expect((await found(`q=${last}`))[0]).toBe(last)
    const { numbers } = await allPages('q=MM 0')
    expect(new Set(numbers).size).toBe(numbers.length)
  })

  test('a price that the first of them do not have is looked for behind them', async () => {
    await server.deps.db.transaction((trx) =>
      storeParts(trx, [part('MM LAST', 'Delta', 'Many washer last', { offers: [offer(77_700)] })], {
        origin: 'feed',
        isDemo: false,
        now: NOW,
      }),
    )
    expect(await found('q=many&min=700')).toEqual(['MM LAST'])
  })
})

test('a search that is not readable names its field', async () => {
  for (const [query, field] of [
    [`task=${'x'.repeat(81)}`, 'task'],
    ['min=-1', 'min'],
    ['max=1.5', 'max'],
    ['stock=maybe', 'stock'],
    ['fit=x', 'fit'],
    [`brand=${'x'.repeat(81)}`, 'brand'],
    [Array.from({ length: 11 }, (_, n) => `brand=${n}`).join('&'), 'brand'],
    ['after=0-1-2', 'after'],
    ['counts=1', 'counts'],
  ]) {
    const { status, body } = await call(server, 'GET', `/api/parts?${query}`)
    expect([query, status]).toEqual([query, 422])
    expect((body as { field: string }).field).toMatch(new RegExp(`^${field}`))
  }
})

test('whoever asks without end has to wait', async () => {
  const headers = { 'X-Forwarded-For': '10.99.0.1' }
  const answers = await Promise.all(
    Array.from({ length: 125 }, () => fetch(`${server.url}/api/parts?q=oil`, { headers })),
  )
  const statuses = answers.map(({ status }) => status)
  expect(new Set(statuses)).toEqual(new Set([200, 429]))
  expect(
    Number(answers.find(({ status }) => status === 429)?.headers.get('Retry-After')),
  ).toBeGreaterThan(0)
})
