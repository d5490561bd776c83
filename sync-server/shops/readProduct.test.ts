import { expect, test } from 'vitest'

import { readProduct } from './readProduct.ts'
import { productPage } from '../outside/testInternet.ts'

const url = new URL('https://shop.example/parts/oil-filter?variant=2')
const read = (html: string) => readProduct(html, url)
const offer = (price: unknown, more: object = {}) => ({
  '@type': 'Offer',
  price,
  priceCurrency: 'USD',
  ...more,
})
const priceOf = (offers: unknown) => read(productPage({ name: 'Filter', offers }))?.price
const ld = (json: unknown) => `<script type="application/ld+json">${JSON.stringify(json)}</script>`

test('a product in JSON-LD gives name, maker, part number and price', () => {
  const html = productPage({
    name: ' Oil filter\n HU 719 ',
    brand: { '@type': 'Brand', name: 'Mann' },
    manufacturer: 'Somebody else',
    mpn: 'HU 719/7 x',
    sku: 'SHOP-1',
    offers: offer('12.50'),
  })
  expect(read(html)).toEqual({
    name: 'Oil filter HU 719',
    manufacturer: 'Mann',
    partNumber: 'HU 719/7 x',
    price: '12.50',
  })
})

test('what the page does not say stays empty', () => {
  expect(read(productPage({ name: 'Filter' }))).toEqual({
    name: 'Filter',
    manufacturer: '',
    partNumber: '',
    price: '',
  })
})

test('a product in a graph is found, with what it refers to', () => {
  const html = ld({
    '@context': 'https://schema.org',
    '@graph': [
      { '@type': 'WebPage', name: 'Shop' },
      { '@id': '#maker', '@type': 'Organization', name: 'Bosch' },
      { '@id': '#offer', ...offer(9) },
      {
        '@type': ['Thing', 'https://schema.org/Product'],
        name: 'Spark plug',
        brand: { '@id': '#maker' },
        offers: [{ '@id': '#offer' }],
        sku: 7422,
      },
    ],
  })
  expect(read(html)).toEqual({
    name: 'Spark plug',
    manufacturer: 'Bosch',
    partNumber: '7422',
    price: '9.00',
  })
})

test('microdata is read like JSON-LD', () => {
  const html = `
    <div itemscope itemtype="http://schema.org/Product">
      <h1 itemprop="name">Brake <b>pads</b><script>var x = "no"</script></h1>
      <span itemprop="brand" itemscope itemtype="http://schema.org/Brand">
        <meta itemprop="name" content="Textar"></span>
      <span itemprop="mpn">2355401</span>
      <div itemprop="offers" itemscope itemtype="http://schema.org/Offer">
        <meta itemprop="priceCurrency" content="USD"><span itemprop="price" content="61.9">61,90</span>
      </div>
    </div>`
  expect(read(html)).toEqual({
    name: 'Brake pads',
    manufacturer: 'Textar',
    partNumber: '2355401',
    price: '61.90',
  })
})

test('OpenGraph is read where a page calls itself a product', () => {
  const meta = (more: string) => `<meta property="og:title" content="Hose &amp; clamp">${more}`
  expect(read(meta('<meta property="og:type" content="website">'))).toBeNull()
  expect(
    read(
      meta(`<meta property="og:type" content="product"><meta name="product:brand" content="Gates">
        <meta property="product:price:amount" content="8.00">
        <meta property="product:price:currency" content="USD">`),
    ),
  ).toEqual({ name: 'Hose & clamp', manufacturer: 'Gates', partNumber: '', price: '8.00' })
})

test.each([
  ['12', '12.00'],
  [12.5, '12.50'],
  ['$1,299.00', '1299.00'],
  ['USD 5.25', '5.25'],
  ['0', ''],
  ['0.00', ''],
  [-3, ''],
  ['free', ''],
  ['1e9', ''],
  ['12.345', ''],
  ['99999999999', ''],
  [{ a: 1 }, ''],
  [null, ''],
])('the price %j becomes %j', (price, text) => {
  expect(priceOf(offer(price))).toBe(text)
})

