/** Cost of calls that read, and of pages. */
import { expect, test } from 'vitest'

import { COSTS_OF_PAGES, COSTS_OF_ROUTES } from './costs.ts'
import {
  costsOf,
  database,
  leastDear,
  openGround,
  owner,
  send,
  testRoutes,
  times,
  tooDear,
} from './measureCosts.ts'
import { plantForeignKits } from './plantLargest.ts'

openGround()

testRoutes({ ...costsOf(true), ...COSTS_OF_PAGES })

// T19
test('a list of kits in hundreds of currencies costs no more than its row says', async () => {
  await plantForeignKits(database.knex, owner)
  const route = { method: 'GET', path: '/api/kits?limit=200' }
  const calls = times(4, () => () => send(route, { headers: {} }))
  const cost = COSTS_OF_ROUTES['GET /api/kits']
  expect(cost && (await leastDear(() => tooDear(cost, calls)))).toEqual([])
})
