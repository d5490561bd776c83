import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useEffect } from 'react'
import { MemoryRouter, useLocation, useNavigate } from 'react-router-dom'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'

import type { PartCounts, PartsPage, PartSummary } from '#shared/catalogue/part.ts'

import { db } from '../../data/device/db.ts'
import { openDevice } from '../../data/device/device.ts'
import { storeBuild } from '../../data/kits/open/testBuild.ts'
import { keepPart } from '../../data/prices/parts.ts'
import { setCells, settled } from '../../data/sync/write/writeQueue.ts'
import { useToasts } from '../../ui/browser/toast.ts'
import { aMerchant, anOffer, aPart } from '../testParts.ts'
import { FindScreen } from './FindScreen.tsx'
import { json, stubFetch } from '../../testApi.ts'

const AUDI = { year: 2008, make: 'Audi', model: 'S4' }
const CAR = 'year=2008&make=Audi&model=S4'

const FILTER: PartSummary = {
  id: '7',
  partNumber: 'OX 188D',
  brand: 'Mahler',
  name: 'Oil filter',
  category: 'Filters',
  image: '',
  isDemo: false,
  lowestPrice: 12.49,
  asOf: 1,
  merchant: 'Shop East',
  availability: 'In stock',
}
const COUNTS: PartCounts = {
  all: 1,
  isMore: false,
  inStock: 1,
  prices: [0, 1, 0, 0, 0, 0],
  brands: [{ brand: 'Mahler', count: 1 }],
  fits: null,
}
const pageOf = (parts: PartSummary[], changes: Partial<PartsPage> = {}): PartsPage => ({
  parts,
  next: null,
  counts: { ...COUNTS, all: parts.length },
  ...changes,
})

interface Call {
  query: URLSearchParams
  answer: (page: PartsPage | number | null) => void
  isEnded: () => boolean
}
let calls: Call[]
/** Automatic answers; null where a test answers by hand. */
let server: ((query: URLSearchParams) => PartsPage | number | null) | null

beforeEach(async () => {
  await openDevice()
  const tables = [db.rows, db.pending, db.parts, db.watches]
  await Promise.all(tables.map((table) => table.clear()))
  calls = []
  server = () => pageOf([FILTER])
  stubFetch(({ path, signal }) => {
    const { pathname, searchParams: query } = new URL(path, 'http://x')
    if (pathname !== '/api/parts') return Promise.reject(new TypeError('no network'))
    return new Promise<Response>((resolve, reject) => {
      const answer = (page: PartsPage | number | null) => {
        if (page === null) reject(new TypeError('no network'))
        else if (typeof page === 'number') resolve(json(page, { error: 'No', code: 'no' }))
        else resolve(json(200, page))
      }
      signal?.addEventListener('abort', () => reject(new DOMException('', 'AbortError')))
      calls.push({ query, answer, isEnded: () => signal?.aborted === true })
      if (server) answer(server(query))
    })
  })
})
afterEach(async () => {
  cleanup()
  await settled()
  vi.unstubAllGlobals()
})

let address = ''
let goBack = () => {}
function Address() {
  const { pathname, search } = useLocation()
  const navigate = useNavigate()
  useEffect(() => {
    address = pathname + search
    goBack = () => void navigate(-1)
  })
  return null
}

/** Unique query per test: results are cached for back navigation. */
const open = (query = '') =>
  render(
    <MemoryRouter
      // As in the app: an address renders as a transition.
      initialEntries={[`/parts${query && `?${query}`}`]}
    >
      <FindScreen />
      <Address />
    </MemoryRouter>,
  )
const field = () => screen.getByRole('searchbox', { name: 'Search parts' })
const rows = async () =>
  within(await screen.findByRole('list', { name: 'Parts found' })).getAllByRole('listitem')
const press = (name: string | RegExp) => userEvent.click(screen.getByRole('button', { name }))

async function knowAPart(changes: Parameters<typeof aPart>[2] = {}) {
  const shop = aMerchant('east')
  return keepPart(aPart([shop], [anOffer(shop, { base: 979 })], changes), null)
}

describe('before any search', () => {
  test('own vehicles and the known tasks are where one may begin, and nobody is asked', async () => {
    const { kitId } = await storeBuild({ name: 'Rags' })
    setCells('kit', kitId, kitId, { vehicle: AUDI })
    await settled()
    open()
    const vehicles = await screen.findByRole('region', { name: 'Your vehicles' })
    const tasks = screen.getByRole('region', { name: 'Tasks' })
    expect(within(tasks).getByRole('button', { name: 'Oil Change' })).toBeTruthy()
    expect(calls).toEqual([])
    await userEvent.click(within(vehicles).getByRole('button', { name: '2008 Audi S4' }))
    await rows()
    expect(address).toBe(`/parts?${CAR}`)
    expect(document.title).toBe('Parts for 2008 Audi S4 · Wrenchlist')
  })
})

