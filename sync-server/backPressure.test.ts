/** Every request gets an answer while the database has no free connection, or falls silent. */
import type { Server } from 'node:net'

import { createServer } from 'node:net'
import Router from '@koa/router'
import knex, { type Knex } from 'knex'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'

import type { Assets } from './http/assets.ts'
import type { TestServer } from './testServer.ts'

import { GuardedClient } from './db/guardedClient.ts'
import { limitedPool } from './db/postgresLimits.ts'
import { createRateLimits } from './http/rateLimit.ts'
import { createServer as createApp } from './server.ts'
import { registerAccount, startTestServer, TestDevice } from './testServer.ts'

const PAGES = ['/list/AAAAAA', '/kit/AAAAAA', '/product/A-1', '/', '/builder']
/** Served from memory. */
const KEEPS_ANSWERING = new Set(['/', '/builder'])

const log = pino({ level: 'silent' })
const page = {
  bytes: Buffer.from('<!doctype html><head></head><div id="root"></div>'),
  etag: '"x"',
}
const shell = { type: 'text/html', identity: page, br: null, gzip: null }
const assets: Assets = { byPath: new Map(), page: shell }

let healthy: TestServer
let token: string
const ends: (() => Promise<unknown>)[] = []
beforeAll(async () => {
  healthy = await startTestServer({ assets })
  token = (await registerAccount(healthy)).token
})
afterAll(async () => {
  for (const end of ends) await end()
  await healthy.close()
})

interface Asked {
  route: string
  status: number
  retryAfter: string | null
  isLate: boolean
}

/** Every route of the routers. */
function everyRoute({ deps }: TestServer): { method: string; path: string }[] {
  const routers = createApp(deps).middleware.flatMap((middleware) =>
    'router' in middleware && middleware.router instanceof Router ? [middleware.router] : [],
  )
  const routes = routers.flatMap(({ stack }) =>
    stack.flatMap(({ path, methods }) =>
      methods
        .filter((method) => method !== 'HEAD')
        .map((method) => ({ method, path: String(path).replaceAll(/:\w+/g, 'AAAAAA') })),
    ),
  )
  return [...routes, ...PAGES.map((path) => ({ method: 'GET', path }))]
}

/**
 * Calls all routes at once, signed in, with a JSON body.
 * @param db an answer is late if three queries, one after the other, got a connection of it first
 */
async function askAll(server: TestServer, db?: Knex): Promise<Asked[]> {
  const device = new TestDevice(server.url)
  let isOver = false
  let waiting: Promise<unknown> | undefined
  const givenUp = () => db?.raw('select 1').catch(() => undefined)
  return Promise.all(
    everyRoute(server).map(async ({ method, path }) => {
      const response = await fetch(server.url + path, {
        method,
        headers: {
          ...(method === 'GET' ? {} : { 'Content-Type': 'application/json' }),
          'X-Device-Key': device.secret,
          Authorization: `Bearer ${token}`,
        },
        ...(method === 'GET' ? {} : { body: '{}' }),
      })
      await response.body?.cancel()
      const retryAfter = response.headers.get('Retry-After')
      const isLate = isOver
      if (db && response.status === 503)
        waiting ??= givenUp()
          ?.then(givenUp)
          .then(givenUp)
          .then(() => (isOver = true))
      return { route: `${method} ${path}`, status: response.status, retryAfter, isLate }
    }),
  )
}

function expectBackPressure(answers: readonly Asked[]): void {
  expect(answers.length).toBeGreaterThan(60)
  const wrong = answers.filter(({ route, status, retryAfter, isLate }) => {
    const path = route.split(' ')[1] ?? ''
    const isFine = status === 503 ? Number(retryAfter) > 0 : status < 500
    const isExpected = !KEEPS_ANSWERING.has(path) || status === 200
    return !isFine || !isExpected || isLate
  })
  expect(wrong).toEqual([])
  // The rest refuse or answer without the database.
  expect(answers.filter(({ status }) => status === 503).length).toBeGreaterThan(50)
}

async function serverOn(db: Knex): Promise<TestServer> {
  const limits = createRateLimits(db, Date.now)
  const { database } = healthy
  const server = await startTestServer({ database, db, limits, log, assets })
  ends.push(() => server.close())
  return server
}

/** A pool with main.ts's options, to any listener on the port. */
function poolTo(port: number, max = 10): Knex {
  const db = knex({
    client: GuardedClient,
    ...limitedPool(`postgres://nobody@127.0.0.1:${port}/none`, max),
    log: { warn: () => undefined, error: () => undefined },
  })
  ends.push(() => db.destroy())
  return db
}

test('with all connections in use every route answers 503 with Retry-After in time', async () => {
  const { knex: db } = healthy.database
  const { pool } = db.client as { pool: { max: number; numUsed(): number } }
  let free = (): void => undefined
  const used = new Promise<void>((resolve) => (free = resolve))
  const holders = Array.from({ length: pool.max }, () => db.transaction(() => used))
  await expect.poll(() => pool.numUsed()).toBe(pool.max)
  const answers = await askAll(healthy, db)
  free()
  await Promise.all(holders)
  expectBackPressure(answers)
  expect((await fetch(`${healthy.url}/api/ready`)).status).toBe(200)
})

test('with nobody at the address of the database every route says so', async () => {
  expectBackPressure(await askAll(await serverOn(poolTo(1))))
})

test('with a database that takes connections and says nothing every route says so in time', async () => {
  const silent: Server = createServer((socket) => socket.on('error', () => undefined))
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve))
  const address = silent.address()
  const port = typeof address === 'object' && address ? address.port : 0
  expectBackPressure(await askAll(await serverOn(poolTo(port)), poolTo(port)))
  silent.close()
})
