import type {
  AdditionalAnswer,
  CatalogueStats,
  Job,
  JobsPage,
  ScrapeAnswer,
} from '#shared/catalogue/job.ts'
import type { CatalogueSource } from '../../sources/source.ts'
import type { Answer } from '../../testDesk.ts'
import type { TestServer } from '../../testServer.ts'

import { once } from 'node:events'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { newId } from '#shared/ids.ts'
import { catalogueStats, isOver, job as jobForm } from '#shared/catalogue/job.ts'
import { until } from '#shared/testPatience.ts'
import { plantDemo } from '../../demo/plantDemo.ts'
import { startJobs } from '../../jobs/jobRunner.ts'
import { workersOf } from '../../workerProcess/workers.ts'
import { demoSource } from '../../sources/demoSource.ts'
import { SourceAway, Unfit } from '../../sources/source.ts'
import { BOSS_EMAIL, TestDesk } from '../../testDesk.ts'
import { registerAccount, startTestServer, TestDevice } from '../../testServer.ts'

/** The demo source, with a hook per page. */
let onRead: (page: string, signal: AbortSignal) => Promise<unknown> = () => Promise.resolve()
const demo = demoSource(Date.now, 0)
const source: CatalogueSource = {
  ...demo,
  async read(page, signal) {
    await onRead(page, signal)
    return demo.read(page, signal)
  },
}

let server: TestServer
let desk: TestDesk
beforeAll(async () => {
  server = await startTestServer({ env: { ADMIN_EMAILS: [BOSS_EMAIL] }, source })
  desk = await TestDesk.open(server)
  await plantDemo(server.deps.db, Date.now())
})
afterAll(async () => {
  expect(server.errors).toEqual([])
  await server.close()
})
beforeEach(async () => {
  onRead = () => Promise.resolve()
  await until(async () => expect((await stats()).job).toBeNull())
})

const stats = async (): Promise<CatalogueStats> => {
  const body = await desk.call(desk.boss, 'GET', '/api/admin/stats')
  return catalogueStats.parse(body)
}
const scrape = () => desk.call(desk.boss, 'POST', '/api/scrape/fcpeuro')
const addMore = () => desk.call(desk.boss, 'POST', '/api/parts/additional')
const jobs = async () =>
  ((await desk.call(desk.boss, 'GET', '/api/admin/jobs')) as unknown as JobsPage).jobs
const jobOf = async (id: string) =>
  jobForm.parse(await desk.call(desk.boss, 'GET', `/api/admin/jobs/${id}`))
const begin = async (path: string): Promise<string> => {
  const response = await fetch(server.url + path, {
    method: 'POST',
    headers: { Authorization: `Bearer ${desk.token}`, Prefer: 'respond-async' },
  })
  expect(response.status).toBe(202)
  return ((await response.json()) as { id: string }).id
}
const over = async (id: string): Promise<Job> => {
  await until(async () => expect(isOver(await jobOf(id))).toBe(true))
  return jobOf(id)
}

/** Holds every page until released. */
function held() {
  let letGo: () => void = () => undefined
  const gate = new Promise<void>((resolve) => (letGo = resolve))
  onRead = () => gate
  return () => letGo()
}

