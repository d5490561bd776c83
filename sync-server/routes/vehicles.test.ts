import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'

import type { Database } from '../db/connect.ts'
import type { TestServer } from '../testServer.ts'

import { openTestDatabase } from '../testDatabase.ts'
import { startTestServer } from '../testServer.ts'

const DAY_MS = 24 * 3_600_000

let database: Database
let server: TestServer | undefined

beforeAll(async () => {
  database = await openTestDatabase()
})
afterEach(async () => {
  await server?.close()
  server = undefined
})
afterAll(() => database.close())

async function models(path: string): Promise<string[]> {
  const answer = await fetch(`${server?.url}/api/models/${path}`)
  expect(answer.status).toBe(200)
  return ((await answer.json()) as { models: string[] }).models
}

describe('models from the shipped list', () => {
  test('are answered without asking anybody, whatever the case of the make', async () => {
    server = await startTestServer({ database })
    expect(await models('Audi/2008')).toContain('S4')
    expect(await models('audi/2008')).toEqual(await models('Audi/2008'))
    expect(await models('Mercedes-Benz/2020')).toContain('C-Class')
    expect(await models('Land%20Rover/2020')).toContain('Defender')
    expect(await models('Pontiac/1972')).toContain('GTO')
  })

  test('are none for a make or a year without a list', async () => {
    server = await startTestServer({ database })
    expect(await models('Lancia/1968')).toEqual([])
    expect(await models('Audi/1936')).toEqual([])
    expect(await models('Select%20Make/2008')).toEqual([])
    expect(await models('constructor/2008')).toEqual([])
  })

  test('may be kept for a day', async () => {
    server = await startTestServer({ database })
    const answer = await fetch(`${server.url}/api/models/Audi/2008`)
    expect(answer.headers.get('Cache-Control')).toContain('public, max-age=86400')
  })

  test('are refused for a year that cannot be, with the reason', async () => {
    server = await startTestServer({ database })
    for (const [year, error] of [
      ['1899', 'The earliest year is 1900.'],
      ['2031', 'The latest year is 2030.'],
      ['abcd', 'A year has digits only, for example 1968.'],
    ]) {
      const answer = await fetch(`${server.url}/api/models/Audi/${year}`)
      expect(answer.status).toBe(422)
      expect(await answer.json()).toMatchObject({ error, field: 'year' })
    }
  })
})

describe('models refreshed from live vPIC', () => {
  /** A fake vPIC that returns these models, counts calls, and can fail or hang. */
  function vpicOf(results: { Make_Name: string; Model_Name: string }[]) {
    const state = {
      asked: [] as string[],
      mode: 'answers' as 'answers' | 'fails' | 'hangs',
      results,
    }
    const ask: typeof fetch = (input, init) => {
      state.asked.push(new Request(input).url)
      if (state.mode === 'fails') return Promise.resolve(new Response('', { status: 503 }))
      if (state.mode === 'hangs') {
        return new Promise((_, reject) => {
          init?.signal?.addEventListener('abort', () => reject(new Error('timed out')))
        })
      }
      return Promise.resolve(Response.json({ Count: 1, Results: state.results }))
    }
    return { state, ask }
  }

  async function start(results: { Make_Name: string; Model_Name: string }[]) {
    const clock = { at: Date.now() }
    const { state, ask } = vpicOf(results)
    server = await startTestServer({
      database,
      env: { VPIC_URL: 'https://vpic.example/api' },
      fetch: ask,
      now: () => clock.at,
    })
    return { state, clock }
  }

  test('add what is new under the exact make, and take nothing away', async () => {
    const { state } = await start([
      { Make_Name: 'AUDI', Model_Name: 'S4 Avant' },
      { Make_Name: 'AUDI', Model_Name: 's4' },
      { Make_Name: 'SAUDI MOTORS', Model_Name: 'Camel' },
    ])
    const names = await models('Audi/2008')
    expect(names).toContain('S4 Avant')
    expect(names).toContain('S4')
    expect(names).toContain('TT')
    expect(names).not.toContain('s4')
    expect(names).not.toContain('Camel')
    expect(state.asked[0]).toBe(
      'https://vpic.example/api/vehicles/GetModelsForMakeYear/make/Audi/modelyear/2008/vehicletype/car?format=json',
    )
  })

  test('are asked for once a day', async () => {
    const { state, clock } = await start([{ Make_Name: 'Audi', Model_Name: 'S4 Avant' }])
    await models('Audi/2008')
    await models('audi/2008')
    expect(state.asked).toHaveLength(2)
    clock.at += DAY_MS + 1
    await models('Audi/2008')
    expect(state.asked).toHaveLength(4)
  })

  test('never replace a good list by an empty one, and are kept for seven days', async () => {
    const { state, clock } = await start([{ Make_Name: 'Audi', Model_Name: 'S4 Avant' }])
    await models('Audi/2008')
    state.results = []
    clock.at += 2 * DAY_MS
    expect(await models('Audi/2008')).toContain('S4 Avant')
    state.mode = 'fails'
    clock.at += 4 * DAY_MS
    expect(await models('Audi/2008')).toContain('S4 Avant')
    clock.at += 2 * DAY_MS
    const names = await models('Audi/2008')
    expect(names).not.toContain('S4 Avant')
    expect(names).toContain('S4')
  })

  test('are given up after three seconds, and the service is left alone for a minute', async () => {
    const { state } = await start([])
    state.mode = 'hangs'
    expect(await models('Audi/2008')).toContain('S4')
    expect(await models('Audi/2008')).toContain('S4')
    expect(state.asked).toHaveLength(2)
  })

  test('are not asked for where the make is not one of the list', async () => {
    const { state } = await start([])
    await models('mer/2008')
    expect(state.asked).toEqual([])
  })
})
