/** Kits begun without an account, claimed by one. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import type { TestServer } from '../testServer.ts'

import { newDeviceSecret, newId } from '#shared/ids.ts'
import { kitScope, ownerScope } from '#shared/cells/limits.ts'
import { registerAccount, startTestServer, TestDevice } from '../testServer.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const signedIn = async () => new TestDevice(server.url, await registerAccount(server))

/** A device with a kit and no account. */
async function anonymous() {
  const device = new TestDevice(server.url)
  const kit = device.kit({ name: 'draft' })
  const line = device.line(kit.id, { name: 'Filter' })
  await device.push(kit, line)
  return { device, kit, line }
}

describe('a claim', () => {
  test('moves a kit with its lines into the account, any number of times', async () => {
    const { device, kit, line } = await anonymous()
    const account = await signedIn()
    const claims = [{ secret: device.secret, kits: [kit.id] }]
    const answer = await account.sync([], { claims })
    expect(answer.claims).toEqual({ [kit.id]: 'yours' })
    expect(answer.rows.map((row) => [row.id, row.mine])).toEqual([
      [kit.id, true],
      [line.id, true],
    ])
    const again = await account.sync([], { claims })
    expect(again.claims).toEqual({ [kit.id]: 'yours' })
    expect(again.rows).toEqual([])
    expect(await account.push({ ...kit, cells: account.cells({ name: 'mine now' }) })).toEqual([
      { ok: 1 },
    ])
  })

  test('tells the other copies of that device that the kit is gone, and refuses their late edits', async () => {
    const { device, kit } = await anonymous()
    const account = await signedIn()
    await account.sync([], { claims: [{ secret: device.secret, kits: [kit.id] }] })
    const late = await device.sync([{ ...kit, cells: device.cells({ name: 'late' }) }])
    expect(late.results).toEqual([{ err: 'not_owner' }])
    expect(late.gone).toEqual([kit.id])
    expect((await device.sync()).gone).toEqual([])
    const { kit: stored } = await (await fetch(`${server.url}/api/kits/${kit.id}`)).json()
    expect(stored.name).toBe('draft')
  })

  test('moves what was overwritten in a kit along, to be offered back there', async () => {
    const { device, kit, line } = await anonymous()
    // The same owner on a second machine: another node and clock.
    const { secret, principal } = device
    const second = Object.assign(new TestDevice(server.url), { secret, principal })
    second.cursors = { ...device.cursors }
    await second.push({ ...line, cells: second.cells({ qty: 6 }, Date.now() + 10) })
    const later = device.cells({ qty: 4 }, Date.now() + 1_000)
    await device.sync([{ ...line, cells: later }])
    const account = await signedIn()
    const claims = [{ secret: device.secret, kits: [kit.id] }]
    const { rows } = await account.sync([], { claims })
    const overwritten = rows.filter((row) => row.kind === 'beaten')
    expect(overwritten.map((row) => row.cells['value']?.[0])).toEqual([6])
  })

  // T14
  test('with another secret moves nothing', async () => {
    const { device, kit } = await anonymous()
    const thief = await signedIn()
    const answer = await thief.sync([], {
      claims: [{ secret: newDeviceSecret(), kits: [kit.id] }],
    })
    expect(answer.claims).toEqual({ [kit.id]: 'other' })
    expect(answer.rows).toEqual([])
    expect(await device.push({ ...kit, cells: device.cells({ name: 'still mine' }) })).toEqual([
      { ok: 1 },
    ])
  })

  test('of a kit another account took first says so', async () => {
    const { device, kit } = await anonymous()
    const claims = [{ secret: device.secret, kits: [kit.id] }]
    await (await signedIn()).sync([], { claims })
    expect((await (await signedIn()).sync([], { claims })).claims).toEqual({ [kit.id]: 'other' })
  })

  test('of a kit that was never sent is unknown until its own rows bring it', async () => {
    const account = await signedIn()
    const secret = newDeviceSecret()
    const kit = account.kit()
    const claims = [{ secret, kits: [kit.id] }]
    expect((await account.sync([], { claims })).claims).toEqual({ [kit.id]: 'unknown' })
    await account.push(kit)
    expect((await account.sync([], { claims })).claims).toEqual({ [kit.id]: 'yours' })
  })

  test('by a device without an account is not listened to', async () => {
    const { device, kit } = await anonymous()
    const other = new TestDevice(server.url)
    const answer = await other.sync([], { claims: [{ secret: device.secret, kits: [kit.id] }] })
    expect(answer.claims).toBeUndefined()
    expect(await device.push({ ...kit, cells: device.cells({ name: 'mine' }) })).toEqual([
      { ok: 1 },
    ])
  })

  test('at the same time as an edit under the device ends in one of two ways, never in a mix', async () => {
    for (let round = 0; round < 8; round++) {
      const { device, kit, line } = await anonymous()
      const account = await signedIn()
      const claims = [{ secret: device.secret, kits: [kit.id] }]
      const [, edit] = await Promise.all([
        account.sync([], { claims }),
        device.sync([{ ...line, kit: null, cells: device.cells({ name: 'raced' }) }]),
      ])
      const outcome = edit.results[0]
      const owners = await server.database
        .knex('lines')
        .where('kit_id', kit.id)
        .select('owner', 'cells')
      expect(owners).toHaveLength(1)
      expect(owners[0].owner).toBe(account.principal)
      expect(owners[0].cells.name[0]).toBe(outcome?.ok ? 'raced' : 'Filter')
    }
  })
})

test('an account that follows a kit reads its name and never another owner’s stream', async () => {
  const { device, kit } = await anonymous()
  const reader = await signedIn()
  const cursors = { [kitScope(kit.id)]: 0, [ownerScope(device.principal)]: 0, [newId()]: 0 }
  const { rows } = await reader.sync([], { cursors })
  expect(rows.every((row) => !row.mine)).toBe(true)
  expect(rows.map((row) => row.kind)).toEqual(['kit', 'line'])
})
