/**
 * Sample parts, which a newcomer tries first, as the server of a fresh installation knows them and
 * as the app computes with them.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import type { Line } from '#shared/kinds/kit.ts'
import type { PartHistory, PartOffers } from '#shared/catalogue/part.ts'
import type { PartRow } from '../../app/data/device/db.ts'
import type { TestServer } from '../../sync-server/testServer.ts'

import { standOffers } from '#shared/catalogue/offer.ts'
import { SAMPLE_PARTS } from '#shared/catalogue/sampleParts.ts'
import { BUILT_IN_TASKS } from '#shared/kinds/builtInTasks.ts'
import { cheapestBasket } from '#shared/catalogue/baskets/cheapestBasket.ts'
import { kitProblem } from '#shared/catalogue/baskets/kitProblem.ts'
import { plantDemo } from '../../sync-server/demo/plantDemo.ts'
import { call } from '../../sync-server/testClient.ts'
import { startTestServer } from '../../sync-server/testServer.ts'

/** The demonstration's made-up data changes with the day. */
const DAYS = [Date.UTC(2026, 0, 1, 12), Date.UTC(2026, 5, 15, 12), Date.UTC(2027, 10, 30, 12)]

describe.each(DAYS)('on day %d', (now) => {
  let server: TestServer
  let offers: PartOffers
  beforeAll(async () => {
    server = await startTestServer({ now: () => now })
    await plantDemo(server.deps.db, now)
    const parts = SAMPLE_PARTS.map(({ partNumber, vendor }) => ({ partNumber, brand: vendor }))
    offers = (await call<PartOffers>(server, 'POST', '/api/parts/offers', { body: { parts } })).body
  })
  afterAll(() => server.close())

  const partOf = (at: number) => {
    const part = offers.parts[at]
    if (!part) throw new Error(`${SAMPLE_PARTS[at]?.name} is not in the catalogue`)
    return part
  }

  test.each(SAMPLE_PARTS.map((part, at) => ({ ...part, at })))(
    '$name of $vendor has an offer that can be paid, and a history',
    async ({ name, partNumber, vendor, at }) => {
      const part = partOf(at)
      expect(part.name).toBe(name)
      const [best] = standOffers(part.prices, offers.merchants, now)
      expect(best?.standing.mayWin).toBe(true)
      const path = `/api/parts/${encodeURIComponent(partNumber)}/history?brand=${encodeURIComponent(vendor)}`
      const { body } = await call<PartHistory>(server, 'GET', path)
      expect(Math.max(...body.merchants.map((each) => each.observations.length))).toBeGreaterThan(1)
    },
  )

  test.each(BUILT_IN_TASKS)('the samples of %s have a basket', (task) => {
    const lines = SAMPLE_PARTS.flatMap((part, at): Line[] => {
      const { name, vendor: manufacturer, partNumber, unitCents: price, quantity: qty } = part
      const line = { id: String(at), ord: '', name, manufacturer, partNumber, price, qty, link: '' }
      return part.task === task ? [line] : []
    })
    const rows = lines.map(({ id }): [string, PartRow] => {
      const about = { key: id, number: '', page: null, history: null, at: now }
      return [id, { ...partOf(Number(id)), ...about, merchants: offers.merchants }]
    })
    const options = { mostShops: null, locked: [], banned: [], owned: [] }
    const { problem, without } = kitProblem(lines, new Map(rows), options, now)
    expect(without).toEqual([])
    const basket = cheapestBasket(problem)
    expect(basket?.totalCents).toBeGreaterThan(0)
    expect(basket?.choice.every((place) => place >= 0)).toBe(true)
  })
})
