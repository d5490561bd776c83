import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'

import type { Database } from '../db/connect.ts'

import { openTestDatabase } from '../testDatabase.ts'
import { ProductLab } from './testProducts.ts'

const ASIN = 'B000C5FTT2'
const LINK = `https://www.amazon.com/Some-Filter/dp/${ASIN}/ref=sr_1_1?tag=somebody-20`
const CREDENTIALS = {
  AMAZON_CREDENTIAL_ID: 'id',
  AMAZON_CREDENTIAL_SECRET: 'secret',
  AMAZON_PARTNER_TAG: 'workshop-20',
  AMAZON_API_URL: 'https://api.test',
  AMAZON_TOKEN_URL: 'https://token.test/o2',
}
const ITEM = {
  asin: ASIN,
  itemInfo: {
    title: { displayValue: 'Oil Filter' },
    byLineInfo: { brand: { displayValue: 'Mann' }, manufacturer: { displayValue: 'M+H' } },
    manufactureInfo: { itemPartNumber: { displayValue: 'HU 719/7 x' } },
  },
  offersV2: { listings: [{ price: { money: { amount: 12.5, currency: 'USD' } } }] },
}

let database: Database
let lab: ProductLab

beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())
beforeEach(async () => {
  lab = await ProductLab.open(database)
  lab.answerApi = () => Response.json({ itemsResult: { items: [ITEM] } })
})
afterEach(() => lab.close())

const askAmazon = (url: unknown) => lab.ask('amazon', url)

test('without credentials the server says that it cannot, and asks nobody', async () => {
  await lab.start({})
  for (const link of [LINK, 'https://a.co/d/abc']) {
    expect(await askAmazon(link)).toEqual({
      status: 501,
      code: 'cannot_fill',
      error: 'This server cannot look up products of amazon. Please fill in the row by hand.',
    })
  }
  for (const link of ['https://shop.example/p', 'https://www.amazon.com/', 'brake pads']) {
    expect(await askAmazon(link)).toMatchObject({ status: 422, code: 'bad_link', field: 'url' })
  }
  expect(await askAmazon('https://www.amazon.de/dp/B000C2QI2I')).toMatchObject({
    status: 422,
    code: 'other_marketplace',
  })
  expect([lab.calls, lab.internet.connected]).toEqual([[], []])
  const shops = await fetch(`${lab.url}/api/shops`)
  expect(await shops.json()).toEqual({ hosts: [], amazon: false })
})

test('a link of the retailer is answered from its product API', async () => {
  await lab.start(CREDENTIALS)
  expect(await askAmazon(LINK)).toEqual({
    status: 200,
    name: 'Oil Filter',
    manufacturer: 'Mann',
    partNumber: 'HU 719/7 x',
    price: '12.50',
    asOf: lab.at,
    link: `https://www.amazon.com/dp/${ASIN}?tag=workshop-20`,
  })
  const [token, items] = lab.calls
  expect(token?.url).toBe('https://token.test/o2')
  expect(JSON.parse(token?.body ?? '')).toEqual({
    grant_type: 'client_credentials',
    client_id: 'id',
    client_secret: 'secret',
    scope: 'creatorsapi::default',
  })
  expect(items?.url).toBe('https://api.test/catalog/v1/getItems')
  expect(items?.headers.get('Authorization')).toBe('Bearer token-1')
  expect(items?.headers.get('x-marketplace')).toBe('www.amazon.com')
  expect(JSON.parse(items?.body ?? '')).toMatchObject({
    itemIds: [ASIN],
    partnerTag: 'workshop-20',
  })
  // The retailer's own pages are never fetched.
  expect(lab.internet.connected).toEqual([])
})

test('credentials of the older kind ask as they have to', async () => {
  await lab.start({ ...CREDENTIALS, AMAZON_CREDENTIAL_VERSION: '2.1' })
  expect((await askAmazon(LINK)).status).toBe(200)
  const [token, items] = lab.calls
  expect(new URLSearchParams(token?.body).get('scope')).toBe('creatorsapi/default')
  expect(items?.headers.get('Authorization')).toBe('Bearer token-1, Version 2.1')
})

test.each([
  ASIN,
  ASIN.toLowerCase(),
  `https://amazon.com/dp/${ASIN}`,
  `http://www.amazon.com/gp/product/${ASIN}?psc=1`,
  `https://m.amazon.com/gp/aw/d/${ASIN}/`,
  `https://smile.amazon.com/exec/obidos/ASIN/${ASIN}`,
])('the product is found in %s', async (url) => {
  await lab.start(CREDENTIALS)
  expect(await askAmazon(url)).toMatchObject({ status: 200, name: 'Oil Filter' })
})

test.each([
  ['https://www.amazon.com/s?k=oil+filter', 'This link does not lead to a product of amazon.'],
  [`https://evil.test/?amazon.com/dp/${ASIN}`, 'This link does not lead to a product of amazon.'],
  [`https://amazon.com.evil.test/dp/${ASIN}`, 'This link does not lead to a product of amazon.'],
  [`https://amazon.com@evil.test/dp/${ASIN}`, 'This link does not lead to a product of amazon.'],
  [`javascript:alert("amazon.com/dp/${ASIN}")`, 'This link does not lead to a product of amazon.'],
  [
    `https://www.amazon.de/dp/${ASIN}`,
    'Only links of amazon.com can be filled in here, this one is of amazon.de.',
  ],
])('%s is refused', async (url, error) => {
  await lab.start(CREDENTIALS)
  expect(await askAmazon(url)).toMatchObject({ status: 422, error, field: 'url' })
  expect(lab.calls).toEqual([])
})

