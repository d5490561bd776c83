import { cleanup, render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { MemoryRouter, useLocation } from 'react-router-dom'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'

import type { PartAnswer, PartHistory, PartSummary } from '#shared/catalogue/part.ts'

import { until } from '#shared/testPatience.ts'
import { readPriceOrigins } from '../data/prices/priceOrigins.ts'
import { readBuild } from '../data/kits/open/builds.ts'
import { db } from '../data/device/db.ts'
import { openDevice } from '../data/device/device.ts'
import { readRecentBuilds } from '../data/kits/index/ownBuilds.ts'
import { MAX_PARTS } from '../data/prices/parts.ts'
import { readWatches } from '../data/prices/watches.ts'
import { useToasts } from '../ui/browser/toast.ts'
import { PartScreen } from './PartScreen.tsx'
import { aHistory, aMerchant, anOffer, aPart, DAY_MS } from './testParts.ts'
import { recorded } from '../testRecorded.ts'
import { json, stubFetch } from '../testApi.ts'

/** Data of the fake server; null when unreachable, a number for a status. */
let server: { part: PartAnswer; history: PartHistory } | number | null = null
let asked: string[] = []
/** Results of searches. */
let found: Record<string, PartSummary[]> = {}

const east = aMerchant('east')
const west = aMerchant('west', { historyAllowed: false })
const twoShops = () =>
  aPart(
    [east, west],
    [
      anOffer(east, { base: 979, shipping: 749, core: 500 }, { promo: '5% off' }),
      anOffer(west, { base: 1_149, shipping: 0, tax: 95 }, { promo: 'Prime' }),
    ],
  )

beforeEach(async () => {
  await openDevice()
  await Promise.all([db.rows.clear(), db.pending.clear(), db.parts.clear(), db.watches.clear()])
  useToasts.setState({ shown: null, next: null })
  asked = []
  found = {}
  server = { part: twoShops(), history: aHistory([1_500, 1_244]) }
  stubFetch(({ path }) => {
    asked.push(path)
    const { pathname, searchParams } = new URL(path, 'http://x')
    if (server !== null && pathname === '/api/parts') {
      return json(200, { parts: found[searchParams.get('q') ?? ''] ?? [], next: null })
    }
    const now = server
    if (now === null) return Promise.reject(new TypeError('no network'))
    if (typeof now !== 'number')
      return json(200, path.includes('/history') ? now.history : now.part)
    return json(now, { error: 'no', code: now === 404 ? 'not_found' : 'unexpected' })
  })
})

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

function open(address = '/product/LX%201006%2F1D', state: unknown = null) {
  const [pathname = '', search = ''] = address.split('?')
  render(
    <MemoryRouter
      initialEntries={['/list/abc123', { pathname, search: search && `?${search}`, state }]}
      initialIndex={1}
    >
      <PartScreen />
      <Address />
    </MemoryRouter>,
  )
}

function Address() {
  return <p data-testid="address">{useLocation().pathname}</p>
}

describe('the page of a part', () => {
  test('has the specified columns, the lowest total first and marked', async () => {
    open()
    await screen.findByRole('heading', { level: 1, name: 'Air filter' })
    expect(asked[0]).toBe('/api/parts/LX%201006%2F1D')
    expect(screen.getByText('(1,284 Ratings, 4.7 Average)')).toBeTruthy()
    const table = screen.getByRole('table')
    expect(
      within(table)
        .getAllByRole('columnheader')
        .map(({ textContent }) => textContent),
    ).toEqual([
      'Merchant',
      'Base Price',
      'Promo',
      'Shipping',
      'Tax',
      'Availability',
      'Total Price',
      'Action',
    ])
    const [, first, second] = within(table).getAllByRole('row')
    expect(first?.textContent).toMatch(
      /Shop westPrimeLowest total1 min ago\$11\.49—noneFREE\$0\.95/,
    )
    expect(first?.textContent).toContain('$12.44')
    // Its base price is lower, but its deposit counts.
    expect(second?.textContent).toMatch(
      /Shop east1 min ago\$9\.795% off\$7\.49—.*\$22\.28with \$5\.00 core/,
    )
    const buy = within(table).getByRole('link', { name: /^Buy Air filter at Shop east/ })
    expect(buy.getAttribute('target')).toBe('_blank')
    expect(buy.getAttribute('rel')).toContain('sponsored')
    expect(screen.getByText('Prices and availability are subject to change.')).toBeTruthy()
    await until(() => expect(document.title).toContain('Air filter'))
  })

  test('says how long a price stands, what was converted, and leaves other currencies out', async () => {
    const euro = aMerchant('euro', { maxAgeMs: 7 * DAY_MS })
    const converted = { currency: 'EUR', cents: 1_250, rate: 1.08, rateAt: Date.now() }
    server = {
      part: aPart([euro], [anOffer(euro, { base: 1_350 }, { converted })], {
        foreignPrices: [
          {
            merchantId: 'kr',
            merchant: 'Nordshop',
            currency: 'SEK',
            cents: 900,
            hasShipping: false,
            availability: 'In stock',
            buyLink: 'https://nord.example/1',
            asOf: Date.now() - 60_000,
          },
        ],
      }),
      history: aHistory([]),
    }
    open()
    const table = await screen.findByRole('table')
    expect(table.textContent).toMatch(/from EUR 12\.50 at 1\.08, \w{3} \d+/)
    expect(within(table).queryByText('Nordshop')).toBeNull()
    const others = within(screen.getByRole('region', { name: 'In other currencies' }))
    expect(others.getByText(/^SEK 9\.00/).textContent).toBe('SEK 9.00 + shipping')
    expect(others.getByText('Not compared with the prices in dollars, and in no sum.')).toBeTruthy()
    expect(
      screen.getByText(
        'A price stands for a week after its merchant said it; then it reads “was”. Prices over time are kept.',
      ),
    ).toBeTruthy()
  })

  test('never says that nobody has a price above one in another currency', async () => {
    const foreign = { merchantId: 'kr', merchant: 'Teilehaus', currency: 'EUR', cents: 1_250 }
    const rest = { hasShipping: false, availability: 'In stock', buyLink: '', asOf: Date.now() }
    server = {
      part: aPart([], [], { foreignPrices: [{ ...foreign, ...rest }] }),
      history: aHistory([]),
    }
    open()
    const prices = within(await screen.findByRole('region', { name: 'Prices' }))
    prices.getByText(/^EUR 12\.50/)
    prices.getByText('No merchant has a price in dollars for this part right now.')
  })

  test('draws prices over time, and names who lets none be kept', async () => {
    open()
    await screen.findByRole('img', { name: /over 90 days, from \$15\.00 to \$12\.44/ })
    expect(screen.getByText('17% lower')).toBeTruthy()
    expect(screen.getByText(/Without Shop west/)).toBeTruthy()
  })

  test('an offer older than its merchant allows is no price of today', async () => {
    const old = anOffer(west, { base: 100 }, { asOf: Date.now() - 3 * DAY_MS })
    server = { part: aPart([east, west], [anOffer(east, {}), old]), history: aHistory([]) }
    open()
    const [, first, second] = within(await screen.findByRole('table')).getAllByRole('row')
    expect(first?.textContent).toContain('Lowest total')
    expect(first?.textContent).toContain('Shop east')
    expect(second?.textContent).toContain('was $1.00')
    expect(second?.textContent).not.toContain('Lowest total')
  })

  describe('with offers that may not win', () => {
    const whole = anOffer(east, { base: 2_000, shipping: 500 })
    const mute = anOffer(west, { base: 100, shipping: null })
    const gone = anOffer(aMerchant('gone'), { base: 50 }, { availability: 'Out of stock' })
    const shops = [east, west, aMerchant('gone')]
    const rows = async () =>
      within(await screen.findByRole('table'))
        .getAllByRole('row')
        .slice(1)
        .map(({ textContent }) => textContent)

    test('marks the lowest total that somebody could pay today', async () => {
      server = { part: aPart(shops, [gone, mute, whole]), history: aHistory([]) }
      open()
      const [first, second, third] = await rows()
      expect(first).toMatch(/^Shop eastLowest total.*\$25\.00Buy/)
      expect(second).toMatch(/^Shop west1 min ago.*\$1\.00 \+ shippingBuy/)
      expect(third).toMatch(/^Shop gone1 min ago.*Out of stock\$0\.50Buy/)
      const best = screen.getByRole('region', { name: /^Lowest total and price history/ })
      expect(best.textContent).toContain('$25.00')
    })

    test('says what the best price leaves out where no shipping is known', async () => {
      server = { part: aPart(shops, [gone, mute]), history: aHistory([]) }
      open()
      expect((await rows())[0]).toMatch(/^Shop west1 min ago.*\$1\.00 \+ shippingBuy/)
      const best = screen.getByRole('region', { name: /^Lowest before shipping/ })
      expect(best.textContent).toContain('$1.00 + shipping')
      expect(screen.queryByText(/Lowest total|free shipping/i)).toBeNull()
    })

    test('calls nothing the lowest where nobody has it in stock', async () => {
      server = { part: aPart(shops, [gone]), history: aHistory([]) }
      open()
      expect(await rows()).toHaveLength(1)
      expect(screen.queryByText(/^Lowest/)).toBeNull()
    })

    test('tells no watch of a price that is none yet', async () => {
      server = { part: aPart(shops, [gone, mute]), history: aHistory([]) }
      open()
      await userEvent.click(await screen.findByRole('button', { name: 'Watch this price' }))
      expect((await screen.findByRole<HTMLInputElement>('textbox')).value).toBe('')
      await userEvent.type(screen.getByRole('textbox'), '12.44')
      await userEvent.click(screen.getByRole('button', { name: 'Watch' }))
      await screen.findByRole('button', { name: 'Watching for $12.44' })
      expect(screen.queryByText('Under your target')).toBeNull()
      expect(await readWatches()).toMatchObject([{ lowestCents: null, isUnder: false }])
    })

    test('waits for a part that nobody has in stock, and for no price of it', async () => {
      server = { part: aPart(shops, [gone]), history: aHistory([]) }
      open()
      await userEvent.click(await screen.findByRole('button', { name: 'Tell me when it is back' }))
      const isForStock = await screen.findByRole('checkbox', { name: /back in stock/ })
      expect((isForStock as HTMLInputElement).checked).toBe(true)
      await userEvent.click(screen.getByRole('button', { name: 'Watch' }))
      await screen.findByRole('button', { name: 'Watching for stock' })
      expect(await readWatches()).toMatchObject([
        { targetCents: null, isForStock: true, isUnder: false, isBack: false },
      ])
    })
  })

  describe('of a number that nobody has', () => {
    const near = (partNumber: string, brand: string): PartSummary => {
      const [part] = recorded<{ parts: [PartSummary] }>('GET /api/parts').parts
      return { ...part, id: brand, partNumber, brand, name: `${brand} filter`, lowestPrice: 4 }
    }

    test('offers the nearest numbers', async () => {
      server = 404
      found = { LX1006: [near('LX 1006/2', 'Far'), near('LX 1006/1C', 'Near')] }
      open()
      const list = await screen.findByRole('region', { name: 'Is it one of these?' })
      const links = within(list).getAllByRole('link')
      expect(links.map(({ textContent }) => textContent)).toEqual([
        'Near filterNear LX 1006/1C from $4.00 + shipping',
        'Far filterFar LX 1006/2 from $4.00 + shipping',
      ])
      expect(links[0]?.getAttribute('href')).toBe('/product/LX%201006%2F1C?brand=Near')
    })

    test('offers other brands of the number first', async () => {
      server = 404
      found = { LX10061D: [near('LX1006-1D', 'Other')], LX1006: [near('LX 1006/2', 'Far')] }
      open('/product/LX%201006%2F1D?brand=Tester')
      await screen.findByRole('link', { name: /Other filter/ })
      expect(screen.queryByRole('link', { name: /Far filter/ })).toBeNull()
    })

    test('is added to a kit by hand, also without signal', async () => {
      server = null
      open('/product/LX%201006%2F1D?brand=Tester')
      await userEvent.click(await screen.findByRole('button', { name: 'Add by hand to a kit' }))
      await until(async () => {
        const [build] = await readRecentBuilds(1)
        const [line] = build ? (await readBuild(build.kit.id, '')).kit.lines : []
        expect(line).toMatchObject({ manufacturer: 'Tester', partNumber: 'LX 1006/1D', qty: 1 })
      })
      expect(useToasts.getState().shown?.text).toBe('LX 1006/1D')
    })

    test('is looked for among what this device knows when there is no signal', async () => {
      open()
      await screen.findByRole('table')
      cleanup()
      server = null
      open('/product/LX1006-2')
      await screen.findByRole('heading', { name: 'Not on this device yet' })
      await screen.findByRole('link', { name: /Air filter/ })
    })
  })

  test('without signal shows the last known prices and how old they are', async () => {
    open()
    await screen.findByRole('table')
    cleanup()
    server = null
    open()
    await screen.findByText(/These are the prices this device last got, today at/)
    expect(screen.getByText(/^Saved today at/)).toBeTruthy()
    expect(screen.getAllByText('$12.44').length).toBeGreaterThan(0)
  })

  test('without signal does not say what merchants have right now', async () => {
    server = { part: aPart([east], []), history: aHistory([]) }
    open()
    await screen.findByText('No merchant has a price in dollars for this part right now.')
    cleanup()
    server = null
    open()
    await screen.findByText(
      /No merchant had a price in dollars when this device last asked, today at/,
    )
    expect(screen.queryByText(/right now|These are the prices/)).toBeNull()
  })

  test('says what is the matter when there is nothing to show', async () => {
    server = 404
    open()
    await screen.findByRole('heading', { name: 'Product Not Found' })
    expect(screen.getByText('LX 1006/1D')).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Back to Home' }).getAttribute('href')).toBe('/')
    cleanup()
    server = null
    open()
    await screen.findByRole('heading', { name: 'Not on this device yet' })
    cleanup()
    server = 500
    open()
    await screen.findByRole('heading', { name: 'Failed to load prices' })
    server = { part: twoShops(), history: aHistory([]) }
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
    await screen.findByRole('table')
  })

  test('an answer with a link that is none is not taken', async () => {
    const offer = anOffer(east, {}, { buyLink: 'javascript:alert(1)' })
    server = { part: aPart([east], [offer]), history: aHistory([]) }
    open()
    await screen.findByRole('heading', { name: 'Failed to load prices' })
  })

  test('lets choose where several brands have the number', async () => {
    const [part] = recorded<{ parts: [PartSummary] }>('GET /api/parts').parts
    const own = { ...part, partNumber: '2332', lowestPrice: 12.5 }
    const choices = ['One', 'Two'].map((brand) => ({
      ...own,
      id: brand,
      brand,
      name: `${brand} part`,
    }))
    server = { part: { choices }, history: aHistory([]) }
    open('/product/2332')
    const link = await screen.findByRole('link', { name: /Two part/ })
    expect(link.getAttribute('href')).toBe('/product/2332?brand=Two')
    expect(link.textContent).toContain('from $12.50')
  })

  test('goes back to the list it was opened from, else home', async () => {
    open('/product/LX1006', { from: '/list/abc123' })
    await userEvent.click(await screen.findByRole('link', { name: 'Back to Parts List' }))
    expect(screen.getByTestId('address').textContent).toBe('/list/abc123')
    cleanup()
    open()
    const back = await screen.findByRole('link', { name: 'Back to Parts List' })
    expect(back.getAttribute('href')).toBe('/')
  })

  test('demonstration data is marked, and leads nowhere', async () => {
    const demo = aMerchant('demo', { isDemo: true })
    const offer = anOffer(demo, {}, { isDemo: true, buyLink: '' })
    server = { part: aPart([demo], [offer], { isDemo: true }), history: aHistory([]) }
    open()
    await screen.findByText('Demonstration data.')
    expect(screen.queryByRole('link', { name: /^Buy/ })).toBeNull()
    const [button] = screen.getAllByRole('button', { name: 'Buy Air filter at Shop demo' })
    await userEvent.click(button!)
    expect(useToasts.getState().shown?.title).toBe('Nothing to buy here')
  })

  test('adds the part to a kit, with the price before shipping', async () => {
    open()
    await userEvent.click(await screen.findByRole('button', { name: 'Add to a kit' }))
    await until(async () => {
      const [build] = await readRecentBuilds(1)
      const [line] = build ? (await readBuild(build.kit.id, '')).kit.lines : []
      const what = { name: 'Air filter', manufacturer: 'Tester', partNumber: 'LX 1006/1D' }
      expect(line).toMatchObject({
        ...what,
        price: 1_149,
        qty: 1,
        link: 'https://west.example/part',
      })
    })
    await until(() => expect(useToasts.getState().shown?.title).toBe('Added to a new kit'))
    // Nobody typed the price, and the kit does not claim so.
    const [build] = await readRecentBuilds(1)
    const origins = await readPriceOrigins(await readBuild(build!.kit.id, ''))
    expect([...origins.values()]).toMatchObject([{ by: 'shop', merchant: expect.any(String) }])
  })

  test('watches a price, and says when an offer is under it', async () => {
    open()
    await userEvent.click(await screen.findByRole('button', { name: 'Watch this price' }))
    const field = await screen.findByRole('textbox')
    await userEvent.clear(field)
    await userEvent.type(field, 'cheap')
    await userEvent.click(screen.getByRole('button', { name: 'Watch' }))
    expect(screen.getByText(/Enter an amount in dollars/)).toBeTruthy()
    await userEvent.clear(field)
    await userEvent.type(field, '12.44')
    expect(screen.queryByText(/Enter an amount in dollars/)).toBeNull()
    await userEvent.click(screen.getByRole('button', { name: 'Watch' }))
    await screen.findByText('Under your target')
    expect(await readWatches()).toMatchObject([
      { targetCents: 1_244, lowestCents: 1_244, isUnder: true },
    ])
    await userEvent.click(screen.getByRole('button', { name: 'Watching for $12.44' }))
    await userEvent.click(screen.getByRole('button', { name: 'Stop watching' }))
    await screen.findByRole('button', { name: 'Watch this price' })
    expect(await readWatches()).toEqual([])
    useToasts.getState().shown?.action?.onPress()
    await screen.findByRole('button', { name: 'Watching for $12.44' })
  })

  test('keeps so many parts on the device and no more, but those that are watched', async () => {
    open()
    await screen.findByRole('table')
    const [row] = await db.parts.toArray()
    const rows = Array.from({ length: MAX_PARTS }, (_, at) => ({
      ...row!,
      key: `N${at} T`,
      number: `N${at}`,
      at,
    }))
    await db.parts.bulkPut(rows)
    await db.watches.put({ ...row!, p: 'u:x', key: 'N0 T', targetCents: 1 })
    cleanup()
    open('/product/LX1006%2F1D')
    await screen.findByText(/^Updated/)
    await until(async () => {
      expect(await db.parts.count()).toBeLessThanOrEqual(MAX_PARTS)
      expect(await db.parts.get('N0 T')).toBeTruthy()
      expect(await db.parts.get('N1 T')).toBeUndefined()
    })
  })
})
