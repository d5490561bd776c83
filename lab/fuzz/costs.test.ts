/** Cost of calls that write, for every route and kind: a new one has no row, and fails. */
import { ALL_KINDS } from '#shared/kinds/schema.ts'
import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'

import type { Feed } from '#shared/catalogue/feed.ts'
import type { Job } from '#shared/catalogue/job.ts'

import { isOver } from '#shared/catalogue/job.ts'
import { encodeRequest } from '#shared/sync/protocol.ts'

import { registerAccount, TestDevice } from '../../sync-server/testServer.ts'
import { costRows, COSTS_OF_KINDS, COSTS_OF_ROUTES, MOST_TURN_UNITS } from './costs.ts'
import { largestOp, nameOf, widestFeed } from './largest.ts'
import {
  admin,
  AT_ONCE,
  costsOf,
  database,
  leastDear,
  leastTurn,
  openGround,
  send,
  server,
  testRoutes,
  times,
  tooDear,
} from './measureCosts.ts'

const FEED_ROWS = 3_000

openGround()

describe('the table of costs', () => {
  test('has a row for every route and every kind, and none for others', () => {
    expect(Object.keys(COSTS_OF_ROUTES).toSorted()).toEqual(server.routes.map(nameOf).toSorted())
    expect(Object.keys(COSTS_OF_KINDS).toSorted()).toEqual(ALL_KINDS.toSorted())
  })

  test('is what docs/threats.md shows', () => {
    const [, table = ''] = readFileSync('docs/threats.md', 'utf8').split('## What a call may cost')
    const rows = table
      .split('\n')
      .filter((line) => line.startsWith('|'))
      .map((line) =>
        line
          .slice(1, -1)
          .split('|')
          .map((cell) => cell.trim()),
      )
    expect(rows.slice(2)).toEqual(costRows())
  })
})

testRoutes(costsOf(false))

test('a full log of services that are overdue holds up neither others nor their news', async () => {
  const { knex } = database
  await knex.raw(`update log_entries set cells = jsonb_set(cells, '{day,0}', '"2020-01-01"')`)
  const headers = { Authorization: `Bearer ${admin.token}` }
  type Round = { failures: string } | undefined
  let round: Round
  const turnUnits = await leastTurn(async () => {
    await knex('notifications').delete()
    await knex('server_state').where({ key: 'services' }).delete()
    await knex('rounds').delete()
    round = undefined
    await server.turnUnits()
    await send({ method: 'POST', path: '/api/admin/rounds/notifications' }, { headers })
    while (!round) round = await knex('rounds').where({ name: 'notifications' }).first<Round>()
    return server.turnUnits()
  })
  expect(turnUnits).toBeLessThan(MOST_TURN_UNITS)
  const waiting = knex('notifications').where({ done_at: null }).count<{ count: string }[]>()
  expect(await waiting).toEqual([{ count: '200' }])
  expect(round).toMatchObject({ failures: '0' })
})

test('a file of the longest rows holds up nobody, looked at and imported', async () => {
  const headers = { Authorization: `Bearer ${admin.token}`, 'Content-Type': 'text/csv' }
  const ask = async <Answer>(method: string, path: string, body?: string) => {
    const answer = await fetch(server.url + path, { method, headers, ...(body && { body }) })
    return (await answer.json()) as Answer
  }
  const feeds = '/api/admin/feeds'
  const turnUnits = await leastTurn(async () => {
    await server.turnUnits()
    let feed = await ask<Feed>('POST', feeds, widestFeed(FEED_ROWS))
    while (feed.state === 'reading') feed = await ask<Feed>('GET', `${feeds}/${feed.id}`)
    expect(feed).toMatchObject({ state: 'waiting', accepted: FEED_ROWS })
    const lookedAt = await server.turnUnits()
    let job = await ask<Job>('POST', `${feeds}/${feed.id}/import`)
    while (!job.state || !isOver(job)) job = await ask<Job>('GET', `/api/admin/jobs/${job.id}`)
    expect(job).toMatchObject({ state: 'done', saved: FEED_ROWS })
    return Math.max(lookedAt, await server.turnUnits())
  })
  expect(turnUnits).toBeLessThan(MOST_TURN_UNITS)
})

test.each(Object.entries(COSTS_OF_KINDS))(
  'a %s in a push costs no more than its row says, alone and 50 at once',
  async (kind, cost) => {
    const sender = new TestDevice(server.url, await registerAccount(server))
    const kit = sender.kit({ name: 'Of its own' })
    await sender.push(kit)
    const route = { method: 'POST', path: '/api/sync' }
    const { principal, node, authorization: headers } = sender
    const calls = times(AT_ONCE, (n) => () => {
      const op = largestOp(kind, sender, kit.id)
      const spoilt = { ...op, cells: sender.cells({ nonsense: 1 }) }
      const ops = [n % 2 === 1 ? spoilt : op]
      const cursors = { [`o:${principal}`]: 1_000_000 }
      return send(route, { body: encodeRequest({ principal, node, ops, cursors }), headers })
    })
    for (const [n, call] of calls.slice(0, 2).entries()) {
      const isStoring = n === 0 && kind !== 'beaten'
      expect(await leastDear(() => tooDear(cost, [call], { isStoring }))).toEqual([])
    }
    expect(await leastDear(() => tooDear(cost, calls))).toEqual([])
  },
)
