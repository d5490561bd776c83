import { afterAll, beforeAll, expect, test } from 'vitest'

import type { Op } from '#shared/sync/protocol.ts'
import type { TestAccount, TestServer } from '../testServer.ts'

import { textIn } from '#shared/cells/cells.ts'
import { newId } from '#shared/ids.ts'
import { kitScope } from '#shared/cells/limits.ts'
import { applyOps } from '../sync/applyOps.ts'
import { BOSS_EMAIL, TestDesk } from '../testDesk.ts'
import { comment, saveKit } from '../testKits.ts'
import { registerAccount, startTestServer, TestDevice } from '../testServer.ts'

let server: TestServer
let desk: TestDesk
let now = Date.now
beforeAll(async () => {
  server = await startTestServer({ now: () => now(), env: { ADMIN_EMAILS: [BOSS_EMAIL] } })
  desk = await TestDesk.open(server)
})
afterAll(async () => server.close())

const signedIn = (account: TestAccount) => new TestDevice(server.url, account)
const follow = (kitId: string) => ({ cursors: { [kitScope(kitId)]: 0 } })

test('kits nobody else has a part in are erased, also for who follows them', async () => {
  const ida = await registerAccount(server, 'ida')
  const phone = signedIn(ida)
  const draft = phone.kit({ name: 'Secret plan', vin: 'WAUZZZ8D4XA000001' })
  const line = phone.line(draft.id, { name: 'Coolant' })
  const step: typeof line = {
    kind: 'step',
    id: newId(),
    kit: draft.id,
    cells: phone.cells({ ord: 'a0', what: 'torque', text: 'Drain plug' }),
  }
  const job = { kind: 'log' as const, id: newId(), kit: null }
  await phone.push(draft, line, step, { ...job, cells: phone.cells({ task: 'Secret job' }) })
  const saved = await saveKit(phone, { name: 'Alone' })
  const unlisted = await saveKit(phone, { name: 'By link', visibility: 'unlisted' })
  const jonas = signedIn(await registerAccount(server, 'jonas'))
  const foreign = await comment(jonas, unlisted.kitId, 'Nice')
  const own = await comment(phone, unlisted.kitId, 'Thanks')

  const friend = new TestDevice(server.url)
  const cursors = { [kitScope(draft.id)]: 0, [kitScope(saved.kitId)]: 0 }
  const before = await friend.sync([], { cursors })
  expect(before.rows.map((row) => row.kind).sort()).toEqual([
    'kit',
    'kit',
    'line',
    'step',
    'version',
  ])
  await desk.deleteAccount(ida)

  const after = await friend.sync([], { cursors: before.cursors })
  expect(after.reset.sort()).toEqual([kitScope(draft.id), kitScope(saved.kitId)].sort())
  expect(after.rows.map((row) => [row.kind, Object.keys(row.cells).sort()])).toEqual([
    ['kit', ['buildId', 'del']],
    ['kit', ['buildId', 'del']],
  ])
  expect((await friend.sync([], { cursors: after.cursors })).rows).toEqual([])
  for (const buildId of [textIn(draft.cells, 'buildId'), saved.buildId, unlisted.buildId]) {
    const response = await fetch(`${server.url}/api/kits/by-build-id/${buildId}`)
    expect(response.status).toBe(404)
  }
  const ids = [draft.id, saved.kitId, unlisted.kitId]
  for (const table of ['lines', 'steps', 'versions', 'beaten']) {
    const rows = await server.database.knex(table).whereIn('kit_id', ids)
    expect([table, rows]).toEqual([table, []])
  }
  expect(await server.database.knex('log_entries').where({ id: job.id })).toEqual([])
  const comments = await server.database.knex('comments').whereIn('kit_id', ids).pluck('id')
  expect(comments).toEqual([foreign])
  expect(comments).not.toContain(own)
  const kits = await server.database.knex('kits').whereIn('kit_id', ids)
  expect(JSON.stringify(kits)).not.toMatch(/Secret|Alone|By link|WAUZZZ|washer/)
})

test('public kits that others commented on or copied stay, without what was private', async () => {
  const kurt = await registerAccount(server, 'kurt')
  const phone = signedIn(kurt)
  const commented = await saveKit(phone, { name: 'Commented', vin: 'WAUZZZ8D4XA000001' })
  const copied = await saveKit(phone, { name: 'Copied' })
  const selfish = await saveKit(phone, { name: 'Selfish' })
  const disliked = await saveKit(phone, { name: 'Disliked' })
  await phone.push({
    kind: 'kit',
    id: commented.kitId,
    kit: null,
    cells: phone.cells({ notes: 'Not shared yet' }),
  })
  const lena = signedIn(await registerAccount(server, 'lena'))
  await comment(lena, commented.kitId, 'Worked for me')
  await comment(phone, selfish.kitId, 'My own words')
  const takenBack = await comment(lena, disliked.kitId, 'Hm')
  const del = { kind: 'comment', id: takenBack, kit: disliked.kitId } as const
  await lena.push({ ...del, cells: lena.cells({ del: true }) })
  await lena.push(lena.kit({ fork: { from: copied.kitId } }))
  await phone.push(phone.kit({ fork: { from: selfish.kitId } }))
  await desk.deleteAccount(kurt)

  const status = async (buildId: string) =>
    (await fetch(`${server.url}/api/kits/by-build-id/${buildId}`)).status
  expect(await status(commented.buildId)).toBe(200)
  expect(await status(copied.buildId)).toBe(200)
  expect(await status(selfish.buildId)).toBe(404)
  expect(await status(disliked.buildId)).toBe(404)
  const response = await fetch(`${server.url}/api/kits/by-build-id/${commented.buildId}`)
  const text = await response.text()
  expect(text).toContain('Commented')
  expect(text).toContain('Oil filter')
  expect(text).not.toMatch(/kurt|WAUZZZ|Not shared/)
  const pulled = await new TestDevice(server.url).sync([], follow(commented.kitId))
  expect(pulled.rows.map((row) => row.kind).sort()).toEqual(['comment', 'kit', 'version'])
  const kit = await server.database.knex('kits').where({ kit_id: commented.kitId }).first()
  expect(JSON.stringify(kit)).not.toMatch(/WAUZZZ|Not shared/)
  const lines = await server.database.knex('lines').where({ kit_id: commented.kitId })
  expect(lines).toEqual([])
})

