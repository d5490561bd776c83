/** Memory limit of the file process, and the message when it dies. */
import type { Feed } from '#shared/catalogue/feed.ts'
import type { Job } from '#shared/catalogue/job.ts'
import type { TestServer } from '../../testServer.ts'

import { readdirSync, readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { isOver } from '#shared/catalogue/job.ts'
import { until } from '#shared/testPatience.ts'
import { createFiles } from '../../feeds/files.ts'
import { BOSS_EMAIL, TestDesk } from '../../testDesk.ts'
import { filesProcess } from '../../testProcess.ts'
import { startTestServer } from '../../testServer.ts'

let server: TestServer
let desk: TestDesk
beforeAll(async () => {
  server = await startTestServer({ env: { ADMIN_EMAILS: [BOSS_EMAIL] } })
  desk = await TestDesk.open(server)
})
afterAll(async () => {
  expect(server.errors).toEqual([])
  await server.close()
})

async function upload(body: string, type = 'text/csv'): Promise<Feed> {
  const response = await fetch(`${server.url}/api/admin/feeds?name=test`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${desk.token}`, 'Content-Type': type },
    body,
  })
  expect(response.status).toBeLessThan(300)
  const { id } = (await response.json()) as Feed
  // A server that is busy answers before it has read the file.
  return until(async () => {
    const feed = await feedOf(id)
    expect(feed.state).not.toBe('reading')
    return feed
  })
}

const csv = (...rows: string[]) => ['Part Number,Brand,Name,Price,Merchant', ...rows, ''].join('\n')
const manyRows = (name: string, count: number) =>
  csv(...Array.from({ length: count }, (_, n) => `${name} ${n},B,N,5,S`))
const feedOf = async (id: string) =>
  (await desk.call(desk.boss, 'GET', `/api/admin/feeds/${id}`)) as unknown as Feed
async function begin(id: string): Promise<() => Promise<Job>> {
  const begun = await desk.post(`/api/admin/feeds/${id}/import`, {})
  expect(begun.status).toBe(202)
  return async () =>
    (await desk.call(desk.boss, 'GET', `/api/admin/jobs/${String(begun['id'])}`)) as unknown as Job
}
async function end(job: () => Promise<Job>): Promise<Job> {
  return until(async () => {
    const now = await job()
    expect(isOver(now)).toBe(true)
    return now
  })
}

/** Children of this test process. */
const filesProcesses = (): number[] =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => {
      try {
        const parent = / \S (\d+) /.exec(readFileSync(`/proc/${pid}/stat`, 'utf8'))?.[1]
        const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8')
        return parent === String(process.pid) && command.includes('files.mjs')
      } catch {
        return false
      }
    })

function theProcess(): number {
  const [pid] = filesProcesses()
  if (pid === undefined) throw new Error('no process for files runs')
  return pid
}
/** Peak resident memory, bytes. */
const peak = () =>
  1024 * Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${theProcess()}/status`, 'utf8'))?.[1])

const SIZE = 24_000_000
const times = (one: (n: number) => string) => {
  const length = one(100_000).length
  return Array.from({ length: Math.floor(SIZE / length) }, (_, n) => one(n)).join('')
}
const item = (inner: string) => `<rss><channel><item>${inner}</item></channel></rss>`
const NAME = 'y'.repeat(7_000)
const children = Array.from({ length: 900 }, (_, n) => `"${n}":1`).join(',')
const TAG = /^A tag or comment of the file is longer than 262,144 characters\.$/
const ROW = /The row is longer than 16,384 characters\.$/

