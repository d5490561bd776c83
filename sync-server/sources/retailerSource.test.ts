import type { TestInternet } from '../outside/testInternet.ts'
import type { Env } from '../env/env.ts'

import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'

import { openInternet, page, productPage, PUBLIC_ADDRESS } from '../outside/testInternet.ts'
import { readEnv } from '../env/env.ts'
import { retailerSource } from './retailerSource.ts'
import { retell } from '../words/told.ts'
import { SourceAway, Unfit } from './source.ts'

const SHOP = 'shop.example'
const BRAKE = {
  name: 'Brake disc',
  mpn: 'BD 312/A',
  sku: '4-1182',
  brand: { '@type': 'Brand', name: 'Discwerk' },
  category: 'Parts > Brakes',
  image: 'https://shop.example/disc.jpg',
  aggregateRating: { ratingValue: 4.5, ratingCount: 12 },
  offers: {
    price: '58.40',
    priceCurrency: 'USD',
    availability: 'https://schema.org/InStock',
  },
}

let internet: TestInternet
beforeEach(async () => {
  internet = await openInternet()
})
afterEach(() => internet.close())

const never = new AbortController().signal

function open(settings: Record<string, string> = {}, changes: Partial<Env> = {}) {
  const env = readEnv({
    RETAILER_PAGES: `http://${SHOP}/sitemap.xml`,
    RETAILER_NAME: 'Shop Example',
    PUBLIC_URL: 'https://wrenchlist.example',
    ...settings,
  })
  const fast = { ...env, RETAILER_DELAY_MS: 5, ...changes }
  const source = retailerSource({ env: fast, outside: internet.outside, now: Date.now })
  if (!source) throw new Error('no source')
  return source
}

/** A shop that serves these texts by path; no robots.txt unless given. */
function shop(
  pages: Record<string, string | { status: number; body?: string; to?: string }>,
): void {
  internet.sites[SHOP] = ({ url = '' }, response) => {
    const found = pages[url]
    if (found === undefined) return void response.writeHead(404).end()
    const {
      status,
      body = '',
      to,
    } = typeof found === 'string' ? { status: 200, body: found } : found
    const type = url.endsWith('.xml')
      ? 'application/xml'
      : url.endsWith('.txt')
        ? 'text/plain'
        : 'text/html'
    response.writeHead(status, { 'Content-Type': type, ...(to ? { Location: to } : {}) }).end(body)
  }
}
const sitemap = (...paths: string[]) =>
  `<?xml version="1.0"?><urlset xmlns="x">${paths.map((path) => `<url><loc>http://${SHOP}${path}</loc></url>`).join('')}</urlset>`
const at = (path: string) => `http://${SHOP}${path}`
const why = async (path: string, source = open()) => {
  try {
    await source.read(at(path), never)
    return 'it was read'
  } catch (error) {
    if (error instanceof Unfit || error instanceof SourceAway) return retell(error.message)
    throw error
  }
}

describe('the pages of a retailer', () => {
  test('are found in a sitemap of sitemaps, once each, and only below the set path', async () => {
    shop({
      '/sitemap.xml': `<sitemapindex><sitemap><loc>${at('/parts.xml')}</loc></sitemap><sitemap><loc>http://other.example/x.xml</loc></sitemap></sitemapindex>`,
      '/parts.xml': sitemap('/products/a', '/products/b', '/products/a#top', '/about'),
    })
    expect(await open().list(never)).toEqual([at('/products/a'), at('/products/b')])
    expect(internet.asked.every((asked) => asked.startsWith(SHOP))).toBe(true)
  })

  test('are found on pages of a list that goes on, however often it leads in a circle', async () => {
    shop({
      '/list':
        '<a href="/products/a">A</a><a href="https://evil.example/products/x">x</a><a rel="next" href="/list?2">more</a>',
      '/list?2': '<a href="products/b">B</a><a rel="next" href="/list">again</a>',
    })
    const source = open({ RETAILER_PAGES: at('/list') })
    expect(await source.list(never)).toEqual([at('/products/a'), at('/products/b')])
  })

  test('that are none are said to be none', async () => {
    shop({ '/sitemap.xml': sitemap('/about') })
    await expect(open().list(never)).rejects.toThrow('No page below {path}')
  })
})