test.each([{}, { url: 7 }, { url: '' }, { url: 'x'.repeat(3_000) }, [], 'x', null])(
  'the body %j is refused with a word',
  async (body) => {
    await lab.start(CREDENTIALS)
    const response = await fetch(`${lab.url}/api/amazon/product`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    })
    expect(response.status).toBe(422)
  },
)

test.each(['a.co', 'amzn.to', 'amzn.eu'])(
  'of a short link of %s one Location is read',
  async (host) => {
    await lab.start(CREDENTIALS)
    lab.internet.sites[host] = (_request, response) =>
      void response.writeHead(301, { Location: LINK }).end()
    expect(await askAmazon(`http://${host}/d/abc`)).toMatchObject({
      status: 200,
      name: 'Oil Filter',
    })
    expect(lab.internet.asked).toEqual([`${host}/d/abc`])
    expect(lab.internet.connected[0]).toMatchObject({ port: 443, isTls: true })
  },
)

test('a short link that leads elsewhere is not followed', async () => {
  await lab.start(CREDENTIALS)
  for (const to of [
    'http://169.254.169.254/',
    `https://evil.test/dp/${ASIN}`,
    'https://a.co/d/2',
  ]) {
    lab.internet.sites['a.co'] = (_request, response) =>
      void response.writeHead(302, { Location: to }).end()
    expect(await askAmazon('https://a.co/d/abc')).toMatchObject({ status: 422 })
  }
  expect(new Set(lab.internet.asked)).toEqual(new Set(['a.co/d/abc']))
})

test('a short host whose name leads inside is not connected to', async () => {
  await lab.start(CREDENTIALS)
  lab.internet.names['a.co'] = ['10.0.0.1']
  expect(await askAmazon('https://a.co/d/abc')).toMatchObject({ status: 422, code: 'unreadable' })
  expect(lab.internet.connected).toEqual([])
})

test('an answer counts for an hour, and whoever asks meanwhile waits along', async () => {
  await lab.start(CREDENTIALS)
  const both = await Promise.all([askAmazon(LINK), askAmazon(ASIN)])
  expect(both.map(({ status }) => status)).toEqual([200, 200])
  lab.at += 3_599_000
  await askAmazon(LINK)
  expect(lab.calls).toHaveLength(2)
  lab.at += 2_000
  expect(await askAmazon(LINK)).toMatchObject({ asOf: lab.at })
})

test('a price in another currency is not given as dollars', async () => {
  await lab.start(CREDENTIALS)
  const money = { amount: 12.5, currency: 'EUR' }
  lab.answerApi = () =>
    Response.json({
      itemResults: { items: [{ ...ITEM, offersV2: { listings: [{ price: { money } }] } }] },
    })
  expect(await askAmazon(LINK)).toMatchObject({ status: 200, name: 'Oil Filter', price: '' })
})

test.each([
  ['no item', () => Response.json({ errors: [{ code: 'ItemNotAccessible' }] }), 404],
  ['another item', () => Response.json({ itemsResult: { items: [{ asin: 'B000000000' }] } }), 404],
  ['strange JSON', () => Response.json([1, null, 'x']), 404],
  ['no JSON', () => new Response('<html>'), 503],
  ['a fault', () => new Response('{}', { status: 500 }), 503],
  ['too many calls', () => new Response('{}', { status: 429 }), 503],
  ['no access', () => new Response('{}', { status: 403 }), 422],
  ['something endless', () => new Response('x'.repeat(600_000)), 422],
  ['no answer', () => Promise.reject(new Error('ECONNREFUSED 10.0.0.1')), 503],
])(
  'when the API gives %s, a sentence is given and nothing of the inside',
  async (_what, answer, status) => {
    await lab.start(CREDENTIALS)
    lab.answerApi = answer
    const given = await askAmazon(LINK)
    expect(given.status).toBe(status)
    expect(String(given['error'])).toMatch(/amazon\.com/)
    expect(JSON.stringify(given)).not.toMatch(/ECONN|10\.0|status [0-9]/)
  },
)

test('an API that fails all the time is left alone for a minute', async () => {
  await lab.start(CREDENTIALS)
  lab.answerApi = () => new Response('{}', { status: 500 })
  for (let tries = 0; tries < 5; tries++) {
    // Past the limit of one call a second.
    lab.at += 10_000
    expect((await askAmazon(LINK)).status).toBe(503)
  }
  const before = lab.calls.length
  expect(await askAmazon(LINK)).toMatchObject({ status: 503, retryAfter: 60 })
  expect(lab.calls).toHaveLength(before)
  lab.at += 61_000
  lab.answerApi = () => Response.json({ itemsResult: { items: [ITEM] } })
  expect((await askAmazon(LINK)).status).toBe(200)
})

test('one person cannot have the server ask all day', async () => {
  await lab.start(CREDENTIALS)
  const statuses: number[] = []
  for (let tries = 0; tries < 61; tries++) statuses.push((await askAmazon(ASIN)).status)
  expect(statuses.filter((status) => status === 200)).toHaveLength(60)
  expect(statuses.at(-1)).toBe(429)
  expect((await lab.ask('amazon', ASIN, '198.51.100.7')).status).toBe(200)
})
