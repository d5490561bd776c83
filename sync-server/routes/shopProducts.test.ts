import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'

import type { Database } from '../db/connect.ts'
import type { Answer } from './testProducts.ts'

import { page, productPage } from '../outside/testInternet.ts'
import { openTestDatabase } from '../testDatabase.ts'
import { ProductLab } from './testProducts.ts'

const SHOP = { SHOP_HOSTS: 'shop.example,parts.lan=http://10.0.0.5:8080' }
const PAGE = productPage({
  name: 'Gasket',
  mpn: 'G-1',
  offers: { price: '3.20', priceCurrency: 'USD' },
})

let database: Database
let lab: ProductLab

beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())
beforeEach(async () => {
  lab = await ProductLab.open(database)
})
afterEach(() => lab.close())

const askShop = (url: unknown) => lab.ask('shop', url)

test('a page of a listed shop is read', async () => {
  await lab.start(SHOP)
  lab.internet.sites['shop.example'] = page(PAGE)
  expect(await askShop('https://shop.example/gasket#reviews')).toEqual({
    status: 200,
    name: 'Gasket',
    manufacturer: '',
    partNumber: 'G-1',
    price: '3.20',
    asOf: lab.at,
    link: '',
  })
  expect(lab.internet.asked).toEqual(['shop.example/robots.txt', 'shop.example/gasket'])
  // Cached for an hour: no request.
  await askShop('https://shop.example/gasket')
  expect(lab.internet.asked).toHaveLength(2)
  const shops = await fetch(`${lab.url}/api/shops`)
  expect(await shops.json()).toEqual({ hosts: ['shop.example', 'parts.lan'], amazon: false })
})

test("a host in the operator's own network is asked where the operator said", async () => {
  await lab.start(SHOP)
  lab.internet.sites['parts.lan'] = page(PAGE)
  expect((await askShop('http://parts.lan/gasket')).status).toBe(200)
  expect(lab.internet.connected.map(({ address, port }) => `${address}:${port}`)).toEqual([
    '10.0.0.5:8080',
    '10.0.0.5:8080',
  ])
})

test.each([
  'https://evil.example/',
  'http://127.0.0.1/',
  'http://2130706433/',
  'http://[::ffff:7f00:1]/',
  'http://169.254.169.254/latest/meta-data/',
  'file:///etc/passwd',
  'nothing',
])('%s is not asked', async (url) => {
  await lab.start(SHOP)
  expect(await askShop(url)).toEqual({
    status: 422,
    code: 'not_listed',
    error: 'Links of this site cannot be filled in here.',
    field: 'url',
  })
  expect([lab.internet.resolved, lab.internet.connected]).toEqual([[], []])
})

// T33
test('all refusals of a shop say the same, whatever was behind them', async () => {
  await lab.start(SHOP)
  const site = (headers: Record<string, string>, status = 200) => {
    lab.internet.sites['shop.example'] = ({ url }, response) =>
      void (url === '/robots.txt'
        ? response.writeHead(404).end()
        : response.writeHead(status, headers).end('secret'))
  }
  const answers: Answer[] = []
  site({ Location: 'http://169.254.169.254/' }, 302)
  answers.push(await askShop('https://shop.example/1'))
  site({ 'Content-Type': 'application/pdf' })
  answers.push(await askShop('https://shop.example/2'))
  site({ 'Content-Type': 'text/html', 'Content-Encoding': 'gzip' })
  answers.push(await askShop('https://shop.example/3'))
  lab.internet.names['shop.example'] = ['127.0.0.1']
  answers.push(await askShop('https://shop.example/4'))
  expect(new Set(answers.map((answer) => JSON.stringify(answer)))).toEqual(
    new Set([
      JSON.stringify({
        status: 422,
        error: 'shop.example does not let this link be filled in.',
        code: 'unreadable',
      }),
    ]),
  )
})

test('what robots.txt forbids is not read', async () => {
  await lab.start(SHOP)
  const robots = (text: string, status = 200) => {
    lab.internet.sites['shop.example'] = ({ url }, response) =>
      url === '/robots.txt'
        ? void response.writeHead(status, { 'Content-Type': 'text/plain' }).end(text)
        : void response.writeHead(200, { 'Content-Type': 'text/html' }).end(PAGE)
  }
  robots('User-agent: *\nDisallow: /private\n')
  expect((await askShop('https://shop.example/private/1')).status).toBe(422)
  expect((await askShop('https://shop.example/open')).status).toBe(200)
  expect(lab.internet.asked).toEqual(['shop.example/robots.txt', 'shop.example/open'])

  lab.at += 2 * 3_600_000
  robots('User-agent: Wrenchlist\nDisallow: /\n\nUser-agent: *\nAllow: /\n')
  expect((await askShop('https://shop.example/other')).status).toBe(422)

  // While robots.txt is unreachable, no page is read.
  lab.at += 2 * 3_600_000
  robots('', 500)
  expect((await askShop('https://shop.example/third')).status).toBe(503)
  expect(lab.internet.asked).not.toContain('shop.example/third')
})

test('a page without a product says so', async () => {
  await lab.start(SHOP)
  lab.internet.sites['shop.example'] = page('<title>About us</title>')
  expect(await askShop('https://shop.example/about')).toMatchObject({
    status: 404,
    error: 'No product was found at shop.example behind this link.',
  })
})
