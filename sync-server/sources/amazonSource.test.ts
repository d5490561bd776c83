import type { PartDetail } from '#shared/catalogue/part.ts'
import type { Database } from '../db/connect.ts'
import type { TestServer } from '../testServer.ts'

import { afterAll, beforeAll, expect, test } from 'vitest'

import { readEnv } from '../env/env.ts'
import { storeParts } from '../catalogue/storeParts.ts'
import { openTestDatabase } from '../testDatabase.ts'
import { BOSS_EMAIL, TestDesk } from '../testDesk.ts'
import { startTestServer } from '../testServer.ts'
import { amazonSource } from './amazonSource.ts'

const NOW = Date.now()
const env = readEnv({
  AMAZON_CREDENTIAL_ID: 'id',
  AMAZON_CREDENTIAL_SECRET: 'secret',
  AMAZON_PARTNER_TAG: 'workshop-20',
  AMAZON_API_URL: 'https://api.test',
  AMAZON_TOKEN_URL: 'https://token.test/o2',
  ADMIN_EMAILS: BOSS_EMAIL,
  TRUST_PROXY: '1',
})

/** The fake API's answers: a price, or an error status. */
const prices: Record<string, number | string> = {}
const asked: string[] = []

async function standIn(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  const request = new Request(input, init)
  if (request.url.startsWith('https://token.test')) {
    return Response.json({ access_token: 'token', expires_in: 3_600 })
  }
  const { itemIds } = (await request.json()) as { itemIds: string[] }
  const [asin = ''] = itemIds
  asked.push(asin)
  const price = prices[asin]
  if (typeof price === 'string') return new Response('{}', { status: Number(price) })
  const listings =
    price === undefined ? [] : [{ price: { money: { amount: price, currency: 'USD' } } }]
  const item = {
    asin,
    itemInfo: { title: { displayValue: 'Called otherwise' } },
    offersV2: { listings },
  }
  return Response.json({ itemsResult: { items: [item] } })
}

const part = (number: string, link: string) => ({
  number,
  brand: 'Mann-Filter',
  name: `Filter ${number}`,
  category: 'Filters',
  image: '',
  task: '',
  retailerNumber: '',
  unitCents: 2_000,
  rating: { average: 4, count: 8 },
  fits: [],
  crossReferences: [{ number: `OEM ${number}`, brand: 'Audi' }],
  offers: [
    {
      merchant: link.includes('amazon') ? 'Amazon' : 'Corner Shop',
      cents: { base: 2_000, promo: null, shipping: null, tax: null, core: null },
      promo: '',
      availability: 'In stock',
      link,
      asOf: NOW - 40 * 3_600_000,
    },
  ],
})

let database: Database
let server: TestServer
let desk: TestDesk
beforeAll(async () => {
  database = await openTestDatabase()
  const deps = { db: database.knex, env, fetch: standIn, now: () => NOW }
  server = await startTestServer({ database, env, source: amazonSource(deps, 0) })
  desk = await TestDesk.open(server)
})
afterAll(async () => {
  expect(server.errors).toEqual([])
  await server.close()
  await database.close()
})

const scrape = () => desk.call(desk.boss, 'POST', '/api/scrape/fcpeuro')
const read = async (number: string) =>
  (await (await fetch(`${server.url}/api/parts/${number}`)).json()) as PartDetail

test('without credentials there is no such source', () => {
  const deps = { db: database.knex, env: readEnv({}), fetch: standIn, now: () => NOW }
  expect(amazonSource(deps)).toBeNull()
})

test('where no part names a product, a run says what is missing', async () => {
  expect(await scrape()).toMatchObject({
    status: 502,
    error: expect.stringContaining('Upload a file with some.') as string,
  })
})

test('a run brings prices up to date, and changes nothing else of the parts', async () => {
  await storeParts(
    database.knex,
    [
      part('HU 1', 'https://www.amazon.com/Some-Filter/dp/B000000001?tag=other-20'),
      part('HU 2', 'https://www.amazon.com/dp/B000000002'),
      part('HU 3', 'https://www.amazon.com/dp/B000000003'),
      // Another marketplace, or no product link: never requested.
      part('HU 4', 'https://www.amazon.de/dp/B000000004'),
      part('HU 5', 'https://corner.example/amazon.com/dp/B000000005'),
    ],
    { origin: 'feed', isDemo: false, now: NOW },
  )
  const before = await read('HU1')
  Object.assign(prices, { B000000001: 12.5, B000000002: '404' })
  expect(await scrape()).toMatchObject({ status: 200, scrapedCount: 1, savedCount: 1 })
  expect(asked).toEqual(['B000000001', 'B000000002', 'B000000003'])
  const after = await read('HU1')
  expect(after.prices).toMatchObject([
    {
      merchant: 'Amazon',
      basePrice: '12.50',
      buyLink: 'https://www.amazon.com/dp/B000000001?tag=workshop-20',
      asOf: NOW,
    },
  ])
  expect({ ...after, prices: [], asOf: 0 }).toEqual({ ...before, prices: [], asOf: 0 })
  expect((await read('HU4')).prices).toMatchObject([{ basePrice: '20.00' }])
  // Cross references survive the price update.
  const found = await fetch(`${server.url}/api/parts?q=oem+hu+1`)
  expect(await found.text()).toContain('Filter HU 1')
  const [run] = (await desk.call(desk.boss, 'GET', '/api/admin/jobs'))['jobs'] as {
    problems: { what: string; reason: string }[]
  }[]
  expect(run?.problems.map(({ reason }) => reason)).toEqual([
    'There is no such product any more.',
    'It has no price in US dollars just now.',
  ])
})

test('an API that is busy is asked three times, and what is refused is told', async () => {
  asked.length = 0
  Object.assign(prices, { B000000001: '429', B000000002: '401', B000000003: 9 })
  expect(await scrape()).toMatchObject({ status: 200, savedCount: 1 })
  expect(asked).toEqual([...Array<string>(3).fill('B000000001'), 'B000000002', 'B000000003'])
})

test('what was corrected by hand is not taken for what sources say', async () => {
  Object.assign(prices, { B000000001: 13, B000000002: '404', B000000003: '404' })
  const { parts } = (await desk.call(
    desk.boss,
    'GET',
    '/api/admin/catalogue/parts?q=HU1',
  )) as unknown as { parts: { id: string }[] }
  const path = `/api/admin/catalogue/parts/${parts[0]?.id}`
  await desk.post(path, { action: 'correct', values: { name: 'Filter, by hand' } })
  const reference = { partNumber: 'HAND 1', brand: '' }
  await desk.post(path, { action: 'addReference', reference })
  expect(await scrape()).toMatchObject({ savedCount: 1 })
  expect(await read('HU1')).toMatchObject({ name: 'Filter, by hand' })
  await desk.post(path, { action: 'takeBackField', field: 'name' })
  await desk.post(path, { action: 'takeBack', kind: 'reference', key: '["HAND1",""]' })
  expect(await read('HU1')).toMatchObject({
    name: 'Filter HU 1',
    crossReferences: [{ partNumber: 'OEM HU 1' }],
  })
})
