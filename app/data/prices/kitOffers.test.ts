import type { Line } from '#shared/kinds/kit.ts'

import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { openDevice } from '../device/device.ts'
import { askKitOffers } from './kitOffers.ts'

const lines = Array.from({ length: 5 }, (_, n): Line => ({
  id: `line ${n}`,
  ord: `a${n}`,
  name: 'Part',
  manufacturer: '',
  partNumber: `N ${n}`,
  price: null,
  qty: 1,
  link: '',
}))

let asked: string[][]
/** Parts that fit in one answer. */
let room: number
beforeEach(async () => {
  await openDevice()
  asked = []
  vi.stubGlobal('fetch', async (_path: string, init: RequestInit) => {
    const { parts } = JSON.parse(init.body as string) as { parts: { partNumber: string }[] }
    asked.push(parts.map(({ partNumber }) => partNumber))
    return Response.json({ parts: parts.slice(0, room).map(() => null), merchants: [] })
  })
})
afterEach(() => vi.unstubAllGlobals())

test('asks again for the lines that an answer had no room for', async () => {
  room = 2
  await askKitOffers(lines)
  expect(asked).toEqual([['N 0', 'N 1', 'N 2', 'N 3', 'N 4'], ['N 2', 'N 3', 'N 4'], ['N 4']])
})

test('what was answered lately is asked for again only by who waits for it', async () => {
  const [first] = lines.map((line) => ({ ...line, partNumber: `${line.partNumber} lately` }))
  const other = { ...first!, id: 'other', partNumber: 'ANOTHER' }
  room = 9
  await askKitOffers([first!], { isAgain: false })
  await askKitOffers([first!], { isAgain: false })
  await askKitOffers([first!, other], { isAgain: false })
  await askKitOffers([first!])
  expect(asked).toEqual([['N 0 lately'], ['ANOTHER'], ['N 0 lately']])
})

test('ends with an answer that says nothing', async () => {
  room = 0
  await askKitOffers(lines)
  expect(asked).toHaveLength(1)
})
