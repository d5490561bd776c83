/** Hostile requests through REST and sync, and what must come of them. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import type { Json } from '#shared/cells/cells.ts'
import type { RateLimits } from './http/rateLimit.ts'
import type { TestAccount, TestServer } from './testServer.ts'

import { newBuildId, newId, systemRandom } from '#shared/ids.ts'
import { kitScope } from '#shared/cells/limits.ts'
import { encodeRequest } from '#shared/sync/protocol.ts'
import { until } from '#shared/testPatience.ts'
import { issueToken } from './accounts/tokens.ts'
import { applyClaims } from './sync/claims.ts'
import { holdComments } from './sync/commentLimits.ts'
import { call, newAddress } from './testClient.ts'
import { BOSS_EMAIL, TestDesk } from './testDesk.ts'
import { comment, saveKit } from './testKits.ts'
import { registerAccount, startTestServer, TestDevice } from './testServer.ts'

let server: TestServer
let desk: TestDesk
let owner: TestDevice
let other: TestDevice
let otherAccount: TestAccount

beforeAll(async () => {
  server = await startTestServer({ env: { ADMIN_EMAILS: [BOSS_EMAIL] } })
  desk = await TestDesk.open(server)
  owner = new TestDevice(server.url, await registerAccount(server))
  otherAccount = await registerAccount(server)
  other = new TestDevice(server.url, otherAccount)
})
afterAll(() => server.close())

const status = async (path: string) => (await fetch(server.url + path)).status

/** Pull by a stranger who knows the kit's id. */
async function pulled(kitId: string, device = new TestDevice(server.url)) {
  const cursors = { [kitScope(kitId)]: device.cursors[kitScope(kitId)] ?? 0 }
  return device.sync([], { cursors })
}

describe('text no database can hold', () => {
  test('is answered with 4xx wherever it stands in an address', async () => {
    const paths = ['/api/comments/%00', '/api/comments/a%00b', '/api/kits?q=%00', '/api/kits/%00']
    expect(await Promise.all(paths.map(status))).toEqual([200, 200, 422, 404])
  })

  test('is no username to sign in with', async () => {
    const body = { username: 'a\0b', password: 'x' }
    expect(await call(server, 'POST', '/api/auth/login', { body })).toMatchObject({
      status: 422,
      body: { field: 'username' },
    })
  })

  test('does not hide in fields of a version that nobody looks at', async () => {
    const kit = owner.kit()
    const version = owner.version(kit.id, { extra: '\ud800' } as object)
    const raw = JSON.stringify(version.cells['body']?.[0]).replace(String.raw`\\ud800`, '\\ud800')
    version.cells['body'] = [JSON.parse(raw) as string, owner.stamp()]
    const [, result] = await owner.push(kit, version)
    expect(result?.rej).toMatchObject({ body: 'bad_characters' })
  })

  test('leaves nothing in the log', () => {
    expect(server.errors).toEqual([])
  })
})

describe('a version', () => {
  test('does not speak for another kit, nor bring fields along', async () => {
    const victim = await saveKit(owner)
    const kit = other.kit()
    const hostile = { id: victim.kitId, buildId: victim.buildId, del: true, vin: 'x' } as object
    expect(await other.push(kit, other.version(kit.id, hostile))).toEqual([{ ok: 1 }, { ok: 1 }])
    const answer = await call<{ kit: Json }>(server, 'GET', `/api/kits/${kit.id}`)
    expect(answer.body.kit).toMatchObject({ id: kit.id, buildId: kit.cells['buildId']?.[0] })
  })

  test('can be made of every kit that fits its own limits', async () => {
    const link = `https://parts.example/${'x'.repeat(380)}`
    const parts = Array.from({ length: 500 }, (_, n) => ({ name: `Part ${n}`, link }))
    const saved = await owner.post(
      '/api/kits',
      { buildId: newBuildId(), kitName: 'Everything', parts },
      null,
    )
    expect([saved.status, await saved.json()]).toMatchObject([200, { partsCount: 500 }])
  })
})

