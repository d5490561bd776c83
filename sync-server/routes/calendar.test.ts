/** Calendar address that programs read due services at. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import type { CalendarAnswer } from '#shared/kinds/dueCalendar.ts'

import { newId } from '#shared/ids.ts'
import { forceReset } from '../accounts/newPassword.ts'
import { registerAccount, startTestServer, TestDevice, type TestServer } from '../testServer.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const S4 = { year: 2008, make: 'Audi', model: 'S4' }

async function person() {
  const account = await registerAccount(server)
  return { account, device: new TestDevice(server.url, account) }
}

async function logJob(device: TestDevice, cells: Record<string, unknown>) {
  const id = newId()
  const all = { kit: null, vehicle: S4, ...cells }
  await device.push({ kind: 'log', id, kit: null, cells: device.cells(all) })
  return id
}

const answerOf = async (device: TestDevice, method: string) =>
  (await (await device.call(method, '/api/calendar')).json()) as CalendarAnswer

async function begin(device: TestDevice): Promise<string> {
  const response = await device.post('/api/calendar', {})
  const { address } = (await response.json()) as CalendarAnswer
  if (!address) throw new Error('no address was given')
  return new URL(address).pathname
}
const read = (path: string) => fetch(server.url + path)

describe('the address of a calendar', () => {
  test('is read without a login, by programs that know nothing else', async () => {
    const { device } = await person()
    const id = await logJob(device, { task: 'Oil; filter', day: '2026-05-22', everyMonths: 12 })
    expect(await answerOf(device, 'GET')).toEqual({ since: null })
    const response = await read(await begin(device))
    expect(response.headers.get('Content-Type')).toBe('text/calendar; charset=utf-8')
    expect(response.headers.get('Cache-Control')).toBe('private, no-cache')
    expect(response.headers.get('X-Robots-Tag')).toBe('noindex')
    const text = await response.text()
    expect(text).toContain(`UID:due-${id}@wrenchlist`)
    expect(text).toContain('DTSTART;VALUE=DATE:20270522')
    expect(text).toContain(String.raw`SUMMARY:Oil\; filter: 2008 Audi S4`)
    expect((await answerOf(device, 'GET')).since).not.toBeNull()
  })

  test('has the services of its account alone, and no others of the server', async () => {
    const [{ device }, { device: other }] = [await person(), await person()]
    await logJob(device, { task: 'Belt', day: '2026-05-22', everyMonths: 12 })
    await logJob(other, { task: 'Secret job', day: '2026-05-22', everyMonths: 12 })
    const text = await (await read(await begin(device))).text()
    expect(text).toContain('SUMMARY:Belt')
    expect(text).not.toContain('Secret job')
  })

  test('is read whatever mileages its log has', async () => {
    const { device } = await person()
    const every = { everyMiles: 100, everyMonths: 12 }
    await logJob(device, { task: 'Oil', day: '2026-01-01', mileage: 10, ...every })
    await logJob(device, { task: 'Reading', day: '2024-12-02', mileage: 9_000_000 })
    await logJob(device, { task: 'Reading', day: '2026-11-02', mileage: 9_000_001 })
    const response = await read(await begin(device))
    expect(response.status).toBe(200)
    expect(await response.text()).toContain('SUMMARY:Oil: 2008 Audi S4')
  })

  // T79
  test('holds 256 bits, of which the server keeps a hash', async () => {
    const { account, device } = await person()
    const path = await begin(device)
    const secret = /([\w-]{43})\.ics$/.exec(path)?.[1]
    expect(secret).toBeDefined()
    const row = await server.database
      .knex('calendar_feeds')
      .where({ user_id: account.user.id })
      .first<{ secret_hash: Buffer }>('secret_hash')
    expect(row.secret_hash).toHaveLength(32)
    expect(JSON.stringify(row)).not.toContain(secret)
  })

  // T79
  test('ends with a new one, and when it is taken back: then nothing is there', async () => {
    const { device } = await person()
    const first = await begin(device)
    const second = await begin(device)
    expect((await read(first)).status).toBe(404)
    expect((await read(second)).status).toBe(200)
    expect(await answerOf(device, 'DELETE')).toEqual({ since: null })
    expect((await read(second)).status).toBe(404)
  })

  // T79
  test('ends with its account, suspended or gone', async () => {
    const { account, device } = await person()
    const path = await begin(device)
    const suspend = (at: Date | null) =>
      server.database.knex('users').where({ id: account.user.id }).update({ suspended_at: at })
    await suspend(new Date())
    expect((await read(path)).status).toBe(404)
    await suspend(null)
    expect((await read(path)).status).toBe(200)
  })

  // T79
  test('ends with the password, changed or taken away: whoever had that may have made one', async () => {
    const { account, device } = await person()
    const path = await begin(device)
    const changed = await device.post('/api/auth/change-password', {
      password: 'Third 60 Nm, wet!',
    })
    expect(changed.status).toBe(200)
    expect((await read(path)).status).toBe(404)
    expect(await answerOf(device, 'GET')).toEqual({ since: null })
    const next = await begin(device)
    expect((await read(next)).status).toBe(200)
    await forceReset(server.deps, account.user.id, 'operator')
    expect((await read(next)).status).toBe(404)
  })

  test.each(['x', 'A'.repeat(43), `${'A'.repeat(43)}.ics`, `${'A'.repeat(43)}.ics.ics`])(
    'that is none is told from no other: %s',
    async (secret) => {
      const response = await read(`/api/calendar/${secret}`)
      expect(response.status).toBe(404)
      expect(response.headers.get('Cache-Control')).toBe('no-store')
    },
  )
})