describe('loading parts', () => {
  test('starts from 13 original parts, and ends at 13, 32 and 5 after both operations', async () => {
    expect(await stats()).toMatchObject({ originalParts: 13, retailerParts: 0, vehicleYears: 5 })
    const added = (await addMore()) as unknown as AdditionalAnswer & Answer
    expect(added).toMatchObject({ status: 200, message: 'Added 10 parts', addedCount: 10 })
    expect(added.parts).toHaveLength(10)
    const scraped = (await scrape()) as unknown as ScrapeAnswer & Answer
    expect(scraped).toMatchObject({
      status: 200,
      message: 'Successfully scraped 22 parts',
      scrapedCount: 22,
      savedCount: 22,
    })
    expect(scraped.parts).toHaveLength(10)
    expect(scraped.parts[0]).toEqual({
      name: 'Front brake disc, 345 mm',
      partNumber: 'DW 615 301',
      unitPrice: '89.50',
      brandName: 'Demowerk',
      fcpPartNumber: 'DEMO-1001',
      category: 'Brakes',
    })
    expect(await stats()).toMatchObject({ originalParts: 13, retailerParts: 32, vehicleYears: 5 })
  })

  test('again adds nothing, and says so', async () => {
    expect(await scrape()).toMatchObject({ scrapedCount: 22, savedCount: 22 })
    expect(await addMore()).toMatchObject({
      addedCount: 0,
      message: 'The source has no more parts',
    })
    expect(await stats()).toMatchObject({ originalParts: 13, retailerParts: 32 })
    const [last, before] = await jobs()
    expect(last).toMatchObject({ kind: 'additional', state: 'done', added: 0 })
    expect(before).toMatchObject({ kind: 'scrape', state: 'done', added: 0, total: 22, done: 22 })
  })

  test('is an administrator’s alone', async () => {
    const other = new TestDevice(server.url, await registerAccount(server))
    for (const path of ['/api/scrape/fcpeuro', '/API/Scrape/FcpEuro/', '/api/parts/additional']) {
      expect((await other.call('POST', path)).status).toBe(403)
      expect((await new TestDevice(server.url).call('POST', path)).status).toBe(401)
    }
    for (const path of ['/api/admin/stats', '/api/admin/jobs', `/api/admin/jobs/${newId()}`])
      expect((await other.call('GET', path)).status).toBe(403)
    expect((await other.call('POST', `/api/admin/jobs/${newId()}/cancel`)).status).toBe(403)
  })

  test('is one run at a time: a second start is told of the one that runs', async () => {
    const letGo = held()
    const id = await begin('/api/scrape/fcpeuro')
    const refused = await addMore()
    expect(refused).toMatchObject({ status: 409, code: 'busy', job: { id, kind: 'scrape' } })
    const all = await Promise.all([scrape(), addMore(), scrape()])
    expect(all.map(({ status }) => status)).toEqual([409, 409, 409])
    letGo()
    expect(await over(id)).toMatchObject({ state: 'done' })
  })

  test('says how far it is, page by page, within a second', async () => {
    let page = 0
    let goOn = () => {}
    onRead = () =>
      page++ < 8 ? new Promise<void>((resolve) => (goOn = resolve)) : Promise.resolve()
    const id = await begin('/api/scrape/fcpeuro')
    const seen: [number, number | null][] = []
    for (;;) {
      const asked = page
      const job = await jobOf(id)
      if (isOver(job)) break
      seen.push([job.done, job.total])
      // At most one page is in progress.
      if (job.total !== null) expect(asked - job.done).toBeLessThanOrEqual(1)
      // The next page waits until the previous one is stored.
      if (job.done >= page - 1) goOn()
    }
    expect(new Set(seen.map(([done]) => done)).size).toBeGreaterThan(3)
    expect(seen.map(([done]) => done)).toEqual(seen.map(([done]) => done).toSorted((a, b) => a - b))
    expect(seen.at(-1)?.[1]).toBe(22)
  })

  test('ends early when it is cancelled, and keeps what it had', async () => {
    let page = 0
    // The sixth page ends with the abort signal.
    onRead = (_, signal) =>
      page++ < 5 || signal.aborted ? Promise.resolve() : once(signal, 'abort')
    const waiting = scrape()
    const id = await until(async () => {
      const job = (await stats()).job
      expect(job?.done).toBeGreaterThan(1)
      return job?.id ?? ''
    })
    expect((await desk.post(`/api/admin/jobs/${id}/cancel`, {})).status).toBe(200)
    const job = await over(id)
    expect(job).toMatchObject({ state: 'cancelled', startedBy: 'boss' })
    expect(job.done).toBeLessThan(22)
    expect(job.saved).toBe(job.done)
    expect(await waiting).toMatchObject({ status: 409, code: 'cancelled' })
    // A finished job cannot be cancelled.
    await desk.post(`/api/admin/jobs/${id}/cancel`, {})
    expect((await jobOf(id)).state).toBe('cancelled')
  })

  test('names the pages that gave nothing, and goes on', async () => {
    onRead = (page) =>
      page === 'DEMO-1003'
        ? Promise.reject(new Unfit('The price is not in US dollars.'))
        : Promise.resolve()
    expect(await scrape()).toMatchObject({ status: 200, scrapedCount: 21, savedCount: 21 })
    expect((await jobs())[0]).toMatchObject({
      refused: 1,
      problems: [{ what: 'DEMO-1003', reason: 'The price is not in US dollars.' }],
    })
  })

  test('fails with a sentence where the source gives nothing, and the next run begins anew', async () => {
    onRead = () => Promise.reject(new SourceAway('It does not answer.'))
    expect(await scrape()).toMatchObject({
      status: 502,
      error: expect.stringContaining('gave nothing for 20 pages in a row') as string,
    })
    onRead = () => Promise.resolve()
    expect(await scrape()).toMatchObject({ status: 200 })
    expect((await jobs()).slice(0, 2).map(({ state }) => state)).toEqual(['done', 'failed'])
  })
})

