/** Each kind through what an account's rows go through. A new kind has no example here, and fails. */
import { afterAll, beforeAll, expect, test } from 'vitest'

import type { Kind } from '#shared/kinds/schema.ts'
import type { TestAccount, TestServer } from '../testServer.ts'

import { newId } from '#shared/ids.ts'
import { ALL_KINDS, ruleOf } from '#shared/kinds/schema.ts'
import { collect } from '../housekeeping/collection.ts'
import { TABLES } from '../sync/read/tables.ts'
import { BOSS_EMAIL, TestDesk } from '../testDesk.ts'
import { registerAccount, startTestServer, TestDevice } from '../testServer.ts'

const DAY_MS = 24 * 3_600_000
let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ env: { ADMIN_EMAILS: [BOSS_EMAIL] } })
})
afterAll(() => server.close())

/** An account with one row of each kind, sent in one batch; `beaten` by a later one. */
async function withAllKinds(): Promise<{ account: TestAccount; ids: Record<Kind, string> }> {
  const account = await registerAccount(server)
  const phone = new TestDevice(server.url, account)
  const kit = phone.kit({ name: 'Oil' })
  const row = (kind: Kind, values: Record<string, unknown>) => {
    const inKit = ruleOf(kind).inKit ? kit.id : null
    return { kind, id: newId(), kit: inKit, cells: phone.cells(values) }
  }
  const sent = {
    kit,
    line: phone.line(kit.id, { name: 'Filter' }),
    step: row('step', { ord: 'a0', what: 'torque', text: 'Drain plug' }),
    version: phone.version(kit.id),
    comment: phone.comment(kit.id, 'Mind the washer'),
    task: row('task', { name: `Own task ${kit.id}` }),
    log: row('log', { task: 'Oil change', kit: null }),
  }
  const results = await phone.push(...Object.values(sent))
  expect(results.filter(({ err }) => err)).toEqual([])
  // Another device of hers, which had not read that name.
  const desk = new TestDevice(server.url, account)
  await desk.push({
    ...sent.line,
    kit: null,
    cells: desk.cells({ name: 'Oil filter' }, Date.now() + 1_000),
  })
  const [beaten = ''] = await idsOf('beaten', account)
  const ids = Object.fromEntries(Object.entries(sent).map(([kind, { id }]) => [kind, id]))
  return { account, ids: { ...ids, beaten } as Record<Kind, string> }
}

const idsOf = (kind: Kind, { principal }: TestAccount): Promise<string[]> =>
  server.database.knex(TABLES[kind]).where({ owner: principal }).pluck('id')

const kindsLeft = async (account: TestAccount): Promise<Kind[]> => {
  const counts = await Promise.all(ALL_KINDS.map(async (kind) => idsOf(kind, account)))
  return ALL_KINDS.filter((_, at) => (counts[at] ?? []).length > 0)
}

test('an account takes a copy of its rows of each kind along', async () => {
  const { account, ids } = await withAllKinds()
  const answer = await new TestDevice(server.url, account).call('GET', '/api/account/data')
  const { rows } = (await answer.json()) as { rows: { kind: Kind; id: string }[] }
  expect(rows.map(({ kind, id }) => [kind, id])).toEqual(ALL_KINDS.map((kind) => [kind, ids[kind]]))
})

test('deleted rows are collected after half a year, and what is left of a kit goes with it', async () => {
  const { account, ids } = await withAllKinds()
  const phone = new TestDevice(server.url, account)
  const mortal = ALL_KINDS.filter((kind) => kind !== 'kit' && 'del' in ruleOf(kind).cells)
  const dead = (kind: Kind) => ({
    kind,
    id: ids[kind],
    kit: null,
    cells: phone.cells({ del: true }, Date.now() + 2_000),
  })
  await phone.push(...mortal.map(dead))
  const after = async (days: number) =>
    server.database.knex.transaction((trx) => collect(trx, Date.now() + days * DAY_MS, 500))
  await after(29)
  expect(await kindsLeft(account)).toEqual(ALL_KINDS)
  await after(181)
  expect(await kindsLeft(account)).toEqual(['kit', 'version', 'task'])
  await phone.push(dead('kit'))
  await after(181)
  expect(await kindsLeft(account)).toEqual(['task'])
})

test('of a deleted account no row of any kind is left but the build ids of its kits', async () => {
  const { account } = await withAllKinds()
  await (await TestDesk.open(server)).deleteAccount(account)
  expect(await kindsLeft(account)).toEqual(['kit'])
  const { cells } = await server.database.knex('kits').where({ owner: account.principal }).first()
  expect(Object.keys(cells).toSorted()).toEqual(['buildId', 'del'])
})
