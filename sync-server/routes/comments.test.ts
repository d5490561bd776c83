import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import type { TestAccount, TestServer } from '../testServer.ts'

import { MAX_COMMENT } from '#shared/kinds/comment.ts'
import { newId } from '#shared/ids.ts'
import { kitScope } from '#shared/cells/limits.ts'
import { registerAccount, startTestServer, TestDevice } from '../testServer.ts'

let server: TestServer
let owner: TestDevice
let author: TestDevice
let authorAccount: TestAccount
let kitId: string

beforeAll(async () => {
  server = await startTestServer({ env: { ADMIN_EMAILS: ['chief@example.com'] } })
  owner = new TestDevice(server.url, await registerAccount(server))
  authorAccount = await registerAccount(server, 'commenter')
  author = new TestDevice(server.url, authorAccount)
  const kit = owner.kit({ name: 'discussed' })
  kitId = kit.id
  await owner.push(kit)
})
afterAll(() => server.close())

const list = async (kit = kitId) =>
  (await (await fetch(`${server.url}/api/comments/${kit}`)).json()) as {
    id: string
    content: string
    createdAt: string
    user: { username: string }
  }[]

/** A new account with its own kit: no shared limits or lists. */
async function scene() {
  const writer = new TestDevice(server.url, await registerAccount(server))
  const kit = owner.kit()
  await owner.push(kit)
  return { writer, kit: kit.id }
}

const followed = async (kit: string, device = new TestDevice(server.url)) =>
  (await device.sync([], { cursors: { [kitScope(kit)]: 0 } })).rows.filter(
    (row) => row.kind === 'comment',
  )