describe('a search', () => {
  test('says of each part what it is, from whom it costs how much, and leads to its page', async () => {
    server = () =>
      pageOf([
        FILTER,
        { ...FILTER, id: '8', name: 'Other', isBeforeShipping: true, availability: '' },
        { ...FILTER, id: '9', name: 'Gone', lowestPrice: null, availability: 'Out of stock' },
      ])
    open('q=shown')
    const [first, second, third] = await rows()
    expect(first?.textContent).toBe('Oil filterMahler OX 188Dfrom $12.49at Shop EastIn stockAdd')
    expect(second?.textContent).toContain('from $12.49 + shippingat Shop East')
    expect(third?.textContent).toContain('Sold out')
    expect(
      within(first as HTMLElement)
        .getByRole('link')
        .getAttribute('href'),
    ).toBe('/product/OX%20188D?brand=Mahler')
    expect(screen.getByText('3 parts')).toBe(screen.getByRole('status'))
  })

  test('is in the address as it is typed, and one step of the way back', async () => {
    open()
    await userEvent.type(field(), 'typed filter')
    // A slow typist's partial text has been searched before.
    await waitFor(() => expect(address).toBe('/parts?q=typed+filter'))
    await rows()
    await userEvent.type(field(), ' long')
    await waitFor(() => expect(address).toBe('/parts?q=typed+filter+long'))
    goBack()
    await waitFor(() => expect(address).toBe('/parts'))
    await waitFor(() => expect(field()).toHaveProperty('value', ''))
  })

  test('that is newer ends the one before, whose answer is never shown', async () => {
    server = null
    open('q=slow')
    await waitFor(() => expect(calls).toHaveLength(1))
    // As one change: slow typing searches letter by letter.
    fireEvent.change(field(), { target: { value: 'slower' } })
    await waitFor(() => expect(calls).toHaveLength(2))
    expect(calls[0]?.isEnded()).toBe(true)
    calls[1]?.answer(pageOf([{ ...FILTER, name: 'Newer' }]))
    await screen.findByText('Newer')
    calls[0]?.answer(pageOf([{ ...FILTER, name: 'Older' }]))
    await new Promise((resolve) => setTimeout(resolve, 50))
    expect(screen.queryByText('Older')).toBeNull()
  })

  test('goes on with more of it, a part once', async () => {
    const second = { ...FILTER, id: '8', name: 'Second' }
    server = (query) =>
      query.get('after') === 'key' ? pageOf([FILTER, second]) : pageOf([FILTER], { next: 'key' })
    open('q=more')
    await rows()
    await press('Show more')
    await screen.findByText('Second')
    expect(await rows()).toHaveLength(2)
    expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull()
  })

  test('of very many says that there are more', async () => {
    server = () => pageOf([FILTER], { counts: { ...COUNTS, all: 1_000, isMore: true }, next: '1' })
    open('q=very many')
    expect(await screen.findByText('1,000+ parts')).toBeTruthy()
  })
})

describe('what may be narrowed to', () => {
  test('is kept where it is pressed before the words that were typed are in the address', async () => {
    server = () => pageOf([FILTER])
    open(CAR)
    const brand = await screen.findByRole('checkbox', { name: /Mahler/ })
    vi.useFakeTimers()
    // No render in between, as on a busy screen.
    act(() => {
      fireEvent.change(field(), { target: { value: 'early' } })
    })
    act(() => {
      fireEvent.click(brand)
      vi.advanceTimersByTime(300)
    })
    vi.useRealTimers()
    await waitFor(() => expect(address).toBe(`/parts?q=early&${CAR}&brand=Mahler`))
  })

  test('says how many it leaves, and is in the address', async () => {
    server = () =>
      pageOf([FILTER], {
        counts: {
          ...COUNTS,
          brands: [
            { brand: 'Mahler', count: 4 },
            { brand: 'Corvane', count: 2 },
          ],
          fits: { fitting: 3, isMoreFitting: false, any: 1_000, isMoreAny: true },
        },
      })
    open(`q=narrow&${CAR}`)
    await rows()
    await userEvent.click(screen.getByRole('checkbox', { name: 'Corvane 2' }))
    await waitFor(() => expect(address).toBe(`/parts?q=narrow&${CAR}&brand=Corvane`))
    await userEvent.click(screen.getByRole('checkbox', { name: 'In stock 1' }))
    await userEvent.click(screen.getByRole('radio', { name: '$10 to $25 1' }))
    await userEvent.click(screen.getByRole('radio', { name: 'Any car 1,000+' }))
    const all = `/parts?q=narrow&${CAR}&fit=any&brand=Corvane&min=10&max=25&stock=yes`
    await waitFor(() => expect(address).toBe(all))
    expect(calls.at(-1)?.query.toString()).toBe(`${all.slice('/parts?'.length)}&counts=yes`)
    goBack()
    await waitFor(() => expect(address).not.toContain('fit=any'))
    expect(screen.getByRole('radio', { name: 'Fits 2008 Audi S4 3' })).toHaveProperty(
      'checked',
      true,
    )
  })

  test('a vehicle and a task can be taken away', async () => {
    open(`task=Oil+Change&${CAR}`)
    await rows()
    await press('Clear vehicle')
    await waitFor(() => expect(address).toBe('/parts?task=Oil+Change'))
    await press('Clear task')
    await waitFor(() => expect(address).toBe('/parts'))
  })
})

