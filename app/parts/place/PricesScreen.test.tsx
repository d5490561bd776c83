import { cleanup, render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useEffect } from 'react'
import { MemoryRouter, Route, Routes, useLocation } from 'react-router-dom'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'

import { db } from '../../data/device/db.ts'
import { openDevice } from '../../data/device/device.ts'
import { settled } from '../../data/sync/write/writeQueue.ts'
import { storeBuild } from '../../data/kits/open/testBuild.ts'
import { keepPart } from '../../data/prices/parts.ts'
import { watchPart } from '../../data/prices/watches.ts'
import { aMerchant, anOffer, aPart } from '../testParts.ts'
import { PricesScreen } from './PricesScreen.tsx'

beforeEach(async () => {
  await openDevice()
  const tables = [db.rows, db.pending, db.parts, db.watches]
  await Promise.all(tables.map((table) => table.clear()))
})
afterEach(async () => {
  cleanup()
  await settled()
})

let address = ''
function Address() {
  const { pathname, search } = useLocation()
  useEffect(() => {
    address = pathname + search
  })
  return null
}

const open = (search = '') =>
  render(
    <MemoryRouter initialEntries={[`/prices${search}`]}>
      <Routes>
        <Route path="/prices" element={<PricesScreen />} />
        <Route path="*" element={null} />
      </Routes>
      <Address />
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

test('a search leads to what is found, also from an address of before', async () => {
  open()
  await userEvent.type(screen.getByRole('searchbox', { name: 'Search parts' }), 'ox filter{Enter}')
  expect(address).toBe('/parts?q=ox+filter')
  cleanup()
  open('?q=lx%201006')
  expect(address).toBe('/parts?q=lx+1006')
})

describe('what this device knows', () => {
  test('is nothing at first, and there is a word on it', async () => {
    open()
    await screen.findByText('No prices on this device yet')
  })

  test('are prices one waits for, baskets of one’s kits, and parts that were looked at', async () => {
    const part = await knowAPart()
    await watchPart(part, 2_000)
    const kit = await storeBuild({ name: 'Oil filter', partNumber: 'OX 188D' }, { name: 'Rags' })
    await storeBuild({ name: 'Without a number' })
    await settled()
    open()
    const [watched] = await inList('Watched prices')
    expect(watched?.[0]).toMatch(/Waiting for \$20\.00Under your target\$\d/)
    expect(await inList('Cheapest basket')).toEqual([
      ['Oil filter and 1 more1 part with a number', `/basket/${kit.buildId}`],
    ])
    expect((await inList('Looked at lately'))[0]?.[0]).toContain(part.name)
  })
})