test('comments lose their author, also for who has read them already', async () => {
  const mia = await registerAccount(server, 'mia')
  const phone = signedIn(mia)
  const owner = signedIn(await registerAccount(server, 'nils'))
  const { kitId } = await saveKit(owner)
  await comment(phone, kitId, 'Use a new washer')
  const takenBack = await comment(phone, kitId, 'What a stupid kit')
  const del = { kind: 'comment', id: takenBack, kit: kitId } as const
  await phone.push({ ...del, cells: phone.cells({ del: true }) })
  const friend = new TestDevice(server.url)
  const before = await friend.sync([], follow(kitId))
  expect(JSON.stringify(before.rows)).toContain('"mia"')
  await desk.deleteAccount(mia)

  const { rows } = await friend.sync([], { cursors: before.cursors })
  expect(rows.length).toBeGreaterThan(0)
  expect(rows.every((row) => row.kind === 'comment')).toBe(true)
  const read = rows.find((row) => row.cells['text'])
  const was = before.rows.find((row) => row.id === read?.id)
  expect(read?.cells['author']?.[0]).toBeNull()
  expect((read?.cells['author']?.[1] ?? '') > (was?.cells['author']?.[1] ?? '')).toBe(true)
  const shown = await (await fetch(`${server.url}/api/comments/${kitId}`)).text()
  expect(shown).toContain('Use a new washer')
  expect(shown).toContain('deleted user')
  expect(shown).not.toContain('mia')
  const stored = await server.database.knex('comments').where({ kit_id: kitId })
  expect(JSON.stringify(stored)).not.toMatch(/mia|stupid/)
})

test('tasks nobody approved go, and the others stay', async () => {
  const olaf = await registerAccount(server, 'olaf')
  const phone = signedIn(olaf)
  await phone.post('/api/tasks', { name: 'Olaf one' })
  await phone.post('/api/tasks', { name: 'Olaf two' })
  await server.database
    .knex('tasks')
    .where({ name_key: 'olaf two' })
    .update({ approved_at: new Date() })
  await desk.deleteAccount(olaf)
  const names = await server.database
    .knex('tasks')
    .where({ owner: olaf.principal })
    .pluck('name_key')
  expect(names).toEqual(['olaf two'])
})

test('an erasure does not collide with what others write meanwhile', async () => {
  const quentin = await registerAccount(server, 'quentin')
  const phone = signedIn(quentin)
  const rosa = signedIn(await registerAccount(server, 'rosa'))
  const kit = await saveKit(rosa)
  const own = await saveKit(phone)
  for (let i = 0; i < 5; i++) await comment(phone, kit.kitId, `From quentin ${i}`)
  await comment(rosa, own.kitId, 'First')
  const [answer] = await Promise.all([
    desk.deleteAccount(quentin),
    ...[1, 2, 3, 4].map((n) => comment(rosa, kit.kitId, `From rosa ${n}`)),
    ...[1, 2].map((n) => comment(rosa, own.kitId, `More ${n}`)),
  ])
  expect(answer).toEqual({ status: 'processed' })
  expect(server.errors).toEqual([])
})

test('a server clock that was set back does not bring the author back', async () => {
  const tilda = await registerAccount(server, 'tilda')
  const phone = signedIn(tilda)
  const { kitId } = await saveKit(signedIn(await registerAccount(server)))
  await comment(phone, kitId, 'Hello')
  const friend = new TestDevice(server.url)
  const before = await friend.sync([], follow(kitId))
  now = () => Date.now() - 3_600_000
  await desk.deleteAccount(tilda)
  now = Date.now
  const { rows } = await friend.sync([], { cursors: before.cursors })
  const was = before.rows.find((row) => row.kind === 'comment')?.cells['author']?.[1] ?? ''
  const [value, stamp] = rows[0]?.cells['author'] ?? ['', '']
  expect(value).toBeNull()
  expect(stamp > was).toBe(true)
})

test('what was on its way while the account was deleted is not stored', async () => {
  const ursula = await registerAccount(server, 'ursula')
  const phone = signedIn(ursula)
  const { kitId } = await saveKit(signedIn(await registerAccount(server)))
  await desk.deleteAccount(ursula)
  // A push that passed its token check before the deletion, and then waited for it.
  const words: Op = {
    kind: 'comment',
    id: newId(),
    kit: kitId,
    cells: phone.cells({ text: 'Late' }),
  }
  const late = phone.kit({ name: 'Late plan' })
  const batch = { principal: ursula.principal, name: 'ursula', ownerCursor: 0 }
  const push = applyOps(server.deps, { ...batch, ops: [late, words] })
  await expect(push).rejects.toMatchObject({ status: 401, code: 'account_deleted' })
  expect(await server.database.knex('comments').where({ kit_id: kitId })).toEqual([])
  expect(await server.database.knex('kits').where({ kit_id: late.id })).toEqual([])
})
