/** Two devices of one owner: what each is told of what the other has changed. */
import { afterAll, beforeAll, expect, test } from 'vitest'

import type { TestServer } from '../testServer.ts'

import { decodeAnswer } from '#shared/sync/answer.ts'
import { ownerScope } from '#shared/sync/limits.ts'
import { encodeRequest } from '#shared/sync/protocol.ts'
import { startTestServer, TestDevice } from '../testServer.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(async () => server.close())

/** The same identity on a second machine: another node, another clock, the same owner. */
function sibling({ secret, principal, cursors }: TestDevice): TestDevice {
  return Object.assign(new TestDevice(server.url), { secret, principal, cursors: { ...cursors } })
}

test('a value that replaces one not yet seen is offered back once', async () => {
  const phone = new TestDevice(server.url)
  const kit = phone.kit()
  const line = phone.line(kit.id, { name: 'oil', qty: 1 })
  await phone.push(kit, line)
  const desk = sibling(phone)
  const fromDesk = { ...line, cells: desk.cells({ qty: 6 }, Date.now() + 10) }
  await desk.push(fromDesk)
  const fromPhone = { ...line, cells: phone.cells({ qty: 4 }, Date.now() + 1_000) }
  const lost = await phone.sync([fromPhone], { isAnswerLost: true })
  const again = await phone.sync([fromPhone])
  for (const answer of [lost, again]) {
    const beaten = answer.rows.filter((row) => row.kind === 'beaten')
    expect(beaten.map((row) => row.cells['value']?.[0])).toEqual([6])
    expect(beaten[0]?.cells['row']?.[0]).toBe(line.id)
  }
})

test('how far another history was read says nothing of what was seen of this one', async () => {
  const phone = new TestDevice(server.url)
  const kit = phone.kit({ name: 'as restored' })
  await phone.push(kit)
  const desk = sibling(phone)
  const { principal, node, cursors } = desk
  const ops = [{ ...kit, cells: desk.cells({ name: 'as typed' }, Date.now() + 1_000) }]
  const request = { principal, node, ops, cursors, gen: 'another' }
  const response = await desk.post('/api/sync', encodeRequest(request))
  const { rows } = decodeAnswer(await response.json())
  const beaten = rows.filter((row) => row.kind === 'beaten')
  expect(beaten.map((row) => row.cells['value']?.[0])).toEqual(['as restored'])
})

test('each reads what the other changed once, nothing of its own, and passes over nothing', async () => {
  const phone = new TestDevice(server.url)
  const kit = phone.kit()
  await phone.push(kit)
  const desk = sibling(phone)
  const scope = ownerScope(phone.principal)
  // Both write into the same row, each a cell of its own.
  const unread = { name: [] as string[], notes: [] as string[] }
  for (const [turn, letter] of Array.from('ppdpddpppddpd').entries()) {
    const [typist, own, others] =
      letter === 'p' ? ([phone, 'notes', 'name'] as const) : ([desk, 'name', 'notes'] as const)
    const value = `turn ${turn}`
    const cells = typist.cells({ [own]: value }, Date.now() + turn)
    const { rows, cursors } = await typist.sync([{ ...kit, cells }])
    const last = unread[others].splice(0).slice(-1)
    expect(rows.map((row) => row.cells[others]?.[0])).toEqual(last)
    unread[own].push(value)
    const stored = await server.database.knex('scopes').where('id', scope).first('ver')
    expect(cursors[scope]).toBe(Number(stored.ver))
  }
})