describe('a server that ends in the middle', () => {
  const startAnother = () => startJobs(server.deps, workersOf({ ...server.deps, source }))

  test('lets go of its run, and another goes on where it was', async () => {
    const { db } = server.deps
    const id = newId()
    const runner = 'dead'
    const pages = await demo.list(new AbortController().signal)
    await db('jobs').insert({
      id,
      kind: 'scrape',
      source: demo.name,
      state: 'running',
      requested_by: 'x',
      plan: JSON.stringify(pages.slice(0, 22)),
      total: 22,
      done: 20,
      saved: 20,
      attempts: 1,
      runner,
      alive_at: new Date(Date.now() - 60_000),
      created_at: new Date(),
    })
    const asked: string[] = []
    onRead = (page) => Promise.resolve(asked.push(page))
    server.deps.jobs.poke()
    expect(await over(id)).toMatchObject({ state: 'done', done: 22, saved: 22, resumed: 1 })
    expect(asked).toEqual(['DEMO-1021', 'DEMO-1022'])
  })

  test('three times makes the run fail where everybody sees it', async () => {
    const { db } = server.deps
    const id = newId()
    const at = new Date(Date.now() - 60_000)
    const row = { kind: 'scrape', source: 'x', state: 'running', requested_by: 'x', attempts: 3 }
    await db('jobs').insert({ ...row, id, runner: 'dead', alive_at: at, created_at: at })
    server.deps.jobs.poke()
    expect(await over(id)).toMatchObject({
      state: 'failed',
      error: 'The server ended 3 times in the middle of it.',
    })
  })

  test('on purpose leaves its run to the next start, and that counts as no crash', async () => {
    const letGo = held()
    const id = await begin('/api/scrape/fcpeuro')
    await until(async () => expect((await jobOf(id)).total).toBe(22))
    const stopped = server.deps.jobs.stop()
    letGo()
    await stopped
    expect(await jobOf(id)).toMatchObject({ state: 'running' })
    const another = startAnother()
    try {
      expect(await over(id)).toMatchObject({ state: 'done', done: 22, resumed: 0 })
    } finally {
      await another.stop()
    }
  })
})

test('runs are listed newest first in pages, and a place that is none is refused', async () => {
  const all = await jobs()
  expect(all.map(({ createdAt }) => createdAt)).toEqual(
    all.map(({ createdAt }) => createdAt).toSorted((a, b) => b - a),
  )
  const older = (await desk.call(
    desk.boss,
    'GET',
    `/api/admin/jobs?before=${all[0]?.id}`,
  )) as unknown as JobsPage
  expect(older.jobs[0]?.id).toBe(all[1]?.id)
  expect((await desk.call(desk.boss, 'GET', '/api/admin/jobs?before=x')).status).toBe(422)
  expect((await desk.call(desk.boss, 'GET', '/api/admin/jobs/x')).status).toBe(404)
})

test('a server without a source says so', async () => {
  const bare = await startTestServer({ env: { ADMIN_EMAILS: [BOSS_EMAIL], DEMO_CATALOGUE: false } })
  const other = await TestDesk.open(bare)
  expect(await other.post('/api/scrape/fcpeuro', {})).toMatchObject({ status: 501 })
  await bare.close()
})
