/** Foreign ids in a push or pull: nothing is read or changed. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import type { Op } from '#shared/sync/protocol.ts'
import type { TestServer } from '../testServer.ts'

import { newId } from '#shared/ids.ts'
import { kitScope, ownerScope } from '#shared/cells/limits.ts'
import { isStamp, nodeOf } from '#shared/cells/stamp.ts'
import { startTestServer, TestDevice } from '../testServer.ts'
import { storedRows } from './testRows.ts'

let server: TestServer
let victim: TestDevice
let kit: Op
let line: Op
beforeAll(async () => {
  server = await startTestServer()
  victim = new TestDevice(server.url)
  kit = victim.kit({ name: 'not yours', vin: 'WVWZZZ1JZ3W386752' })
  line = victim.line(kit.id, { name: 'not yours', status: 'need' })
  await victim.push(kit, line)
})
afterAll(async () => server.close())

const stored = () => storedRows(server.database.knex)

describe('of somebody else', () => {
  // T3
  test('no id, claim, cursor or stream gives or takes anything', async () => {
    const thief = new TestDevice(server.url)
    const before = await stored()
    const results = await thief.push(
      { ...kit, cells: thief.cells({ name: 'mine now', del: true }) },
      { ...line, kit: null, cells: thief.cells({ name: 'mine now' }) },
      thief.line(kit.id, { name: 'smuggled in' }),
      { ...thief.comment(kit.id, 'x'), kind: 'beaten' },
      { ...kit, kind: 'version', kit: kit.id, cells: thief.cells({ savedAt: 1 }) },
    )
    expect(results.map(({ err }) => err)).toEqual([
      'not_owner',
      'not_owner',
      'not_owner',
      'forbidden',
      'forbidden',
    ])
    const scopes = [ownerScope(victim.principal), 'o:', 'k:', 'x', '', '__proto__', 't']
    const cursors = Object.fromEntries(scopes.map((scope) => [scope, 0]))
    const { rows, cursors: read } = await thief.sync([], { cursors })
    expect([rows, read]).toEqual([[], {}])
    expect(await stored()).toEqual(before)
  })

  // T20
  test('stamps name no device, and link none of the kits somebody made without an account', async () => {
    const maker = new TestDevice(server.url)
    const kits = [maker.kit({ name: 'one' }), maker.kit({ name: 'two' })]
    await maker.push(...kits, ...kits.map(({ id }) => maker.line(id, { name: 'pads' })))
    const reader = new TestDevice(server.url)
    const nodes = []
    for (const { id } of kits) {
      const { rows } = await reader.sync([], { cursors: { [kitScope(id)]: 0 } })
      expect(rows).toHaveLength(2)
      const stamps = rows.flatMap((row) => Object.values(row.cells).map(([, stamp]) => stamp))
      expect(stamps.every(isStamp)).toBe(true)
      nodes.push(...new Set(stamps.map(nodeOf)))
    }
    expect(new Set(nodes).size).toBe(2)
    const [cell] = Object.values(kits[0]?.cells ?? {})
    expect(nodes).not.toContain(nodeOf(cell?.[1] ?? ''))
  })

  test('a live stream says nothing', async () => {
    const thief = new TestDevice(server.url)
    const ids = [victim.principal, `o:${victim.principal}`, '%00', '*', ',,,', 'x'.repeat(5_000)]
    for (const id of ids) {
      const left = new AbortController()
      const response = await fetch(
        `${server.url}/api/sync/live?kits=${encodeURIComponent(id)}&kits=${newId()}`,
        { headers: { 'X-Device-Key': thief.secret }, signal: left.signal },
      )
      expect(response.status).toBe(200)
      const reader = response.body?.getReader()
      const first = await reader?.read()
      expect(new TextDecoder().decode(first?.value)).toBe('{}\n')
      const [next] = await Promise.all([
        Promise.race([reader?.read(), new Promise((resolve) => setTimeout(resolve, 150, 'quiet'))]),
        victim.push({ ...line, cells: victim.cells({ qty: 7 }) }),
      ])
      expect(next).toBe('quiet')
      left.abort()
    }
  })

  test.each([
    '',
    'Bearer',
    'Bearer  ',
    'Basic eDp5',
    'Bearer \u00ff',
    `Bearer ${'x'.repeat(9_000)}`,
  ])('the credential %j opens nothing', async (authorization) => {
    for (const path of ['/api/sync/live', '/api/sync']) {
      const response = await fetch(server.url + path, {
        method: path.endsWith('live') ? 'GET' : 'POST',
        headers: authorization ? { Authorization: authorization } : {},
      })
      expect(response.status).toBe(401)
    }
  })
})
