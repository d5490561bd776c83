import type { Job } from '#shared/catalogue/job.ts'
import type { SourceSettings } from '#shared/catalogue/source.ts'
import type { TestInternet } from '../../outside/testInternet.ts'
import type { TestServer } from '../../testServer.ts'

import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { isOver } from '#shared/catalogue/job.ts'
import { until } from '#shared/testPatience.ts'
import { openInternet } from '../../outside/testInternet.ts'
import { beginDue } from '../../feeds/dueSources.ts'
import { BOSS_EMAIL, TestDesk } from '../../testDesk.ts'
import { startTestServer } from '../../testServer.ts'

const HOST = 'files.example'
const FILE = 'partNumber,brand,name,price,merchant,link\nP-1,B,A pump,5.00,M,https://m.example/\n'

let internet: TestInternet
let server: TestServer
let desk: TestDesk
/** Ends the responses that the host holds back. */
const held: (() => void)[] = []
beforeAll(async () => {
  internet = await openInternet()
  internet.sites[HOST] = ({ url = '' }, response) => {
    response.writeHead(200, { 'Content-Type': 'text/csv' })
    if (url.startsWith('/held')) return void held.push(() => response.end(FILE))
    if (!url.startsWith('/drip')) return void response.end(FILE)
    const drip = setInterval(() => response.write('p'), 200)
    response.once('close', () => clearInterval(drip))
  }
  const { outside } = internet
  server = await startTestServer({ env: { ADMIN_EMAILS: [BOSS_EMAIL] }, outside })
  desk = await TestDesk.open(server)
})
afterAll(async () => {
  await server.close()
  await internet.close()
})

const settings = (path: string): SourceSettings => ({
  name: path,
  kind: 'address',
  address: `https://${HOST}/${path}`,
  merchant: 'M',
  format: 'csv',
  encoding: '',
  decimal: '.',
  currency: 'USD',
  rate: null,
  mapping: {},
  schedule: '0 4 * * *',
  priceHours: 168,
  historyAllowed: true,
})

const make = async (path: string) =>
  String((await desk.post('/api/admin/sources', settings(path)))['id'])
/** In sequence: each needs a password check, which few may do at once. */
async function makeAll(...paths: string[]): Promise<string[]> {
  const ids: string[] = []
  for (const path of paths) ids.push(await make(path))
  return ids
}
const runOf = (id: string) => desk.post(`/api/admin/sources/${id}/run`, {})

async function over(begun: Record<string, unknown>): Promise<Job> {
  expect(begun).toMatchObject({ status: 202 })
  return until(async () => {
    const path = `/api/admin/jobs/${String(begun['id'])}`
    const job = (await desk.call(desk.boss, 'GET', path)) as unknown as Job
    expect(isOver(job)).toBe(true)
    return job
  })
}

async function import1(name: string): Promise<Job> {
  const response = await fetch(`${server.url}/api/admin/feeds?name=${name}&merchant=`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${desk.token}`, 'Content-Type': 'text/csv' },
    body: FILE,
  })
  const { id } = (await response.json()) as { id: string }
  return over(await desk.post(`/api/admin/feeds/${id}/import`, {}))
}

// T91
test('hosts that drip their files hold no import, no other source, and nothing that is due', async () => {
  const [first = '', ...others] = await makeAll('drip1', 'drip2', 'drip3')
  const dripping = await Promise.all([first, ...others].map(runOf))
  for (const begun of dripping) expect(begun).toMatchObject({ status: 202 })
  await sleep(300)

  expect(await import1('by hand')).toMatchObject({ state: 'done', saved: 1 })
  expect(await over(await runOf(await make('whole')))).toMatchObject({ state: 'done' })
  expect(await runOf(first), 'one run of a source at a time').toMatchObject({ code: 'busy' })

  const due = await make('due')
  await server.deps
    .db('feed_sources')
    .whereIn('id', [first, due])
    .update({ next_at: new Date(0) })
  expect(await beginDue({ ...server.deps, jobs: server.deps.jobs })).toBe(true)
  await until(async () => {
    const job = await server.deps.db('jobs').where({ subject: due }).first('state')
    expect(job).toMatchObject({ state: 'done' })
  })
  expect(await beginDue({ ...server.deps, jobs: server.deps.jobs }), 'what is fetched').toBe(false)

  for (const { id } of dripping) {
    await desk.post(`/api/admin/jobs/${String(id)}/cancel`, {})
    expect(await over({ status: 202, id })).toMatchObject({ state: 'cancelled' })
  }
})

// T91
test('files that were fetched beside each other are stored one after another', async () => {
  const ids = await makeAll('one', 'two', 'three', 'four', 'five', 'six')
  const begun = await Promise.all(ids.map(runOf))
  for (const one of begun) expect(await over(one)).toMatchObject({ state: 'done' })
  const feeds = await server.deps.db('feeds').whereIn('source_id', ids).pluck('state')
  expect(feeds).toEqual(ids.map(() => 'waiting'))
})

describe.each(['changed', 'removed'])('a source that is %s', (what) => {
  const act = async (id: string, name: string) => {
    const path = `/api/admin/sources/${id}`
    const done =
      what === 'removed'
        ? await desk.post(`${path}/remove`, {})
        : await desk.post(path, { ...settings(`held-${name}`), merchant: 'Another', decimal: ',' })
    expect(done).toMatchObject({ status: 200 })
  }
  const feedOf = async (id: string) => {
    const feed: unknown = await server.deps.db('feeds').where({ source_id: id }).first('id')
    return String((feed as { id: string }).id)
  }

  test('while its file is fetched lets nothing of it in', async () => {
    const id = await make(`held-${what}`)
    await server.deps.db('feed_sources').where({ id }).update({ is_asking: false })
    const begun = await runOf(id)
    await until(() => expect(held).toHaveLength(1))
    const feed = await feedOf(id)
    await act(id, what)
    held.pop()?.()
    expect(await over(begun)).toMatchObject({ state: 'failed', error: 'It was discarded.' })
    expect(await server.deps.db('feeds').where({ id: feed }).first('state')).toEqual({
      state: 'discarded',
    })
    const left: unknown[] = await server.deps.db('feed_sources').where({ id }).pluck('is_asking')
    expect(left).toEqual(what === 'removed' ? [] : [true])
  })

  test('while its file waits takes that along', async () => {
    const id = await make(`whole-${what}`)
    await over(await runOf(id))
    const feed = await feedOf(id)
    await act(id, what)
    expect(await desk.post(`/api/admin/feeds/${feed}/import`, {})).toMatchObject({ status: 409 })
  })
})
