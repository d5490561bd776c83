/** The queue of all that waits for somebody. */
import { afterAll, beforeAll, expect, test } from 'vitest'

import type { Todo, TodoItem } from '#shared/admin/people.ts'
import type { TestServer } from '../../testServer.ts'

import { newId } from '#shared/ids.ts'
import { setAdministrator } from '../../accounts/administrators.ts'
import { BOSS_EMAIL, DELETION_PATH, TestDesk } from '../../testDesk.ts'
import { registerAccount, startTestServer, TestDevice } from '../../testServer.ts'

const DAY_MS = 86_400_000

let server: TestServer
let desk: TestDesk
let now = Date.now()
beforeAll(async () => {
  server = await startTestServer({ env: { ADMIN_EMAILS: [BOSS_EMAIL] }, now: () => now })
  desk = await TestDesk.open(server)
})
afterAll(async () => {
  expect(server.errors).toEqual([])
  await server.close()
})

/** Queue as it is answered, but for the disk of whoever runs this. */
async function waiting(who = desk.boss): Promise<TodoItem[]> {
  const answer = await desk.call(who, 'GET', '/api/admin/todo')
  expect(answer.status).toBe(200)
  return (answer as unknown as Todo).items.filter(({ kind }) => kind !== 'disk')
}
const kindsOf = (items: TodoItem[]) => items.map(({ kind }) => kind)

test('nothing waits on a new installation, and a backup after a week', async () => {
  expect(await waiting()).toEqual([])
  now += 8 * DAY_MS
  await desk.signInAgain()
  expect(kindsOf(await waiting())).toEqual(['backup'])
  const { knex } = server.database
  const row = { id: newId(), made_by: 'x', host: 'h', path: '/x', created_at: new Date(now) }
  await knex('backups').insert({ ...row, state: 'failed' })
  expect(kindsOf(await waiting())).toEqual(['backup'])
  await knex('backups').update({ state: 'made' })
  expect(await waiting()).toEqual([])
})

test('what people wrote is a moderator’s; the rest is an operator’s, newest first', async () => {
  const { knex } = server.database
  const at = (minutes: number) => new Date(now - minutes * 60_000)
  const maria = new TestDevice(server.url, await registerAccount(server, 'maria'))
  const kit = maria.kit({ name: 'Brakes' })
  await maria.push(kit)
  await knex('kit_reports').insert({
    kit_id: kit.id,
    reporter: 'u:x',
    reason: 'An advert',
    reported_at: at(1),
  })
  const message = { name: 'Anna', email: 'a@example.com', message: 'Hello' }
  await knex('contact_messages').insert({ id: newId(), ...message, received_at: at(2) })
  await desk.call(maria, 'POST', DELETION_PATH, {})
  await knex('deletion_requests').update({ requested_at: at(3) })
  const feed = { id: newId(), name: 'winter.csv', uploaded_by: 'x', alive_at: at(0) }
  await knex('feeds').insert({ ...feed, state: 'waiting', accepted: 3, created_at: at(4) })
  const fault = { level: 'error', first_at: at(9), last_at: at(5), message: 'x', search: 'x' }
  for (const changes of [{}, { is_test: true }, { level: 'info' }, { resolved_at: at(0) }]) {
    const id = newId()
    const group = { id, fingerprint: id, class: 'account', is_test: false, times: 2 }
    await knex('error_groups').insert({ ...group, ...fault, ...changes })
  }
  const letter = { recipient: 'a@example.com', subject: 'Hello', tries: 3 }
  for (const [state, minutes] of [
    ['refused', 6],
    ['sent', 0],
    ['failed', 20_000],
  ] as const)
    await knex('mails').insert({ ...letter, state, at: at(minutes), tried_at: at(minutes) })

  const items = await waiting()
  expect(kindsOf(items)).toEqual(['kit', 'message', 'deletion', 'file', 'errors', 'mails'])
  expect(items.map(({ of }) => of)).toMatchObject([
    { kitId: kit.id, kitName: 'Brakes', reasons: ['An advert'] },
    { name: 'Anna', doneAt: null },
    { username: 'maria', status: 'open' },
    { name: 'winter.csv' },
    { count: 1 },
    { count: 1 },
  ])
  const mod = await registerAccount(server, 'helper')
  await setAdministrator({ db: knex, now: () => now }, 'helper', 'moderator', 'system')
  expect(kindsOf(await waiting(new TestDevice(server.url, mod)))).toEqual(['kit', 'message'])
})
