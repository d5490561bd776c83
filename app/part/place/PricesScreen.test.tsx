import { cleanup, render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'

import type { PartSummary } from '#shared/catalogue/part.ts'

import { db } from '../../device/db.ts'
import { openDevice } from '../../device/device.ts'
import { settled } from '../../sync/write/pump.ts'
import { storeBuild } from '../../kits/open/testBuild.ts'
import { keepPart } from '../../prices/parts.ts'
import { watchPrice } from '../../prices/watches.ts'
import { aMerchant, anOffer, aPart } from '../testParts.ts'
import { PricesScreen } from './PricesScreen.tsx'

const FOUND: PartSummary = {
  id: '7',
  partNumber: 'OX 188D',
  brand: 'Mahler',
  name: 'Oil filter',
  category: 'Filters',
  image: '',
  isDemo: false,
  lowestPrice: 11.49,
  asOf: 1,
}

/** Pages of what a search finds, by `after`; null when nobody answers. */
let server: Record<string, { parts: PartSummary[]; next: string | null }> | null
let asked: string[]

beforeEach(async () => {
  await openDevice()
  const tables = [db.rows, db.pending, db.parts, db.watches]
  await Promise.all(tables.map((table) => table.clear()))
  asked = []
  server = {}
  vi.stubGlobal('fetch', (path: string) => {
    asked.push(path)
    const page = server?.[new URL(path, 'http://x').searchParams.get('after') ?? '']
    return page ? Promise.resolve(Response.json(page)) : Promise.reject(new TypeError('no network'))
  })
})
afterEach(async () => {
  cleanup()
  await settled()
  vi.unstubAllGlobals()
})

const open = (search = '') =>
  render(
    <MemoryRouter initialEntries={[`/prices${search}`]}>
      <PricesScreen />
    </MemoryRouter>,
  )
const links = (name: string) =>
  within(screen.getByRole('list', { name })).getAllByRole<HTMLAnchorElement>('link')
const inList = async (name: string) => {
  await screen.findByRole('list', { name })
  return links(name).map((link) => [link.textContent, link.getAttribute('href')])
}

async function knowAPart() {
  const shop = aMerchant('east')
  return keepPart(aPart([shop], [anOffer(shop, { base: 979 })]), null)
}

describe('a search', () => {
  test('leads to the prices of what the catalogue has, a page after the other', async () => {
    const second = { ...FOUND, id: '8', name: 'Oil filter, long' }
    server = { '': { parts: [FOUND], next: '7' }, '7': { parts: [second], next: null } }
    open()
    await userEvent.type(
      screen.getByRole('searchbox', { name: 'Search parts' }),
      'ox filter{Enter}',
    )
    expect(await inList('Parts found')).toEqual([
      ['Oil filterMahler OX 188D from $11.49', '/product/OX%20188D?brand=Mahler'],
    ])
    expect(asked).toEqual(['/api/parts?q=ox+filter'])
    await userEvent.click(screen.getByRole('button', { name: 'Show more' }))
    await screen.findByText('Oil filter, long')
    expect(links('Parts found')).toHaveLength(2)
    expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull()
  })

  test('without an answer finds what this device has seen, and says so', async () => {
    const { name, partNumber } = await knowAPart()
    server = null
    open(`?q=${encodeURIComponent(partNumber)}`)
    await screen.findByText('No answer from the catalogue')
    expect((await inList('Parts found'))[0]?.[0]).toContain(name)
    server = { '': { parts: [FOUND], next: null } }
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
    await screen.findByText('from $11.49')
    expect(screen.queryByText('No answer from the catalogue')).toBeNull()
  })

  test('that finds nothing says what to try', async () => {
    server = { '': { parts: [], next: null } }
    open('?q=zzz')
    await screen.findByText('No part has all these words')
  })
})

describe('what this device knows', () => {
  test('is nothing at first, and there is a word on it', async () => {
    open()
    await screen.findByText('No prices on this device yet')
  })

  test('are prices one waits for, baskets of one’s kits, and parts that were looked at', async () => {
    const part = await knowAPart()
    await watchPrice(part, 2_000)
    const kit = await storeBuild({ name: 'Oil filter', partNumber: 'OX 188D' }, { name: 'Rags' })
    await storeBuild({ name: 'Without a number' })
    await settled()
    open()
    const [watched] = await inList('Watched prices')
    expect(watched?.[0]).toMatch(/Waiting for \$20\.00Under your target\$\d/)
    expect(await inList('Cheapest basket')).toEqual([
      ['Untitled draft1 part with a number', `/basket/${kit.buildId}`],
    ])
    expect((await inList('Looked at lately'))[0]?.[0]).toContain(part.name)
  })
})
