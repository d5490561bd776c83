/** The desk's lists, longer than a page, by pages and as files. */
import { afterAll, beforeAll, expect, test } from 'vitest'

import type { TestServer } from '../../testServer.ts'

import { newId } from '#shared/ids.ts'
import { registerAccount, startTestServer, TestDevice } from '../../testServer.ts'

const COUNT = 53
const A_PAGE = 50

let server: TestServer
let boss: TestDevice
beforeAll(async () => {
  server = await startTestServer({ env: { ADMIN_EMAILS: ['boss@example.com'] } })
  boss = new TestDevice(server.url, await registerAccount(server, 'boss', 'boss@example.com'))
  await plant()
})
afterAll(async () => server.close())

/** Plants rows for every list: hidden kits with comments, reports, and deletion requests. */
async function plant(): Promise<void> {
  const { knex } = server.database
  const kits = Array.from({ length: COUNT }, (_, n) => boss.kit({ name: `=Kit ${n}` }))
  await boss.push(...kits)
  const comments: { id: string }[] = []
  // Rate limit of comments per account.
  for (let n = 0; n < COUNT; n += 10) {
    const author = new TestDevice(server.url, await registerAccount(server))
    const some = kits.slice(n, n + 10).map(({ id }) => author.comment(id, 'Not so'))
    await author.push(...some)
    comments.push(...some)
  }
  const at = (n: number) => new Date(1_800_000_000_000 + n * 1_000)
  for (const [n, { id }] of kits.entries()) {
    await knex('kits')
      .where({ kit_id: id })
      .update({ hidden_at: at(n) })
    // Pairs share a time: the id breaks the tie.
    const report = { reporter: 'u:x', reason: `Why ${n}`, reported_at: at(n - (n % 2)) }
    await knex('kit_reports').insert({ ...report, kit_id: id })
    await knex('comment_reports').insert({
      ...report,
      id: newId(),
      kit_id: id,
      comment_id: comments[n]?.id,
    })
    const user = newId()
    await knex('users').insert({
      id: user,
      username: `leaver${n}`,
      username_key: `leaver${n}`,
      created_at: at(0),
      password_changed_at: at(0),
    })
    const isDecided = n % 3 === 0
    await knex('deletion_requests').insert({
      id: newId(),
      user_id: user,
      requested_at: at(n),
      ...(isDecided && { status: 'declined', decided_at: at(1_000 + n) }),
    })
    await knex('contact_messages').insert({
      id: newId(),
      name: `Writer ${n}`,
      email: 'w@example.com',
      message: 'Hello',
      received_at: at(n),
    })
  }
}

type Row = Record<string, unknown>

async function pages(path: string, of: string): Promise<Row[][]> {
  const found: Row[][] = []
  for (let after: string | null = ''; after !== null && found.length < 9;) {
    const response = await boss.call('GET', `${path}${after && `?after=${after}`}`)
    expect(response.status).toBe(200)
    const answer = (await response.json()) as Record<string, Row[]> & { next: string | null }
    found.push(answer[of] ?? [])
    after = answer.next
  }
  return found
}

test.each([
  ['hidden-kits', 'kits', 'kitId', 'kitId,buildId,kitName,hiddenAt'],
  ['kit-reports', 'reports', 'kitId', 'reportedAt,count,kitId,buildId,kitName,reasons,hidden'],
  [
    'reports',
    'reports',
    'commentId',
    'reportedAt,count,kitId,buildId,kitName,reasons,commentId,author,content',
  ],
  ['deletion-requests', 'requests', 'id', 'id,username,email,requestedAt,status,decidedAt'],
])('%s come by pages, each once, and whole as a file', async (list, of, id, head) => {
  const path = `/api/admin/${list}`
  const [first = [], second = [], ...more] = await pages(path, of)
  expect([first.length, second.length, more.length]).toEqual([A_PAGE, COUNT - A_PAGE, 0])
  const all = [...first, ...second].map((row) => row[id])
  expect(new Set(all).size).toBe(COUNT)
  const file = await boss.call('GET', `${path}?format=csv`)
  expect(file.headers.get('Content-Disposition')).toContain('.csv"')
  const lines = (await file.text()).replace('\uFEFF', '').trim().split('\r\n')
  expect(lines[0]).toBe(head)
  expect(lines).toHaveLength(COUNT + 1)
  for (const [at, line] of lines.slice(1).entries()) expect(line).toContain(String(all[at]))
  // Names are escaped: spreadsheets must not run formulas.
  expect(lines.filter((line) => line.includes(',=Kit'))).toEqual([])
})

test('who wants to go comes first by age, and behind them what was decided, the latest first', async () => {
  const requests = (await pages('/api/admin/deletion-requests', 'requests')).flat()
  const numbers = Array.from({ length: COUNT }, (_, n) => n)
  const names = [
    ...numbers.filter((n) => n % 3 !== 0),
    ...numbers.filter((n) => n % 3 === 0).toReversed(),
  ].map((n) => `leaver${n}`)
  expect(requests.map((row) => row['username'])).toEqual(names)
})

test('messages are a file as well', async () => {
  const file = await boss.call('GET', '/api/admin/messages?state=waiting&format=csv')
  const lines = (await file.text()).trim().split('\r\n')
  expect(lines).toHaveLength(COUNT + 1)
  expect(lines[1]).toContain('Writer 0,w@example.com,Hello')
})

test('a place that is none is refused by its name', async () => {
  for (const list of ['hidden-kits', 'kit-reports', 'reports', 'deletion-requests']) {
    const response = await boss.call('GET', `/api/admin/${list}?after=1;drop`)
    expect(response.status).toBe(422)
    expect(await response.json()).toMatchObject({ field: 'after' })
  }
})