describe('a page', () => {
  test('becomes a part by what it says for machines', async () => {
    shop({ '/products/a': productPage(BRAKE) })
    const source = open({ RETAILER_FIT: 'Audi/S4/2004-2008' })
    expect(await source.read(at('/products/a'), never)).toMatchObject({
      number: 'BD 312/A',
      brand: 'Discwerk',
      name: 'Brake disc',
      category: 'Brakes',
      image: 'https://shop.example/disc.jpg',
      retailerNumber: '4-1182',
      unitCents: 5_840,
      rating: { average: 4.5, count: 12 },
      fits: [{ make: 'Audi', model: 'S4', yearFrom: 2004, yearTo: 2008 }],
      offers: [{ merchant: 'Shop Example', availability: 'In stock', link: at('/products/a') }],
    })
  })

  test('that says nothing for machines is read by selectors', async () => {
    shop({
      '/products/a':
        '<h1 class="a title">Hose<script>x</script></h1><div id="box"><span class="price">$12.50</span></div><p class="price">9</p><meta name="mpn" content="H-1"><b class="by">Hosewerk</b>',
    })
    const source = open({
      RETAILER_SELECTORS: 'name=h1.title; price=#box .price; partNumber=meta[name=mpn]; brand=.by',
    })
    expect(await source.read(at('/products/a'), never)).toMatchObject({
      number: 'H-1',
      brand: 'Hosewerk',
      name: 'Hose',
      unitCents: 1_250,
    })
  })

  test('without a brand, a number, or one price in US dollars is no part, and says why', async () => {
    const offer = (more: object) => ({ ...BRAKE, offers: { ...BRAKE.offers, ...more } })
    shop({
      '/products/1': productPage({ ...BRAKE, brand: undefined }),
      '/products/2': productPage({ ...BRAKE, mpn: undefined, sku: undefined }),
      '/products/3': productPage(offer({ priceCurrency: 'EUR' })),
      '/products/4': productPage(offer({ price: 'See cart' })),
      '/products/5': '<p>nothing',
      '/products/6': productPage({ ...BRAKE, mpn: 'x'.repeat(65) }),
    })
    expect(await why('/products/1')).toBe('The page names no brand.')
    expect(await why('/products/2')).toBe('The page names no part number.')
    expect(await why('/products/3')).toBe('The price is in EUR; only US dollars are taken.')
    expect(await why('/products/4')).toBe('The page names no one price.')
    expect(await why('/products/5')).toBe('The page names no product.')
    expect(await why('/products/6')).toMatch(/too long/)
    expect(await why('/products/gone')).toBe('There is no such page any more.')
  })
})

describe('a guest', () => {
  test('says who it is, and asks nothing that robots.txt forbids', async () => {
    const agents = new Set<string | undefined>()
    internet.sites[SHOP] = ({ url, headers }, response) => {
      agents.add(headers['user-agent'])
      const isRobots = url === '/robots.txt'
      response.writeHead(200, { 'Content-Type': isRobots ? 'text/plain' : 'text/html' })
      response.end(isRobots ? 'User-agent: *\nDisallow: /products/secret' : productPage(BRAKE))
    }
    const source = open()
    expect(await why('/products/secret', source)).toMatch(/robots\.txt/)
    await source.read(at('/products/open'), never)
    expect([...agents]).toEqual(['Wrenchlist/1 (+https://wrenchlist.example)'])
    expect(internet.asked).toEqual([`${SHOP}/robots.txt`, `${SHOP}/products/open`])
  })

  test('rests between two pages, longer when robots.txt asks for it', async () => {
    shop({ '/products/a': productPage(BRAKE) })
    /** Whether three pages take longer than `ms`; timers may fire a millisecond early. */
    const isPaced = async (ms: number, source = open({}, { RETAILER_DELAY_MS: 120 })) => {
      const isOver = sleep(ms, true)
      for (let n = 0; n < 3; n++) await source.read(at('/products/a'), never)
      return Promise.race([isOver, Promise.resolve(false)])
    }
    expect(await isPaced(230)).toBe(true)
    shop({
      '/robots.txt': 'User-agent: Wrenchlist\nCrawl-delay: 0.3',
      '/products/a': productPage(BRAKE),
    })
    expect(await isPaced(590)).toBe(true)
  })

  test('tries a page that fails again, not for ever', async () => {
    let asked = 0
    internet.sites[SHOP] = ({ url }, response) => {
      if (url === '/robots.txt') return void response.writeHead(404).end()
      asked++
      if (asked % 3 !== 0) return void response.writeHead(503).end()
      response.writeHead(200, { 'Content-Type': 'text/html' }).end(productPage(BRAKE))
    }
    const source = open()
    expect(await why('/products/a', source)).toBe('it was read')
    internet.sites[SHOP] = (_, response) => void response.writeHead(500).end()
    asked = 0
    expect(await why('/products/b', source)).toMatch(/does not answer/)
  })

  test('stops waiting when the run is ended', async () => {
    shop({ '/products/a': productPage(BRAKE) })
    const source = open({}, { RETAILER_DELAY_MS: 86_400_000 })
    await source.read(at('/products/a'), never)
    await expect(source.read(at('/products/a'), AbortSignal.timeout(50))).rejects.toThrow(
      SourceAway,
    )
  })
})

