/** Two devices of one owner: each hears of the other's changes. */
import { afterAll, beforeAll, expect, test } from 'vitest'

import type { TestServer } from '../testServer.ts'

import { textIn } from '#shared/cells/cells.ts'
import { decodeAnswer } from '#shared/sync/answer.ts'
import { ownerScope } from '#shared/cells/limits.ts'
import { encodeRequest } from '#shared/sync/protocol.ts'
import { startTestServer, TestDevice } from '../testServer.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(async () => server.close())

/** The same owner on a second machine: another node and clock. */
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

test('what one device has settled is settled for all, and nothing else of an offer is theirs to change', async () => {
  const phone = new TestDevice(server.url)
  const kit = phone.kit({ name: 'typed first' })
  await phone.push(kit)
  const desk = sibling(phone)
  desk.cursors = { [ownerScope(phone.principal)]: 0 }
  const typed = { ...kit, cells: desk.cells({ name: 'typed later' }, Date.now() + 1_000) }
  const { rows } = await desk.sync([typed])
  const offer = rows.find((row) => row.kind === 'beaten')
  const { kind, id } = offer ?? { kind: 'beaten' as const, id: '' }
  const cells = desk.cells({ settled: true, value: 'forged' })
  const { results } = await desk.sync([{ kind, id, kit: kit.id, cells }])
  expect(results).toEqual([{ rej: { value: 'forbidden' } }])
  const fresh = sibling(phone)
  fresh.cursors = { [ownerScope(phone.principal)]: 0 }
  const read = (await fresh.sync([])).rows.find((row) => row.id === id)
  expect(read?.cells).toMatchObject({ settled: [true, cells['settled']?.[1]] })
  expect(read?.cells['value']?.[0]).toBe('typed first')
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
  const [ofPhone, ofDesk] = [phone.line(kit.id), phone.line(kit.id)]
  await phone.push(kit, ofPhone, ofDesk)
  const desk = sibling(phone)
  const scope = ownerScope(phone.principal)
  // Each writes a cell of its own in the kit's row, and its own line.
  const unread = { name: '', notes: '' }
  for (const [turn, letter] of Array.from('ppdpddpppddpd').entries()) {
    const [typist, own, line, others, othersLine] =
      letter === 'p'
        ? ([phone, 'notes', ofPhone, 'name', ofDesk] as const)
        : ([desk, 'name', ofDesk, 'notes', ofPhone] as const)
    const value = `turn ${turn}`
    const typed = (cell: string) => typist.cells({ [cell]: value }, Date.now() + turn)
    const ops = [
      { ...kit, cells: typed(own) },
      { ...line, cells: typed('name') },
    ]
    const { rows, cursors } = await typist.sync(ops)
    const read = rows.map(
      ({ id, kind, cells }) => `${id} ${textIn(cells, kind === 'kit' ? others : 'name')}`,
    )
    const news = [kit.id, othersLine.id].map((id) => `${id} ${unread[others]}`)
    expect(read.toSorted()).toEqual(unread[others] ? news.toSorted() : [])
    unread[others] = ''
    unread[own] = value
    const stored = await server.database.knex('scopes').where('id', scope).first('ver')
    expect(cursors[scope]).toBe(Number(stored.ver))
  }
})
