/** No sync answer exceeds 1 MiB, whatever is stored and however it came there. */
import { afterAll, beforeAll, expect, test } from 'vitest'

import type { SyncAnswer, SyncRequest } from '#shared/sync/protocol.ts'
import type { TestServer } from '../../testServer.ts'

import { MAX_ANSWER_BYTES, ownerScope } from '#shared/cells/limits.ts'
import { encodeRequest } from '#shared/sync/protocol.ts'
import { decodeAnswer } from '#shared/sync/answer.ts'
import { registerAccount, startTestServer, TestDevice } from '../../testServer.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

/** Pulls everything, checking the size of each answer. */
async function readAll(device: TestDevice, more: Partial<SyncRequest> = {}): Promise<SyncAnswer[]> {
  const answers: SyncAnswer[] = []
  for (let isMore = true; isMore; isMore = answers.at(-1)?.more === true) {
    expect(answers.length).toBeLessThan(200)
    const request = {
      principal: device.principal,
      node: device.node,
      ops: [],
      cursors: device.cursors,
    }
    const response = await device.post('/api/sync', encodeRequest({ ...request, ...more }))
    const text = await response.text()
    expect(response.status).toBe(200)
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(MAX_ANSWER_BYTES)
    const answer = decodeAnswer(JSON.parse(text))
    device.cursors = { ...device.cursors, ...answer.cursors }
    answers.push(answer)
  }
  return answers
}

const idsOf = (answers: readonly SyncAnswer[]): string[] =>
  answers.flatMap(({ rows }) => rows.map(({ id }) => id))

// T19
test('200 kits with full notes, claimed at once, come in pages, each row once', async () => {
  const device = new TestDevice(server.url)
  const kits: string[] = []
  for (let batch = 0; batch < 10; batch++) {
    const ops = Array.from({ length: 20 }, () => device.kit({ notes: 'ü'.repeat(10_000) }))
    expect((await device.push(...ops)).filter((result) => !result.ok)).toEqual([])
    kits.push(...ops.map(({ id }) => id))
  }
  const account = await registerAccount(server)
  const desk = new TestDevice(server.url, account)
  await desk.sync([], { claims: [{ secret: device.secret, kits }] })

  const phone = new TestDevice(server.url, account)
  const answers = await readAll(phone)
  expect(answers.length).toBeGreaterThan(3)
  expect(idsOf(answers).toSorted()).toEqual(kits.toSorted())
  // The device they left is told of each; the account's other devices read them.
  expect((await device.sync()).gone.toSorted()).toEqual(kits.toSorted())
  expect(idsOf(await readAll(new TestDevice(server.url, account))).toSorted()).toEqual(
    kits.toSorted(),
  )
})

// T19
test('what a backup or an older server left under one version is split when it is read', async () => {
  const account = await registerAccount(server)
  const desk = new TestDevice(server.url, account)
  const kit = desk.kit()
  await desk.push(kit)
  const lines: string[] = []
  for (let kitNumber = 0; kitNumber < 8; kitNumber++) {
    const own = desk.kit()
    const steps = Array.from({ length: 100 }, () => desk.step(own.id, { text: 'x'.repeat(2_000) }))
    await desk.push(own, ...steps)
    lines.push(...steps.map(({ id }) => id))
  }
  const scope = ownerScope(account.principal)
  const { ver } = (await server.database.knex('scopes').where('id', scope).first('ver')) as {
    ver: string
  }
  for (const table of ['kits', 'steps']) {
    await server.database.knex(table).where('owner', account.principal).update({ owner_ver: ver })
  }
  const before = new TestDevice(server.url, account)
  before.cursors = { [scope]: Number(ver) }
  const answers = await readAll(new TestDevice(server.url, account))
  expect(idsOf(answers)).toHaveLength(new Set(idsOf(answers)).size)
  expect(idsOf(answers)).toEqual(expect.arrayContaining(lines))
  // Split rows are read again, and nothing counts as lost.
  const again = await readAll(before)
  expect(again.map(({ lost, reset }) => [lost, reset])).toEqual(again.map(() => [undefined, []]))
})

test('stored values that old edits are answered with are told in parts', async () => {
  const account = await registerAccount(server)
  const desk = new TestDevice(server.url, account)
  const kits: SyncRequest['ops'] = []
  for (let batch = 0; batch < 5; batch++) {
    const ops = Array.from({ length: 20 }, () => desk.kit({ notes: 'n'.repeat(20_000) }))
    await desk.push(...ops)
    kits.push(...ops)
  }
  const old = kits.map(({ id }) => ({
    kind: 'kit' as const,
    id,
    kit: null,
    cells: desk.cells({ notes: 'old' }, 1_000),
  }))
  desk.cursors = {}
  const [answer] = await readAll(desk, { ops: old, cursors: {} })
  const told = answer?.results.filter((result) => result.stale) ?? []
  expect(told.length).toBeGreaterThan(0)
  const later = answer?.results.filter((result) => result.err === 'retry') ?? []
  expect(told.length + later.length).toBe(old.length)
})
