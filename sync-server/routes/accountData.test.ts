/** Export of an account's data by its owner. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { newId } from '#shared/ids.ts'
import { comment, saveKit } from '../testKits.ts'
import { registerAccount, startTestServer, TestDevice, type TestServer } from '../testServer.ts'

const PATH = '/api/account/data'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

interface Data {
  account: { username: string; createdAt: string }
  devices: { label: string }[]
  rows: { kind: string; id: string; kit: string; values: Record<string, unknown> }[]
  complete: boolean
}

const dataOf = async (device: TestDevice) => (await (await device.call('GET', PATH)).json()) as Data

describe('everything of an account', () => {
  test('is one file: account, devices, kits with versions, comments and log, also what was deleted', async () => {
    const account = await registerAccount(server, 'Anna')
    const anna = new TestDevice(server.url, account)
    const { kitId, lineId, versionId } = await saveKit(anna)
    const commentId = await comment(anna, kitId, 'Worked well')
    const log = { task: 'Oil', kit: null, notes: 'Rattles' }
    const logId = newId()
    await anna.push({ kind: 'log', id: logId, kit: null, cells: anna.cells(log) })
    await anna.push({ kind: 'line', id: lineId, kit: kitId, cells: anna.cells({ del: true }) })

    const answer = await anna.call('GET', PATH)
    expect(answer.headers.get('Content-Disposition')).toContain('wrenchlist-account.json')
    expect(answer.headers.get('Cache-Control')).toBe('no-store')
    const text = await answer.text()
    const data = JSON.parse(text) as Data
    expect(data).toMatchObject({ account: { username: 'Anna' }, complete: true })
    expect(data.devices).toEqual([
      {
        label: expect.any(String),
        createdAt: expect.any(String),
        lastSeenAt: expect.any(String),
        signedOutAt: null,
      },
    ])
    expect(data.rows.map(({ id }) => id).toSorted()).toEqual(
      [kitId, lineId, versionId, commentId, logId].toSorted(),
    )
    const line = data.rows.find(({ id }) => id === lineId)
    expect(line).toMatchObject({ kit: kitId, values: { name: 'Oil filter', del: true } })
    expect(text).not.toMatch(/password|token/i)
  })

  test('is whole beyond what is read at once, with rows of one version', async () => {
    const account = await registerAccount(server)
    const owner = new TestDevice(server.url, account)
    const kit = owner.kit()
    const lines = Array.from({ length: 250 }, () => owner.line(kit.id, { name: 'Bolt' }))
    await owner.push(kit, ...lines)
    const { rows } = await dataOf(owner)
    expect(new Set(rows.map(({ id }) => id))).toEqual(new Set([kit, ...lines].map(({ id }) => id)))
    expect(rows).toHaveLength(251)
  })

  test('holds nothing of anybody else, and is for who is signed in', async () => {
    const other = new TestDevice(server.url, await registerAccount(server))
    const { kitId } = await saveKit(other, { name: 'Not yours' })
    const owner = new TestDevice(server.url, await registerAccount(server))
    await comment(other, kitId, 'Nor this')
    const { rows, devices } = await dataOf(owner)
    expect(rows).toEqual([])
    // The session of this call.
    expect(devices).toHaveLength(1)
    expect((await new TestDevice(server.url).call('GET', PATH)).status).toBe(401)
  })

  test('may be asked for five times at once', async () => {
    const owner = new TestDevice(server.url, await registerAccount(server))
    const statuses: number[] = []
    for (let time = 0; time < 6; time++) statuses.push((await owner.call('GET', PATH)).status)
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429])
  })
})
