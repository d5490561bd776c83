/** Tombstones have a limited cost for a kit and its readers. */
import { afterAll, beforeAll, expect, test } from 'vitest'

import type { TestServer } from '../testServer.ts'

import { kitScope } from '#shared/cells/limits.ts'
import { encodeRequest } from '#shared/sync/protocol.ts'
import { startTestServer, TestDevice } from '../testServer.ts'
import { MAX_DEAD_BYTES, MAX_DEAD_ROWS } from './deadRows.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const kept = async (table: string, kitId: string): Promise<{ rows: number; bytes: number }> => {
  const { rows } = await server.database.knex.raw<{ rows: { rows: number; bytes: number }[] }>(
    `select count(*)::integer as rows, coalesce(sum(octet_length(cells::text)), 0)::integer as bytes
     from ${table} where kit_id = ?`,
    [kitId],
  )
  return rows[0] ?? { rows: 0, bytes: 0 }
}

const idsIn = async (table: string, kitId: string): Promise<string[]> =>
  server.database.knex(table).where('kit_id', kitId).pluck('id')

/** A row and its deletion in one push: it never counts as alive. */
const dead = (device: TestDevice, kind: 'line' | 'step', kit: string, text: string) => {
  const op = device[kind](kit, kind === 'line' ? { name: text } : { text })
  return { ...op, cells: { ...op.cells, ...device.cells({ del: true }) } }
}

test.each([
  ['line', 'lines', 190],
  ['step', 'steps', 2_000],
  // T15
] as const)('a hoarder of deleted %ss ends with a bounded kit', async (kind, table, length) => {
  const device = new TestDevice(server.url)
  const kit = device.kit()
  const living = device.line(kit.id, { name: 'Brake pad' })
  await device.push(kit, living)
  const scope = kitScope(kit.id)
  const early = new TestDevice(server.url)
  early.cursors = { [scope]: 0 }
  await early.sync()
  const ids: string[] = []
  for (let batch = 0; batch < 12; batch++) {
    const ops = Array.from({ length: 200 }, () => dead(device, kind, kit.id, 'x'.repeat(length)))
    ids.push(...ops.map(({ id }) => id))
    expect((await device.push(...ops)).filter((result) => !result.ok)).toEqual([])
  }
  const { rows, bytes } = await kept(table, kit.id)
  expect(rows).toBeLessThanOrEqual(MAX_DEAD_ROWS + 1)
  expect(bytes).toBeLessThanOrEqual(MAX_DEAD_BYTES + 1_000)
  expect(await idsIn(table, kit.id)).toEqual(expect.arrayContaining(ids.slice(-200)))

  // A reader from before the purge is reset.
  expect((await early.sync()).reset).toEqual([scope])
  const friend = new TestDevice(server.url)
  friend.cursors = { [scope]: 0 }
  const told = (await friend.sync()).rows.filter((row) => row.cells['del']?.[0] === true)
  expect(told.length).toBeGreaterThan(0)
  // Tombstones are delivered without their content.
  expect(new Set(told.flatMap((row) => Object.keys(row.cells)))).toEqual(new Set(['del']))
  const shown = await friend.call('GET', `/api/kits/${kit.id}`)
  const text = await shown.text()
  expect(JSON.parse(text)).toMatchObject({ parts: [{ name: 'Brake pad' }] })
  expect(text.length).toBeLessThan(2_000)
})

test('values that two devices overwrite in turn are kept up to a number', async () => {
  const one = new TestDevice(server.url)
  const kit = one.kit({ name: '0' })
  await one.push(kit)
  // A copied profile: same key, another node, never pulls.
  const other = new TestDevice(server.url)
  for (let turn = 1; turn <= 520; turn++) {
    const { principal } = one
    const typist = turn % 2 ? other : one
    const cells = typist.cells({ name: String(turn) }, Date.now() + turn)
    const ops = [{ kind: 'kit' as const, id: kit.id, kit: null, cells }]
    const response = await one.post(
      '/api/sync',
      encodeRequest({ principal, node: typist.node, ops, cursors: {} }),
    )
    expect(response.status).toBe(200)
  }
  const { rows } = await server.database.knex.raw<{ rows: { value: string }[] }>(
    `select cells->'value'->>0 as value from beaten where kit_id = ? order by owner_ver`,
    [kit.id],
  )
  // The oldest were purged: the last was beaten by '520'.
  expect(rows.map(({ value }) => Number(value))).toEqual(
    Array.from({ length: 500 }, (_, nth) => nth + 20),
  )
})

test('a deleted line that was edited elsewhere comes back as it was', async () => {
  const device = new TestDevice(server.url)
  const kit = device.kit()
  const line = device.line(kit.id, { name: 'Brake pad', price: 1_999 })
  await device.push(kit, line)
  const edit = (values: Record<string, unknown>) => ({ ...line, cells: device.cells(values) })
  await device.push(edit({ del: true }))
  await device.push(edit({ qty: 2 }))
  const { parts } = (await (await device.call('GET', `/api/kits/${kit.id}`)).json()) as {
    parts: unknown[]
  }
  expect(parts).toMatchObject([{ name: 'Brake pad', unitPrice: '19.99', quantity: 2 }])
})
