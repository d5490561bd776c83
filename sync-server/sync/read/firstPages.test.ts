/** First read of an account by a new device. */
import { afterAll, beforeAll, expect, test } from 'vitest'

import type { PulledRow } from '#shared/sync/protocol.ts'
import type { TestServer } from '../../testServer.ts'

import { ownerScope } from '#shared/cells/limits.ts'
import { registerAccount, startTestServer, TestDevice } from '../../testServer.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(async () => server.close())

const bytesOf = (rows: readonly PulledRow[]): number =>
  rows.reduce((sum, { cells }) => sum + JSON.stringify(cells).length, 0)

test('the first kits come in a small answer, then the rest, each row once', async () => {
  const account = await registerAccount(server)
  const desk = new TestDevice(server.url, account)
  const sent: string[] = []
  for (let at = 0; at < 5; at++) {
    const kits = Array.from({ length: 40 }, () => desk.kit({ notes: 'Torque '.repeat(150) }))
    await desk.push(...kits)
    sent.push(...kits.map((kit) => kit.id))
  }

  const phone = new TestDevice(server.url, account)
  const first = await phone.sync()
  expect(first.more).toBe(true)
  // Never cut inside a version: rows pushed together arrive together.
  expect(bytesOf(first.rows)).toBeLessThan(160 * 1024)
  const rest = await phone.sync()
  expect(rest.more).toBe(false)
  expect(bytesOf(rest.rows)).toBeGreaterThan(0)
  expect([...first.rows, ...rest.rows].map((row) => row.id).toSorted()).toEqual(sent.toSorted())

  // A device with a cursor gets large answers.
  const tablet = new TestDevice(server.url, account)
  const some = await tablet.sync([], {
    cursors: { [ownerScope(account.principal)]: first.cursors[ownerScope(account.principal)] ?? 0 },
  })
  expect(some.rows.map((row) => row.id)).toEqual(rest.rows.map((row) => row.id))
})

test('a reading from the start of which rows were collected long ago comes to its end', async () => {
  const account = await registerAccount(server)
  const desk = new TestDevice(server.url, account)
  const notes = 'Torque '.repeat(700)
  for (let at = 0; at < 6; at++) {
    await desk.push(...Array.from({ length: 50 }, () => desk.kit({ notes })))
  }
  const old = new TestDevice(server.url, account)
  await old.sync()
  // The last one was deleted and collected: lower cursors are reset.
  const scope = ownerScope(account.principal)
  await server.database.knex('scopes').where({ id: scope }).update('collected_ver', 6)

  const phone = new TestDevice(server.url, account)
  const ids = new Set<string>()
  let pages = 0
  for (let more = true; more && pages < 10; pages++) {
    const answer = await phone.sync()
    expect(answer.reset).toEqual([])
    for (const { id } of answer.rows) ids.add(id)
    more = answer.more
  }
  expect(pages).toBeLessThan(10)
  expect(ids.size).toBe(300)
  expect(phone.begun).toEqual({})

  // A reader that was half-way then is reset, once.
  const resets: number[] = []
  for (let more = true; more;) {
    const answer = await old.sync()
    resets.push(answer.reset.length)
    more = answer.more
  }
  expect(resets.filter((count) => count > 0)).toHaveLength(1)
  expect(resets[0]).toBe(1)

  // Rows collected during the read reset it too.
  const tablet = new TestDevice(server.url, account)
  await tablet.sync()
  await desk.push(desk.kit({ notes: 'x' }))
  await server.database.knex('scopes').where({ id: scope }).update('collected_ver', 7)
  expect((await tablet.sync()).reset).toEqual([scope])
})