describe('a hostile site', () => {
  // T34
  test('with a page of 50 MB is left after 2 MB', async () => {
    let sent = 0
    internet.sites[SHOP] = ({ url }, response) => {
      if (url === '/robots.txt') return void response.writeHead(404).end()
      response.writeHead(200, { 'Content-Type': 'text/html' })
      const more = () => {
        while (sent < 50 * 1024 * 1024) {
          sent += 65_536
          if (!response.write('x'.repeat(65_536))) return void response.once('drain', more)
        }
        response.end()
      }
      more()
    }
    expect(await why('/products/a')).toBe('The page was refused: too large.')
    expect(sent).toBeLessThan(10 * 1024 * 1024)
  })

  test('that redirects without end, or to an address inside, is refused', async () => {
    internet.names['inside.example'] = ['10.0.0.5']
    shop({
      '/products/loop': { status: 302, to: '/products/loop' },
      '/products/inside': { status: 302, to: 'http://169.254.169.254/latest/meta-data' },
      '/products/named': { status: 302, to: 'http://inside.example/' },
      '/products/file': { status: 302, to: 'file:///etc/passwd' },
    })
    expect(await why('/products/loop')).toMatch(/too many redirects/)
    for (const path of ['inside', 'named', 'file'])
      expect(await why(`/products/${path}`)).toMatch(/^The page was refused/)
    expect(internet.connected.every(({ address }) => address === PUBLIC_ADDRESS)).toBe(true)
  })

  test('whose name changes to an address inside is refused from then on', async () => {
    shop({ '/products/a': productPage(BRAKE) })
    const source = open()
    await source.read(at('/products/a'), never)
    internet.names[SHOP] = () => ['127.0.0.1']
    expect(await why('/products/a', source)).toMatch(/not public/)
    let asked = 0
    // DNS rebinding: the connection goes to the address that was checked.
    internet.names[SHOP] = () => (asked++ % 2 === 0 ? [PUBLIC_ADDRESS] : ['127.0.0.1'])
    expect(await why('/products/a', source)).toBe('it was read')
    expect(internet.connected.every(({ address }) => address === PUBLIC_ADDRESS)).toBe(true)
  })

  test('with more addresses than anybody reads gives ten thousand of them', async () => {
    const many = Array.from({ length: 25_000 }, (_, n) => `/products/${n}`)
    shop({ '/sitemap.xml': sitemap(...many) })
    expect((await open().list(never)).length).toBe(10_000)
  })
})

test('settings that are not readable are named at the start', () => {
  for (const [name, value] of [
    ['RETAILER_PAGES', 'shop.example'],
    ['RETAILER_LINKS', 'products'],
    ['RETAILER_LIMIT', '0'],
    ['RETAILER_DELAY_MS', '10'],
    ['RETAILER_FIT', 'Audi S4'],
    ['RETAILER_SELECTORS', 'name=h1 > p'],
    ['RETAILER_SELECTORS', 'colour=h1'],
  ] as const)
    expect(() => readEnv({ [name]: value })).toThrow(name)
  expect(retailerSource({ env: readEnv({}), outside: internet.outside, now: Date.now })).toBeNull()
})

test('a page that is pinned by the operator may be inside', async () => {
  internet.sites['parts.lan'] = page(productPage(BRAKE))
  const source = open({
    RETAILER_PAGES: 'http://parts.lan/sitemap.xml',
    SHOP_HOSTS: 'parts.lan=http://10.0.0.5:8080',
  })
  expect(await source.read('http://parts.lan/products/a', never)).toMatchObject({
    unitCents: 5_840,
  })
  expect(internet.connected[0]?.address).toBe('10.0.0.5')
})
