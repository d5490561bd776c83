/** The maintenance log over HTTP: rows outside of kits, for their owner only. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import type { Op } from '#shared/sync/protocol.ts'
import type { TestServer } from '../testServer.ts'

import { newId } from '#shared/ids.ts'
import { kitScope, ownerScope } from '#shared/cells/limits.ts'
import { textIn } from '#shared/cells/cells.ts'
import { collect, DELETED_KEPT_DAYS } from '../housekeeping/collection.ts'
import { registerAccount, startTestServer, TestDevice } from '../testServer.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

function job(device: TestDevice, values: Record<string, unknown> = {}, ms?: number): Op {
  const vehicle = { year: 2008, make: 'Audi', model: 'S4' }
  const entry = { task: 'Oil Change', day: '2026-11-22', vehicle, kit: null, ...values }
  const cells = device.cells(entry, ms)
  return { kind: 'log', id: newId(), kit: null, cells }
}

const logOf = async (device: TestDevice, from = 0) => {
  const { rows } = await device.sync([], { cursors: { [ownerScope(device.principal)]: from } })
  return rows.filter(({ kind }) => kind === 'log')
}

describe('a job in the log', () => {
  test('comes whole to the account’s other device, and so does a change and its removal', async () => {
    const account = await registerAccount(server)
    const phone = new TestDevice(server.url, account)
    const op = job(phone, {
      mileage: 91_200,
      cost: 8_450,
      everyMonths: 12,
      vin: 'WAUGL78E88A123456',
    })
    expect(await phone.push(op)).toEqual([{ ok: 1 }])
    const desk = new TestDevice(server.url, account)
    const first = (await desk.sync()).rows.find(({ id }) => id === op.id)
    expect(first).toMatchObject({ kind: 'log', kit: '', mine: true })
    expect(first?.cells).toEqual(op.cells)
    await phone.push({ ...op, cells: phone.cells({ mileage: 91_300, del: true }) })
    const second = (await desk.sync()).rows.find(({ id }) => id === op.id)
    expect(second?.cells).toMatchObject({
      mileage: [91_300, expect.anything()],
      del: [true, expect.anything()],
    })
  })

  test('is for nobody else to read or to write', async () => {
    const owner = new TestDevice(server.url)
    const op = job(owner, { notes: 'Secret rattle' })
    await owner.push(op)
    const stranger = new TestDevice(server.url)
    const cursors = { [ownerScope(owner.principal)]: 0, [ownerScope(stranger.principal)]: 0, t: 0 }
    const { rows } = await stranger.sync([], { cursors })
    expect(JSON.stringify(rows)).not.toContain('Secret rattle')
    const cells = stranger.cells({ task: 'Mine now' })
    expect(await stranger.push({ ...op, cells })).toEqual([{ err: 'not_owner' }])
    const [own] = await logOf(owner)
    expect(textIn(own?.cells ?? {}, 'task')).toBe('Oil Change')
  })

  test('that was collected is not begun anew by half of it', async () => {
    const owner = new TestDevice(server.url)
    const cells = owner.cells({ task: 'Brakes' })
    expect(await owner.push({ kind: 'log', id: newId(), kit: null, cells })).toEqual([
      { err: 'gone' },
    ])
  })

  test('is in nothing that is answered to the public', async () => {
    const account = await registerAccount(server)
    const owner = new TestDevice(server.url, account)
    const kit = owner.kit({ name: 'Quarter to twelve' })
    const entry = job(owner, { kit: kit.id, notes: 'Secret rattle', vin: 'WAUGL78E88A123456' })
    const saved = owner.version(kit.id, { name: 'Quarter to twelve' })
    expect(await owner.push(kit, entry, saved)).toMatchObject([{ ok: 1 }, { ok: 1 }, {}])
    const buildId = textIn(kit.cells, 'buildId')
    const paths = [
      `/list/${buildId}`,
      `/kit/${buildId}`,
      '/maintenance',
      `/api/lists/${buildId}`,
      `/api/kits/by-build-id/${buildId}`,
      `/api/kits/${kit.id}`,
      `/api/kits/${kit.id}/lineage`,
      `/api/kits/${kit.id}/versions`,
      `/api/comments/${kit.id}`,
      '/api/kits',
      '/api/kits?q=rattle',
      '/api/tasks',
    ]
    for (const path of paths) {
      const answer = await fetch(server.url + path, { headers: { Accept: 'text/html' } })
      const text = await answer.text()
      expect(text, path).not.toMatch(/Secret|WAUGL78E88A123456/)
      expect(text, path).not.toContain(entry.id)
    }
    const stranger = new TestDevice(server.url)
    const cursors = {
      [ownerScope(owner.principal)]: 0,
      [kitScope(kit.id)]: 0,
      [kitScope('')]: 0,
      t: 0,
    }
    const { rows } = await stranger.sync([], { cursors })
    expect(rows.map(({ kind }) => kind)).toContain('kit')
    expect(rows.filter(({ kind }) => kind === 'log')).toEqual([])
  })

  test('with values out of range says which, and keeps the others', async () => {
    const owner = new TestDevice(server.url)
    const op = job(owner, { day: '2026-02-30', mileage: -5, cost: 100, everyMiles: 0 })
    expect(await owner.push(op)).toEqual([
      { rej: { day: 'invalid_date', mileage: 'invalid_mileage', everyMiles: 'invalid_interval' } },
    ])
    const [own] = await logOf(owner)
    expect(Object.keys(own?.cells ?? {}).toSorted()).toEqual(['cost', 'kit', 'task', 'vehicle'])
    expect(await owner.push(job(owner, { task: ' ' }))).toMatchObject([{ rej: { task: 'empty' } }])
    const bare: Op = {
      kind: 'log',
      id: newId(),
      kit: null,
      cells: owner.cells({ day: '2026-01-01' }),
    }
    expect(await owner.push(bare)).toEqual([{ err: 'gone' }])
  })

  test('is gone for good half a year after it was taken out', async () => {
    const owner = new TestDevice(server.url)
    const long = Date.now() - (DELETED_KEPT_DAYS + 2) * 24 * 3_600_000
    const old = job(owner, { day: '2020-01-01' }, long)
    const kept = job(owner)
    await owner.push(old, kept)
    await owner.push({ ...old, cells: owner.cells({ del: true }, long + 1_000) })
    await server.database.knex.transaction((trx) => collect(trx, Date.now(), 100))
    expect((await logOf(owner)).map(({ id }) => id)).toEqual([kept.id])
  })

  test('waits when the log is full, instead of being lost', async () => {
    const owner = new TestDevice(server.url)
    const [first] = [job(owner)]
    await owner.push(first)
    await server.database.knex.raw(
      `insert into log_entries (kit_id, id, owner, cells, kit_ver, owner_ver)
       select '', 'filler' || n || :owner, :owner, '{}', 0, 0 from generate_series(2, 10000) n`,
      { owner: owner.principal },
    )
    expect(await owner.push(job(owner))).toMatchObject([{ err: 'retry', why: 'log_full' }])
    // Existing rows may still be changed.
    expect(await owner.push({ ...first, cells: owner.cells({ notes: 'x' }) })).toEqual([{ ok: 1 }])
  })
})
