import { afterAll, beforeAll, expect, test } from 'vitest'

import type { Digest } from '#shared/sync/digest.ts'
import type { SyncAnswer } from '#shared/sync/protocol.ts'
import type { TestServer } from '../testServer.ts'

import { decodeAnswer } from '#shared/sync/answer.ts'
import { Digesting } from '#shared/sync/digest.ts'
import { ownerScope } from '#shared/cells/limits.ts'
import { encodeRequest } from '#shared/sync/protocol.ts'
import { registerAccount, startTestServer, TestDevice } from '../testServer.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(async () => server.close())

/** Sends a device's digest at a cursor, and nothing else. */
async function say(phone: TestDevice, audit: Digest, cursor: number): Promise<SyncAnswer> {
  const { principal, node } = phone
  const cursors = { [ownerScope(principal)]: cursor }
  const request = encodeRequest({ principal, node, ops: [], cursors, audit })
  const response = await phone.post('/api/sync', request)
  return decodeAnswer(await response.json())
}

test('the server counts as a device does, and says when it comes to something else', async () => {
  const phone = new TestDevice(server.url, await registerAccount(server, 'auditor'))
  const [kit, gone, empty] = [phone.kit(), phone.kit(), phone.kit()]
  const lines = [1, 2, 3].map((at) => phone.line(kit.id, { name: `Part ${at}` }))
  await phone.push(kit, gone, empty, ...lines, phone.line(gone.id, { name: 'of a kit that goes' }))
  const del = (kind: 'kit' | 'line', id: string) => ({
    kind,
    id,
    kit: null,
    cells: phone.cells({ del: true }),
  })
  await phone.push(del('kit', gone.id), del('line', lines[2]?.id ?? ''))
  const fresh = { [ownerScope(phone.principal)]: 0 }
  const { rows, cursors } = await phone.sync([], { cursors: fresh })
  const cursor = cursors[ownerScope(phone.principal)] ?? 0
  const digesting = new Digesting()
  digesting.add(rows)
  const [count, top] = digesting.digest
  expect(count).toBe(4)

  expect((await say(phone, [count, top], cursor)).differs).toBeUndefined()
  expect((await say(phone, [count - 1, top], cursor)).differs).toBe(true)
  expect((await say(phone, [count, `${top.slice(0, -1)}!`], cursor)).differs).toBe(true)
  // Not read to the end: no comparison.
  const behind = await say(phone, [0, ''], cursor - 1)
  expect(behind.differs).toBeUndefined()
  expect(behind.rows.length).toBeGreaterThan(0)
})

test('a device without an account, whose drafts may have expired here, differs in nothing', async () => {
  const phone = new TestDevice(server.url)
  await phone.push(phone.kit())
  const cursor = phone.cursors[ownerScope(phone.principal)] ?? 0
  expect((await say(phone, [17, ''], cursor)).differs).toBeUndefined()
})

test('what was counted before rows were put back by hand is counted again', async () => {
  const phone = new TestDevice(server.url, await registerAccount(server, 'restored'))
  const kit = phone.kit()
  const line = phone.line(kit.id, { name: 'Filter' })
  await phone.push(kit, line)
  const scope = ownerScope(phone.principal)
  const { rows, cursors } = await phone.sync([], { cursors: { [scope]: 0 } })
  const cursor = cursors[scope] ?? 0
  const digesting = new Digesting()
  digesting.add(rows)
  expect((await say(phone, digesting.digest, cursor)).differs).toBeUndefined()
  // A row is missing though the stream did not move: as from copied files.
  const { knex } = server.database
  await knex('lines').where('id', line.id).delete()
  await knex('scopes').where('id', scope).update({ ver: cursor })
  expect((await say(phone, digesting.digest, cursor)).differs).toBe(true)
})
