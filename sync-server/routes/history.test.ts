/** Older versions over REST, and the origin of a copied kit. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import type { TestServer } from '../testServer.ts'

import { newId } from '#shared/ids.ts'
import { comment, saveKit } from '../testKits.ts'
import { registerAccount, startTestServer, TestDevice } from '../testServer.ts'

let server: TestServer
let owner: TestDevice
let other: TestDevice

beforeAll(async () => {
  server = await startTestServer()
  owner = new TestDevice(server.url, await registerAccount(server, 'dana_k'))
  other = new TestDevice(server.url, await registerAccount(server))
})
afterAll(() => server.close())

async function get(path: string, device?: TestDevice) {
  const response = device ? await device.call('GET', path) : await fetch(server.url + path)
  return { status: response.status, answer: await response.json() }
}

describe('older versions', () => {
  const versionsOf = (kitId: string, ids: string[], device?: TestDevice) =>
    get(`/api/kits/${kitId}/versions?ids=${ids.join()}`, device)

  async function kitWithVersions() {
    const { kitId, versionId } = await saveKit(owner)
    const later = owner.version(kitId, { name: 'Saved again' }, Date.now() + 10)
    await owner.push(later)
    return { kitId, first: versionId, second: later.id, later }
  }

  test('are answered to their owner with their content and its stamp, the newest first', async () => {
    const { kitId, first, second, later } = await kitWithVersions()
    const { status, answer } = await versionsOf(kitId, [first, second], owner)
    expect(status).toBe(200)
    expect(answer.versions.map(({ id }: { id: string }) => id)).toEqual([second, first])
    expect(answer.versions[0].body).toEqual(later.cells['body'])
    expect(JSON.parse(answer.versions[1].body[0])).toMatchObject({ notes: 'Mind the washer' })
  })

  test('are nobody else’s, signed in or not, although everybody reads the newest', async () => {
    const { kitId, first, second } = await kitWithVersions()
    expect((await get(`/api/kits/${kitId}`)).answer.version.id).toBe(second)
    for (const id of [first, second]) {
      expect(await versionsOf(kitId, [id], other)).toMatchObject({
        status: 403,
        answer: { code: 'not_owner' },
      })
      expect((await versionsOf(kitId, [id])).status).toBe(401)
      const device = new TestDevice(server.url)
      expect((await versionsOf(kitId, [id], device)).status).toBe(401)
    }
  })

  test('of another kit are not among them, whichever kit is named', async () => {
    const mine = await saveKit(owner)
    const theirs = await saveKit(other)
    const { status, answer } = await versionsOf(mine.kitId, [theirs.versionId], owner)
    expect([status, answer.versions]).toEqual([200, []])
  })

  test('are not answered of a kit that is gone or never was', async () => {
    const { kitId, first } = await kitWithVersions()
    await owner.call('DELETE', `/api/kits/${kitId}`)
    expect((await versionsOf(kitId, [first], owner)).status).toBe(404)
    expect((await versionsOf(newId(), [first], owner)).status).toBe(404)
  })

  test.each([
    ['none', ''],
    ['what is no id', "x' or 1=1"],
    ['51 of them', Array.from({ length: 51 }, () => newId()).join()],
  ])('are refused when asked for by %s', async (_what, ids) => {
    const { kitId } = await saveKit(owner)
    const path = `/api/kits/${kitId}/versions?ids=${encodeURIComponent(ids)}`
    expect(await get(path, owner)).toMatchObject({ status: 422, answer: { field: 'ids' } })
    expect((await get(`/api/kits/${kitId}/versions`, owner)).status).toBe(422)
  })

  test('of any size come within one answer’s limit, and at least one of them', async () => {
    const { kitId } = await saveKit(owner)
    const large = 'x'.repeat(20_000)
    const line = { id: newId(), ord: 'a0', name: '', manufacturer: '', partNumber: '' }
    const lines = Array.from({ length: 150 }, (_, at) => ({
      ...line,
      id: newId(),
      ord: `a${at}a`,
      link: `https://shop.example/${'y'.repeat(1_800)}`,
      price: 1,
      qty: 1,
    }))
    const versions = [1, 2, 3, 4, 5].map((at) =>
      owner.version(kitId, { notes: large, lines }, Date.now() + at * 10),
    )
    for (const version of versions) await owner.push(version)
    const newest = versions.map(({ id }) => id).toReversed()
    const { answer } = await versionsOf(kitId, newest, owner)
    const ids: string[] = answer.versions.map(({ id }: { id: string }) => id)
    expect(ids.length).toBeGreaterThan(0)
    expect(ids.length).toBeLessThan(5)
    expect(ids).toEqual(newest.slice(0, ids.length))
    const rest = await versionsOf(kitId, newest.slice(ids.length), owner)
    expect(rest.answer.versions.length).toBeGreaterThan(0)
  })
})

describe('where a kit was copied from', () => {
  const lineageOf = async (kitId: string) => get(`/api/kits/${kitId}/lineage`)
  const copyOf = async (kitId: string) =>
    (await saveKit(other, { name: 'A copy', fork: { from: kitId } })).kitId

  test('everybody reads it, with its owner’s name', async () => {
    const original = await saveKit(owner)
    const { kitId, buildId } = original
    expect(await lineageOf(await copyOf(kitId))).toEqual({
      status: 200,
      answer: { original: { kitId, buildId, name: 'B5 oil change', author: 'dana_k' } },
    })
  })

  test('a kit that was not copied has none', async () => {
    expect((await lineageOf((await saveKit(owner)).kitId)).answer).toEqual({ original: null })
    expect((await lineageOf(newId())).status).toBe(404)
    expect((await lineageOf('nothing')).status).toBe(404)
  })

  test('of an original that is not listed nothing is told: neither its name nor its id', async () => {
    const unlisted = await saveKit(owner, { visibility: 'unlisted' })
    const draft = owner.kit({ name: 'Secret draft' })
    await owner.push(draft)
    for (const kitId of [unlisted.kitId, draft.id]) {
      const copy = await copyOf(kitId)
      expect((await lineageOf(copy)).answer).toEqual({ original: null })
      const reader = new TestDevice(server.url)
      const { rows } = await reader.sync([], { cursors: { [`k:${copy}`]: 0 } })
      expect(JSON.stringify([rows, (await get(`/api/kits/${copy}`)).answer])).not.toContain(kitId)
    }
  })

  test('nor the name of whoever has deleted the account', async () => {
    const gone = await registerAccount(server)
    const { kitId } = await saveKit(new TestDevice(server.url, gone))
    const copy = await copyOf(kitId)
    const deletion = { deleted_at: new Date(), username: 'deleted user' }
    await server.database.knex('users').where('id', gone.principal.slice(2)).update(deletion)
    expect((await lineageOf(copy)).answer.original).toMatchObject({ kitId, author: null })
  })

  test('nor of one that was deleted', async () => {
    const { kitId } = await saveKit(owner)
    const copy = await copyOf(kitId)
    await owner.call('DELETE', `/api/kits/${kitId}`)
    expect((await lineageOf(copy)).answer).toEqual({ original: null })
  })

  test('it is written once: a later one is answered with the first', async () => {
    const [first, second] = [await saveKit(owner), await saveKit(owner)]
    const copy = await copyOf(first.kitId)
    const cells = other.cells({ fork: { from: second.kitId } }, Date.now() + 100)
    const [result] = await other.push({ kind: 'kit', id: copy, kit: null, cells })
    expect(result?.set?.['fork']?.[0]).toEqual({ from: first.kitId })
    expect((await lineageOf(copy)).answer.original.kitId).toBe(first.kitId)
    await comment(owner, copy, 'Thanks for naming it')
  })
})