describe('a copy', () => {
  test('does not lead strangers to an original that is not listed', async () => {
    const draft = owner.kit({ name: 'for friends only' })
    await owner.push(draft)
    const copy = other.kit({ fork: { from: draft.id } })
    await other.push(copy)
    expect(JSON.stringify((await pulled(copy.id)).rows)).not.toContain(draft.id)
    const own = await other.sync([], { cursors: { [`o:${other.principal}`]: 0 } })
    expect(JSON.stringify(own.rows)).toContain(draft.id)
  })
})

describe('a kit that was deleted', () => {
  test('shows nothing of itself or its comments to who knows its id, until it is restored', async () => {
    const kit = owner.kit({ name: 'secret name', notes: 'secret notes' })
    await owner.push(kit, owner.line(kit.id, { name: 'secret part' }))
    await comment(other, kit.id, 'secret remark')
    await owner.call('DELETE', `/api/kits/${kit.id}`)
    const reader = new TestDevice(server.url)
    expect(JSON.stringify((await pulled(kit.id, reader)).rows)).not.toContain('secret')
    const listed = await call<Json[]>(server, 'GET', `/api/comments/${kit.id}`)
    expect(listed.body).toEqual([])

    await owner.call('POST', `/api/kits/${kit.id}/restore`)
    const { rows, reset } = await pulled(kit.id, reader)
    expect(reset).toEqual([kitScope(kit.id)])
    expect(rows.map((row) => row.kind).toSorted()).toEqual(['comment', 'kit', 'line'])
  })
})

describe('a kit an administrator hid', () => {
  test('takes no more comments of others', async () => {
    const { kitId } = await saveKit(owner)
    await desk.post(`/api/admin/kits/${kitId}`, { hidden: true })
    expect(await other.push(other.comment(kitId, 'still here?'))).toEqual([{ err: 'parent_gone' }])
    const body = { kitId, content: 'still here?' }
    expect((await other.post('/api/comments', body, null)).status).toBe(404)
  })

  test('comes back whole to who followed it meanwhile', async () => {
    const { kitId } = await saveKit(owner)
    await desk.post(`/api/admin/kits/${kitId}`, { hidden: true })
    const reader = new TestDevice(server.url)
    expect((await pulled(kitId, reader)).rows.map((row) => row.kind)).toEqual(['kit'])
    await desk.post(`/api/admin/kits/${kitId}`, { hidden: false })
    const { rows } = await pulled(kitId, reader)
    expect(rows.map((row) => row.kind).toSorted()).toEqual(['kit', 'version'])
  })
})

describe('a comment an administrator took away', () => {
  test.each(['report', 'comment'])('by its %s does not come back', async (by) => {
    const { kitId } = await saveKit(owner)
    const id = await comment(other, kitId, 'spam')
    if (by === 'report') await desk.post(`/api/admin/reports/${id}`, { action: 'delete' })
    else await desk.call(desk.boss, 'DELETE', `/api/comments/${id}`)
    const later = other.cells({ del: false }, Date.now() + 30_000)
    const undo = await other.push({ kind: 'comment', id, kit: null, cells: later })
    expect(undo).toEqual([{ rej: { del: 'forbidden' } }])
    const listed = await call<Json[]>(server, 'GET', `/api/comments/${kitId}`)
    expect(listed.body).toEqual([])
  })
})

describe('whoever walks through build ids', () => {
  // T14
  test('is told neither which exist nor which do not, once there were too many misses', async () => {
    const { buildId } = await saveKit(owner)
    const from = newAddress()
    // Frozen clock: a slow machine earns no miss back meanwhile.
    const at = Date.now()
    const still = await startTestServer({ database: server.database, now: () => at })
    const look = async (id: string) =>
      (await call(still, 'GET', `/api/kits/by-build-id/${id}`, { from })).status
    const misses = await Promise.all(Array.from({ length: 70 }, () => look(newBuildId())))
    expect(misses).toContain(429)
    expect(await look(buildId)).toBe(429)
    expect(await status(`/api/kits/by-build-id/${buildId}`)).toBe(200)
    await still.close()
  })
})