describe('a comment', () => {
  test('is posted trimmed, in a kit of somebody else, and read by everybody', async () => {
    const before = Date.now()
    const response = await author.post('/api/comments', { kitId, content: '  Nice kit.  ' })
    expect(response.status).toBe(201)
    const [comment] = await list()
    expect(comment).toMatchObject({ content: 'Nice kit.', user: { username: 'commenter' } })
    expect(Date.parse(comment?.createdAt ?? '')).toBeGreaterThanOrEqual(before)
    expect(JSON.stringify(await list())).not.toContain(authorAccount.user.email)
  })

  test('is among the latest, as many as an answer may hold, however long they are', async () => {
    const { writer, kit } = await scene()
    const first = writer.comment(kit, 'x')
    await writer.push(first)
    const { knex } = server.database
    // Inserted directly: the rate limits would take days.
    await knex.raw(
      `insert into comments (kit_id, id, owner, cells, kit_ver, owner_ver)
       select kit_id, lpad(n::text, 22, 'A'), owner, jsonb_set(cells, '{text}', jsonb_build_array(
         repeat('ä', 4990) || ' ' || n, to_char(n, 'FM0000000') || substr(cells->'text'->>1, 8))),
         kit_ver, owner_ver
       from comments, generate_series(1, 600) as n where id = ?`,
      [first.id],
    )
    const response = await fetch(`${server.url}/api/comments/${kit}`)
    const text = await response.text()
    expect(Buffer.byteLength(text)).toBeLessThan(1024 * 1024)
    const shown = (JSON.parse(text) as { content: string }[]).map(({ content }) => content)
    expect(shown.length).toBeGreaterThan(90)
    // The typed comment is the latest; the oldest are left out.
    expect(shown.at(-1)).toBe('x')
    expect(shown.at(-2)).toMatch(/ 600$/)
  })

  test('comes through sync too, with its author from the server, once however often it is sent', async () => {
    const { writer, kit } = await scene()
    const comment = writer.comment(kit, 'from the garage')
    const first = await writer.sync([comment], { isAnswerLost: true })
    expect(first.results[0]?.set?.['author']?.[0]).toMatchObject({
      id: writer.principal.slice(2),
    })
    const again = await writer.sync([comment])
    expect(again.results[0]?.set?.['author']?.[0]).toMatchObject({
      id: writer.principal.slice(2),
    })
    expect(await list(kit)).toHaveLength(1)
    const [seen] = await followed(kit)
    expect(seen).toMatchObject({ mine: false, id: comment.id })
    expect((await followed(kit, writer))[0]?.mine).toBe(true)
  })

  test('comes to the owner of the kit beside his own rows', async () => {
    const { writer, kit } = await scene()
    await writer.push(writer.comment(kit, 'look here'))
    const { rows } = await owner.sync([], { cursors: { [kitScope(kit)]: 0 } })
    expect(rows.map((row) => [row.kind, row.mine])).toEqual([
      ['kit', true],
      ['comment', false],
    ])
  })

  test('does not count in the size or the lines of the kit, nor change what its owner typed', async () => {
    const { writer, kit } = await scene()
    const read = () => server.database.knex('kits').where('kit_id', kit).first()
    const before = await read()
    await writer.push(writer.comment(kit, 'x'.repeat(4_000)))
    const { bytes, live_lines, cells, owner_ver } = await read()
    expect({ bytes, live_lines, cells, owner_ver }).toEqual({
      bytes: before.bytes,
      live_lines: before.live_lines,
      cells: before.cells,
      owner_ver: before.owner_ver,
    })
  })

  test.each([
    [
      'whose author is forged',
      { author: { id: 'x', name: 'chief' } },
      { rej: { author: 'forbidden' } },
    ],
    ['that hides itself', { hidden: true }, { rej: { hidden: 'forbidden' } }],
    ['with a field of its own', { votes: 99 }, { rej: { votes: 'unknown_field' } }],
  ])('%s keeps only what may be written', async (_what, cells, expected) => {
    const { writer, kit } = await scene()
    const comment = writer.comment(kit, 'text')
    const [result] = await writer.push({
      ...comment,
      cells: { ...comment.cells, ...writer.cells(cells) },
    })
    expect(result).toMatchObject(expected)
    const [shown] = await list(kit)
    expect(shown?.user.username).toMatch(/^tester/)
  })

  test.each([
    ['nothing', '', 422],
    ['spaces', '   \n ', 422],
    ['too much', 'x'.repeat(MAX_COMMENT + 1), 422],
    ['a NUL', 'a\0b', 422],
    ['a number', 7, 422],
  ])('of %s is refused with the name of the field', async (_what, content, status) => {
    const response = await author.post('/api/comments', { kitId, content })
    expect(response.status).toBe(status)
    expect((await response.json()).field).toBe('content')
  })

  test('needs an account, and a kit that is there', async () => {
    const anonymous = new TestDevice(server.url)
    expect((await anonymous.post('/api/comments', { kitId, content: 'x' })).status).toBe(401)
    expect(await anonymous.push(anonymous.comment(kitId, 'x'))).toEqual([{ err: 'forbidden' }])
    const { writer } = await scene()
    const missing = await writer.post('/api/comments', { kitId: newId(), content: 'x' })
    expect(missing.status).toBe(404)
  })

  test('on a kit that was deleted is refused for good', async () => {
    const { writer, kit } = await scene()
    await owner.push({ kind: 'kit', id: kit, kit: null, cells: owner.cells({ del: true }) })
    expect(await writer.push(writer.comment(kit, 'late'))).toEqual([{ err: 'parent_gone' }])
  })

  test('beyond ten a minute waits: 429 over REST, "later" over sync, nothing lost', async () => {
    const { writer, kit } = await scene()
    const comments = Array.from({ length: 12 }, (_, nth) => writer.comment(kit, `nr ${nth}`))
    const results = await writer.push(...comments)
    const held = results.filter((result) => result.err === 'retry')
    expect(held.map(({ why }) => why)).toEqual(['comments', 'comments'])
    expect(results.find((result) => result.err)?.after).toBeGreaterThan(0)
    const response = await writer.post('/api/comments', { kitId: kit, content: 'one more' })
    expect(response.status).toBe(429)
    expect(Number(response.headers.get('Retry-After'))).toBeGreaterThan(0)
    expect((await response.json()).error).toMatch(/try again/i)
  })
})

