/** Searches with and without accents, over HTTP; the texts of before are folded by a migration. */
import { afterAll, beforeAll, expect, test } from 'vitest'

import type { TestServer } from '../testServer.ts'

import { newBuildId } from '#shared/ids.ts'
import { storeParts } from '../catalogue/storeParts.ts'
import { up } from '../db/migrations/035_folded_search.ts'
import { registerAccount, startTestServer, TestDevice } from '../testServer.ts'

const NAMES = [
  'Ölfilter',
  'Lemförder Querlenker',
  'O\u0308ldruckschalter',
  'İç lastik',
  'Filtre à huile',
  'Straßenkarte',
  'Łożysko koła',
  'ブレーキパッド',
]

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
  const parts = NAMES.map((name, at) => ({
    number: `F-${at}`,
    brand: '',
    name,
    category: '',
    image: '',
    task: '',
    retailerNumber: '',
    unitCents: 1_000,
    rating: { average: 0, count: 0 },
    fits: [],
    crossReferences: [],
    offers: [],
  }))
  const as = { origin: 'feed', isDemo: false, now: Date.now() } as const
  await server.deps.db.transaction((trx) => storeParts(trx, parts, as))
  const device = new TestDevice(server.url, await registerAccount(server))
  const kit = { buildId: newBuildId(), kitName: 'Ölwechsel São Paulo', parts: [{ name: 'Filter' }] }
  expect((await device.post('/api/kits', kit, null)).status).toBe(200)
})
afterAll(() => server.close())

async function found(list: 'parts' | 'kits', q: string): Promise<string[]> {
  const response = await fetch(`${server.url}/api/${list}?q=${encodeURIComponent(q)}`)
  const answer = (await response.json()) as { parts: { name: string }[] } | { name: string }[]
  return ('parts' in answer ? answer.parts : answer).map(({ name }) => name)
}

async function expectFound(): Promise<void> {
  for (const [q, name] of [
    ['olfilter', NAMES[0]],
    ['ÖLFILTER', NAMES[0]],
    ['lemforder', NAMES[1]],
    ['öldruck', NAMES[2]],
    ['oldruck', NAMES[2]],
    ['iç lastik', NAMES[3]],
    ['ic', NAMES[3]],
    ['filtre a huile', NAMES[4]],
    ['strassenkarte', NAMES[5]],
    ['lozysko', NAMES[6]],
    ['ブレーキ', NAMES[7]],
  ] as const)
    expect(await found('parts', q), q).toEqual([name])
  expect(await found('kits', 'olwechsel sao')).toEqual(['Ölwechsel São Paulo'])
  expect(await found('kits', 'São')).toEqual(['Ölwechsel São Paulo'])
}

test('what is typed with or without accents finds both', expectFound)

test('texts of an older version are folded too', async () => {
  const { db } = server.deps
  for (const [at, name] of NAMES.entries())
    await db('parts')
      .where({ number: `F-${at}` })
      .update({ search: `${name} f-${at} f${at}`.toLowerCase() })
  await db('listings').update({ search: 'ölwechsel são paulo' })
  await up(db)
  await expectFound()
})