describe('writers at the same moment', () => {
  test('a claim that waited for the end of its account takes nothing along', async () => {
    const account = await registerAccount(server)
    const device = new TestDevice(server.url)
    const kit = device.kit()
    await device.push(kit)
    await desk.deleteAccount(account)
    const claims = [{ secret: device.secret, kits: [kit.id] }]
    const late = applyClaims(server.deps, account.principal, claims)
    await expect(late).rejects.toMatchObject({ code: 'account_deleted' })
    expect(await device.push(device.line(kit.id))).toEqual([{ ok: 1 }])
  })

  test('opening a link while the next one is made ends in no deadlock', async () => {
    const { user } = await registerAccount(server)
    await server.deps.db('users').where({ id: user.id }).update({ email_verified_at: null })
    const wanted = { user_id: user.id, email_key: user.email, at: Date.now(), random: systemRandom }
    for (const purpose of ['verify', 'reset'] as const) {
      const token = await issueToken(server.deps.db, { ...wanted, purpose })
      const body = { token, password: 'Torque 31 Nm, dry!' }
      const confirming = { token, newPassword: body.password }
      let opened: Promise<{ status: number }> | undefined
      // issueToken()'s lock, with the link opened half-way.
      await server.deps.db.transaction(async (trx) => {
        await trx('users').where({ id: user.id }).forUpdate().select('id')
        opened =
          purpose === 'verify'
            ? call(server, 'POST', '/api/auth/verify-email', { body: confirming })
            : call(server, 'POST', '/api/auth/reset-password', { body })
        await until(async () => {
          const waiting = await trx('pg_locks')
            .where({ granted: false })
            .whereRaw('pg_backend_pid() = any(pg_blocking_pids(pid))')
          expect(waiting).not.toEqual([])
        })
        await trx('mail_tokens').where({ user_id: user.id, purpose }).delete()
      })
      expect((await opened)?.status).toBe(400)
    }
  })

  test('hiding, claiming and typing lose nothing of each other', async () => {
    for (let round = 0; round < 5; round++) {
      const device = new TestDevice(server.url)
      const account = new TestDevice(server.url, otherAccount)
      const kit = device.kit()
      await device.push(kit)
      const claims = [{ secret: device.secret, kits: [kit.id] }]
      const typed = { kind: 'kit' as const, id: kit.id, kit: null }
      await Promise.all([
        account.sync([{ ...typed, cells: account.cells({ name: 'typed' }) }], { claims }),
        account.sync([{ ...typed, cells: account.cells({ notes: 'too' }) }], { claims }),
        desk.post(`/api/admin/kits/${kit.id}`, { hidden: true }),
        device.push({ ...typed, cells: device.cells({ task: 'late' }) }),
      ])
      const row = await server.deps.db('kits').where({ kit_id: kit.id }).first('cells', 'owner')
      expect(row.owner).toBe(account.principal)
      const cells = row.cells as Record<string, [Json]>
      expect([cells['name']?.[0], cells['notes']?.[0]]).toEqual(['typed', 'too'])
      expect(cells['hidden']?.[0]).toBe(true)
    }
  })
})

describe('a batch of a thousand comments', () => {
  test('is held beyond the limit without a question each', async () => {
    const { user } = await registerAccount(server)
    const ops = Array.from({ length: 1_000 }, (_, n) => owner.comment(newId(), `number ${n}`))
    let asked = 0
    const tryTake: RateLimits['tryTake'] = (...what) => {
      asked++
      return server.deps.limits.tryTake(...what)
    }
    const held = await holdComments({ ...server.deps.limits, tryTake }, user, ops)
    expect(held.size).toBe(990)
    expect(asked).toBeLessThan(30)
  })
})

describe('odd ops', () => {
  const names = ['__proto__', 'constructor', 'toString', 'author', 'removed', 'hidden']
  test.each(names)('with a cell %s change nothing and are answered', async (name) => {
    const kit = owner.kit()
    const cells = owner.cells({ buildId: newBuildId() })
    Object.defineProperty(cells, name, { value: [{ a: 1 }, owner.stamp()], enumerable: true })
    const request = { principal: owner.principal, node: owner.node, cursors: {} }
    const ops = [kit, { kind: 'kit' as const, id: newId(), kit: null, cells }]
    const response = await owner.post('/api/sync', encodeRequest({ ...request, ops }))
    expect(response.status).toBe(200)
    expect(await status(`/api/kits/${kit.id}`)).toBe(200)
  })
})