describe('taking a comment away', () => {
  const posted = async () => {
    const { writer, kit } = await scene()
    const comment = writer.comment(kit, 'rude words')
    await writer.push(comment)
    return { writer, kit, id: comment.id, comment }
  }

  test('its author deletes it, over sync and over REST', async () => {
    const { writer, kit, id } = await posted()
    const del = { kind: 'comment' as const, id, kit: null, cells: writer.cells({ del: true }) }
    expect(await writer.push(del)).toEqual([{ ok: 1 }])
    expect(await list(kit)).toEqual([])
    expect(JSON.stringify(await followed(kit))).not.toContain('rude')
    const other = await posted()
    expect((await other.writer.call('DELETE', `/api/comments/${other.id}`)).status).toBe(204)
    expect(await list(other.kit)).toEqual([])
  })

  test('the text of a comment never changes', async () => {
    const { writer, kit, id } = await posted()
    const op = { kind: 'comment' as const, id, kit: null, cells: writer.cells({ text: 'nicer' }) }
    const [result] = await writer.push(op)
    expect(result?.set?.['text']?.[0]).toBe('rude words')
    expect((await list(kit))[0]?.content).toBe('rude words')
  })

  test('the owner of the kit hides it and shows it again; its text leaves others’ pulls', async () => {
    const { writer, kit, id } = await posted()
    const hide = (hidden: boolean) => owner.post(`/api/comments/${id}/hide`, { hidden })
    expect((await hide(true)).status).toBe(200)
    expect(await list(kit)).toEqual([])
    expect(JSON.stringify(await followed(kit))).not.toContain('rude')
    const own = (await writer.sync()).rows.find((row) => row.id === id)
    expect(own?.cells['hidden']?.[0]).toBe(true)
    // The owner who hid it still sees it on a new device, and may show it again.
    const fresh = await followed(kit, owner)
    expect(JSON.stringify(fresh)).toContain('rude')
    await hide(false)
    expect(await list(kit)).toHaveLength(1)
    expect(JSON.stringify(await followed(kit))).toContain('rude')
  })

  test('nobody else does either', async () => {
    const { id, kit } = await posted()
    const { writer: stranger } = await scene()
    expect((await stranger.call('DELETE', `/api/comments/${id}`)).status).toBe(403)
    expect((await stranger.post(`/api/comments/${id}/hide`, { hidden: true })).status).toBe(403)
    const op = { kind: 'comment' as const, id, kit: null, cells: stranger.cells({ del: true }) }
    expect(await stranger.push(op)).toEqual([{ err: 'not_owner' }])
    expect((await owner.call('DELETE', `/api/comments/${id}`)).status).toBe(403)
    expect(await list(kit)).toHaveLength(1)
  })

  test('an administrator deletes it, and that is written down', async () => {
    const { id, kit } = await posted()
    const account = await registerAccount(server, 'chief', 'chief@example.com')
    const chief = new TestDevice(server.url, account)
    expect((await chief.call('DELETE', `/api/comments/${id}`)).status).toBe(204)
    expect(await list(kit)).toEqual([])
    const entries = await server.database.knex('audit_log').where('subject', `comment:${id}`)
    expect(entries).toMatchObject([{ action: 'delete_comment', actor: account.user.id }])
  })

  test('a report is counted for operators, of a comment and of a kit', async () => {
    const { id } = await posted()
    const { writer, kit } = await scene()
    const { knex } = server.database
    await knex('alerts').delete()
    for (const path of [`comments/${id}`, `kits/${kit}`]) {
      expect((await writer.post(`/api/${path}/report`, {})).status).toBe(200)
    }
    expect(await knex('alerts').select('kind', 'waiting')).toEqual([{ kind: 'report', waiting: 2 }])
  })

  test('a report is kept once a person', async () => {
    const { id } = await posted()
    const { writer } = await scene()
    await writer.post(`/api/comments/${id}/report`, { reason: 'rude' })
    expect((await writer.post(`/api/comments/${id}/report`, {})).status).toBe(200)
    const reports = await server.database.knex('comment_reports').where('comment_id', id)
    expect(reports).toMatchObject([{ reason: 'rude', reporter: writer.principal }])
    expect((await new TestDevice(server.url).post(`/api/comments/${id}/report`, {})).status).toBe(
      401,
    )
  })
})