describe('nothing found', () => {
  test('says what may help, and the part can be added by hand', async () => {
    server = () => pageOf([])
    await storeBuild({ name: 'Rags' })
    await settled()
    open(`q=hu+719%2F7x&${CAR}&brand=Corvane`)
    await screen.findByText('No part has all of this')
    await userEvent.click(await screen.findByRole('button', { name: /Add “hu 719\/7x” by hand/ }))
    await waitFor(async () => {
      const lines = await db.pending.toArray()
      expect(lines.map(({ cells }) => cells['partNumber']?.[0])).toContain('hu 719/7x')
    })
    await press('Any brand, price and stock')
    await waitFor(() => expect(address).toBe(`/parts?q=hu+719%2F7x&${CAR}`))
    await press('Not only for 2008 Audi S4')
    await waitFor(() => expect(address).toBe(`/parts?q=hu+719%2F7x&${CAR}&fit=any`))
  })

  test('among the first of very many leads further', async () => {
    server = (query) => (query.get('after') ? pageOf([FILTER]) : pageOf([], { next: '9' }))
    open('q=further')
    await screen.findByText('None of the first that were looked through')
    await press('Look further')
    await rows()
  })
})

describe('without an answer', () => {
  test('what this device knows is found, by the same rules, and it says so', async () => {
    await knowAPart({ fits: [{ make: 'Audi', model: 'S4', yearFrom: 2004, yearTo: 2008 }] })
    await knowAPart({ partNumber: 'X 2', brand: 'Other', name: 'Air filter, long' })
    server = () => null
    open('q=filters')
    await screen.findByText('Only parts this device knows; connect to search all.')
    expect(await rows()).toHaveLength(2)
    expect(screen.getByText('2 parts on this device')).toBeTruthy()
    await userEvent.click(screen.getByRole('checkbox', { name: 'Other 1' }))
    await waitFor(async () => expect(await rows()).toHaveLength(1))
    expect((await rows())[0]?.textContent).toContain('from $9.79at Shop east')
    cleanup()
    open(`q=lx10061d&${CAR}`)
    expect(await rows()).toHaveLength(1)
  })

  test('it is asked again, what was typed stays, and a late answer takes its place', async () => {
    server = () => 500
    open('q=again')
    await screen.findByText(/The catalogue did not answer/)
    expect(field()).toHaveProperty('value', 'again')
    server = () => pageOf([FILTER])
    await press('Try again')
    await rows()
    expect(screen.queryByText(/did not answer/)).toBeNull()
  })

  test('somebody who asks too much is told to wait', async () => {
    server = () => 429
    open('q=too much')
    await screen.findByText(/Too many searches at once/)
  })
})

test('a part goes into the kit one was last working on', async () => {
  const { kitId } = await storeBuild({ name: 'Rags' })
  setCells('kit', kitId, kitId, { name: 'S4 service' })
  await settled()
  open('q=added')
  await rows()
  await userEvent.click(await screen.findByRole('button', { name: 'Add Oil filter to S4 service' }))
  await waitFor(() => expect(useToasts.getState().shown?.title).toBe('Added to S4 service'))
  const lines = await db.pending.toArray()
  const added = lines.find(({ cells }) => cells['partNumber']?.[0] === 'OX 188D')
  expect(added?.cells['manufacturer']?.[0]).toBe('Mahler')
})

test('a part that is pressed twice goes into one new kit once, and the next one beside it', async () => {
  await db.pending.clear()
  server = () => pageOf([FILTER, { ...FILTER, id: '99', name: 'Hub', partNumber: 'HUB 1' }])
  open('q=twice')
  await rows()
  await userEvent.dblClick(await screen.findByRole('button', { name: /^Add Oil filter/ }))
  await userEvent.click(screen.getByRole('button', { name: /^Add Hub/ }))
  const added = async () => (await db.pending.toArray()).filter(({ kind }) => kind === 'line')
  await waitFor(async () => expect(await added()).toHaveLength(2))
  await settled()
  const lines = await added()
  expect(new Set(lines.map(({ cells }) => cells['name']?.[0]))).toEqual(
    new Set(['Hub', 'Oil filter']),
  )
  expect(new Set(lines.map(({ kit }) => kit)).size).toBe(1)
})
