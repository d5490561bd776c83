/** Revival of deleted lines for other readers, and ownership of collected kits. */
import { afterAll, beforeAll, expect, test } from 'vitest'

import type { TestServer } from '../testServer.ts'

import { textIn } from '#shared/cells/cells.ts'
import { up } from '../db/migrations/017_revived.ts'
import { collect } from '../housekeeping/collection.ts'
import { registerAccount, startTestServer, TestDevice } from '../testServer.ts'

const DAY_MS = 24 * 3_600_000
let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

async function namesIn(buildId: string): Promise<unknown> {
  const answer = await fetch(`${server.url}/api/lists/${buildId}`)
  return ((await answer.json()) as { parts: { name: string }[] }).parts.map(({ name }) => name)
}

test('a deleted line is not shown again because it was moved or ticked, but when somebody types', async () => {
  const phone = new TestDevice(server.url)
  const kit = phone.kit({ name: 'Brakes' })
  const line = phone.line(kit.id, { name: 'Pads' })
  const pads = (values: Record<string, unknown>) => ({
    ...line,
    kit: null,
    cells: phone.cells(values),
  })
  await phone.push(kit, line, phone.line(kit.id, { name: 'Discs' }))
  await phone.push(pads({ del: true }))
  const buildId = textIn(kit.cells, 'buildId')
  expect(await phone.push(pads({ ord: 'a9', status: 'fitted' }))).toEqual([{ ok: 1 }])
  expect(await namesIn(buildId)).toEqual(['Discs'])
  await phone.push(pads({ qty: 2 }))
  expect(await namesIn(buildId)).toEqual(['Discs', 'Pads'])
})

test('lines that only a move kept alive count and weigh in their kit no more', async () => {
  const phone = new TestDevice(server.url)
  const kit = phone.kit({ name: 'Old' })
  const [kept, moved] = [
    phone.line(kit.id, { name: 'Schraube für "außen"' }),
    phone.line(kit.id, { name: 'Pads, front', price: 1_999, link: 'https://shop.example/a?b=c' }),
  ]
  await phone.push(kit, kept)
  const { knex } = server.database
  const totals = () => knex('kits').where('kit_id', kit.id).first('live_lines', 'bytes')
  const before: unknown = await totals()
  await phone.push(moved)
  const both: unknown = await totals()
  const marks = { ...moved, kit: null, cells: phone.cells({ del: true }) }
  await phone.push(marks)
  expect(await totals()).toEqual(before)
  // The state an older server left after a move revived a line: counted, with its tombstone.
  await phone.push({ ...moved, kit: null, cells: phone.cells({ ord: 'a9' }) })
  const { live_lines: lines, bytes } = both as { live_lines: number; bytes: number }
  const deletion = ',"del":true'.length
  await knex('kits')
    .where('kit_id', kit.id)
    .update({ live_lines: lines, bytes: bytes + deletion })
  await knex.raw('alter table build_ids drop column owner')
  await up(knex)
  expect(await totals()).toEqual(before)
})

test('the id of a collected draft stays its owner’s, and goes with it into an account', async () => {
  const phone = new TestDevice(server.url)
  const kit = phone.kit({ name: 'Draft' })
  await phone.push(kit)
  await server.database.knex.transaction((trx) => collect(trx, Date.now() + 181 * DAY_MS, 500))
  const stranger = new TestDevice(server.url)
  expect(await stranger.push({ ...kit, cells: stranger.cells({ buildId: 'Zz9Zz9' }) })).toEqual([
    { err: 'not_owner' },
  ])
  // A stranger's row does not wait either: only the owner can revive the kit.
  expect(await stranger.push(stranger.line(kit.id, { name: 'Pads' }))).toEqual([
    { err: 'not_owner' },
  ])
  expect(await phone.push(phone.line(kit.id, { name: 'Pads' }))).toEqual([{ err: 'gone' }])
  const account = new TestDevice(server.url, await registerAccount(server, 'maria'))
  const claims = [{ secret: phone.secret, kits: [kit.id] }]
  const cells = account.cells({ buildId: textIn(kit.cells, 'buildId'), name: 'Draft' })
  const { results } = await account.sync([{ ...kit, cells }], { claims })
  expect(results).toEqual([{ ok: 1, again: 1 }].map(({ again }) => ({ again })))
  const row: { owner: string } | undefined = await server.database
    .knex('kits')
    .where('kit_id', kit.id)
    .first('owner')
  expect(row?.owner).toBe(account.principal)
})