test('a price in another currency, or in none, is not taken for dollars', () => {
  expect(priceOf(offer('12', { priceCurrency: 'EUR' }))).toBe('')
  expect(priceOf({ price: '12' })).toBe('')
})

test('several offers give a price when it is the same, or when one of them is this page', () => {
  expect(priceOf([offer(5), offer('5.00')])).toBe('5.00')
  expect(priceOf([offer(5), offer(7)])).toBe('')
  expect(priceOf([offer(5), offer(7, { url: '/parts/oil-filter?variant=2' })])).toBe('7.00')
  const spread = { priceCurrency: 'USD', lowPrice: '5', highPrice: '9' }
  expect(priceOf(spread)).toBe('')
  expect(priceOf({ ...spread, highPrice: '5' })).toBe('5.00')
  expect(priceOf({ ...spread, offers: [offer(9)] })).toBe('9.00')
})

test('a price in a specification counts, a list price does not', () => {
  const list = { ...offer(20), priceType: 'https://schema.org/ListPrice' }
  expect(priceOf({ priceSpecification: [list, offer(15)] })).toBe('15.00')
})

test('a page with several products is not guessed at', () => {
  const product = (name: string, more = {}) => ({ '@type': 'Product', name, ...more })
  expect(read(ld([product('A'), product('B')]))).toBeNull()
  const own = product('B', { url: url.href })
  expect(read(ld([product('A'), own]))?.name).toBe('B')
  const related = product('A', { isRelatedTo: [product('B')], isSimilarTo: product('C') })
  expect(read(ld(related))?.name).toBe('A')
  const list = { '@type': 'ItemList', itemListElement: [{ item: product('A') }] }
  expect(read(ld(list))).toBeNull()
})

test('JSON-LD that is broken does not hide what else the page says', () => {
  const html = `<script type="application/ld+json">{"@type": "Product", }</script>
    <meta property="og:type" content="og:product"><meta property="og:title" content="Belt">`
  expect(read(html)?.name).toBe('Belt')
})

// T34
test('text of a shop is text: one line, storable, as long as a name may be', () => {
  const name = `A\u0000\u202e <img src=x onerror=alert(1)>\t\ud800 ${'long '.repeat(100)}`
  const read1 = read(productPage({ name }))?.name ?? ''
  expect(read1.startsWith('A <img src=x onerror=alert(1)> long long')).toBe(true)
  expect(read1.length).toBeLessThanOrEqual(200)
  expect(read1.endsWith('long')).toBe(true)
})

test('names of prototypes are names like any other', () => {
  const html = `<script type="application/ld+json">{"@type":"Product","name":"X","__proto__":
    {"offers":{"price":1,"priceCurrency":"USD"}},"constructor":{"name":"Y"}}</script>
    <div itemscope itemtype="__proto__"><p itemprop="__proto__ constructor">x</div>`
  expect(read(html)).toMatchObject({ name: 'X', price: '' })
})

test.each([
  ['deep JSON', `<script type="application/ld+json">${'['.repeat(200_000)}</script>`],
  [
    'deep objects',
    `<script type="application/ld+json">${'{"a":'.repeat(50_000)}1${'}'.repeat(50_000)}</script>`,
  ],
  ['deep elements', '<div itemscope itemprop="a">'.repeat(50_000)],
  ['many attributes', `<p ${Array.from({ length: 50_000 }, (_, at) => `a${at}=1`).join(' ')}>`],
  ['many products', ld(Array.from({ length: 20_000 }, () => ({ '@type': 'Product' })))],
  ['open comments', '<!--'.repeat(100_000)],
  ['half tags', '<'.repeat(500_000)],
  ['half entities', '&'.repeat(500_000)],
])('%s is read in time and says nothing', (_what, html) => {
  // Quadratic parsing would hit the test timeout.
  expect(read(html)).toBeNull()
})