test.each([
  ['XML attributes', 'xml', () => item(`<a ${times((n) => `a${n}="${n}" `)}/>`), TAG],
  ['one XML attribute', 'xml', () => item(`<a a="${'x'.repeat(SIZE)}"/>`), TAG],
  ['the name of an XML tag', 'xml', () => item(`<${'x'.repeat(SIZE)}/>`), TAG],
  ['an XML comment', 'xml', () => item(`<!--${'x'.repeat(SIZE)}-->`), TAG],
  ['an XML doctype', 'xml', () => `<!DOCTYPE ${'x'.repeat(SIZE)}>${item('')}`, TAG],
  ['CDATA', 'xml', () => item(`<a><![CDATA[${'x'.repeat(SIZE)}]]></a>`), TAG],
  ['names of XML elements', 'xml', () => item(times((n) => `<a${n}>1</a${n}>`)), ROW],
  ['addresses of links', 'xml', () => item(`<link href="${'x'.repeat(200_000)}"/>`), ROW],
  ['one JSON text', 'json', () => `[{"a":"${'x'.repeat(SIZE)}"}]`, ROW],
  [
    'names of JSON that stand before each value',
    'json',
    () => `[${times((n) => `{"${NAME}${n}":{${children}}},`)}{}]`,
    ROW,
  ],
  [
    'a name of XML over many elements',
    'xml',
    () => item(`<${NAME}>${times((n) => `<a${n}>1</a${n}>`)}</${NAME}>`),
    ROW,
  ],
  ['empty lines of CSV', 'csv', () => csv('\n'.repeat(SIZE)), /^The file has no rows\.$/],
  ['one CSV cell', 'csv', () => csv(`"${'x'.repeat(SIZE)}",B,N,5,S`), ROW],
  // T41
] as const)('%s of 24 MB take none of it', async (_what, type, body, sentence) => {
  await upload(csv('A 1,B,N,5,S'))
  const before = peak()
  const { state, error, problems } = await upload(
    body(),
    type === 'csv' ? 'text/csv' : `application/${type}`,
  )
  expect(state).toBe('refused')
  expect([error, ...problems.map(({ reason }) => reason)].join('\n')).toMatch(
    new RegExp(sentence.source, 'm'),
  )
  expect((peak() - before) / SIZE).toBeLessThan(3)
  const { rows } = await server.database.knex.raw(`select id from feeds where state = 'waiting'`)
  for (const { id } of rows) await desk.post(`/api/admin/feeds/${id}/discard`, {})
})

test('an element that closes itself is closed', async () => {
  const offer = '<mpn>X 1</mpn><brand>B</brand><title>N</title><price>5 USD</price>'
  const entry = `<entry>${offer}<seller>S</seller><link href="https://shop.example/x1"/></entry>`
  const feed = await upload(`<feed>${entry}</feed>`, 'application/xml')
  expect(feed).toMatchObject({ state: 'waiting', accepted: 1 })
})

test('a file whose reading ends with its process is refused with a sentence, and the next is read', async () => {
  await upload(csv('D 1,B,N,5,S'))
  const before = theProcess()
  const answer = upload(manyRows('D', 60_000))
  await until(async () => {
    const [newest] = await server.deps.db('feeds').orderBy('created_at', 'desc').limit(1)
    expect(newest).toMatchObject({ state: 'reading' })
    expect(newest.rows).toBeGreaterThan(0)
  })
  process.kill(before, 'SIGKILL')
  const { id, ...feed } = await answer
  expect(feed).toMatchObject({
    state: 'refused',
    error: 'The process that works on files was ended (SIGKILL). Nothing was changed.',
  })
  expect(server.errors.splice(0).join()).toContain('was ended')
  expect(await server.deps.db('feed_rows').where({ feed_id: id })).toEqual([])
  expect(await upload(csv('D 1,B,N,5,S'))).toMatchObject({ state: 'waiting' })
  expect(filesProcesses()).not.toContain(before)
})

// T41
test('an import whose process is killed fails with a sentence, leaves nothing and may be begun again', async () => {
  const { id } = await upload(manyRows('K', 6_000))
  const job = await begin(id)
  await until(async () => expect((await job()).saved).toBeGreaterThan(0))
  process.kill(theProcess(), 'SIGKILL')
  expect(await end(job)).toMatchObject({
    state: 'failed',
    error: 'The process that works on files was ended (SIGKILL). Nothing was changed.',
  })
  expect(await feedOf(id)).toMatchObject({ state: 'waiting' })
  expect((await fetch(`${server.url}/api/parts/K1`)).status).toBe(404)
  expect(await end(await begin(id))).toMatchObject({ state: 'done', saved: 6_000 })
})

// T41
test('a process that has more than its memory says so, and the next is not held', async () => {
  const files = createFiles(filesProcess, server.database.url, 40)
  const job = { id: 'x', feedId: 'x', runner: 'x' }
  const run = () => files.run({ does: 'undo', job, now: 0 })
  for (const _time of [1, 2]) {
    await expect(run()).rejects.toThrow(/took more than \{most\} MB.*"most":60/)
  }
  files.close()
})
