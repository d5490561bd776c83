import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

import type { TestServer } from '../../testServer.ts'

import { newId } from '#shared/ids.ts'
import { BOSS_EMAIL, TestDesk } from '../../testDesk.ts'
import { startTestServer, TestDevice } from '../../testServer.ts'

let server: TestServer
let desk: TestDesk
let now = Date.now()
beforeAll(async () => {
  const env = { ADMIN_EMAILS: [BOSS_EMAIL], CONTACT_EMAIL: 'desk@example.com' }
  server = await startTestServer({ env, now: () => now })
  desk = await TestDesk.open(server)
})
beforeEach(async () => {
  await server.database.knex('contact_messages').delete()
  await server.database.knex('rate_limits').delete()
})
afterAll(async () => server.close())

interface Message {
  id: string
  name: string
  answer: string | null
  doneAt: string | null
  doneBy: string
}

async function write(name: string, message = 'My kit is gone.'): Promise<void> {
  now += 1_000
  const body = { name, email: `${name.toLowerCase()}@example.com`, message }
  expect((await new TestDevice(server.url).post('/api/contact', body)).status).toBe(200)
}

async function messages(query = ''): Promise<{ messages: Message[]; next: string | null }> {
  const answer = await desk.call(desk.boss, 'GET', `/api/admin/messages${query}`)
  expect(answer.status).toBe(200)
  return answer as unknown as { messages: Message[]; next: string | null }
}
const namesOf = async (query = '') => (await messages(query)).messages.map(({ name }) => name)
const decide = (id: string, answer: unknown) => desk.post(`/api/admin/messages/${id}`, { answer })
const lettersTo = (address: string) => server.letters.filter(({ to }) => to === address)

test('a message is answered by mail, with what was written, and is done', async () => {
  await write('Maria')
  await write('Bert')
  const [maria] = (await messages()).messages
  expect(await namesOf()).toEqual(['Maria', 'Bert'])
  expect(await decide(maria!.id, ' It is back.\nSorry! ')).toMatchObject({ status: 'answered' })
  const [letter] = lettersTo('maria@example.com')
  expect(letter).toMatchObject({
    subject: 'Your message to Wrenchlist',
    replyTo: 'desk@example.com',
  })
  expect(letter?.text).toContain('Hello Maria,\n\nIt is back.\nSorry!')
  expect(letter?.text).toContain('My kit is gone.')
  expect(await namesOf()).toEqual(['Bert'])
  const [done] = (await messages('?state=done')).messages
  expect(done).toMatchObject({ name: 'Maria', answer: 'It is back.\nSorry!', doneBy: 'boss' })
})

test('a message is put away without a mail', async () => {
  await write('Spam')
  const [spam] = (await messages()).messages
  expect(await decide(spam!.id, null)).toMatchObject({ status: 'closed' })
  expect(lettersTo('spam@example.com')).toEqual([])
  expect(await namesOf('?state=done')).toEqual(['Spam'])
})

test('nobody gets two answers, and both acts are written down', async () => {
  await write('Anna')
  const [anna] = (await messages()).messages
  const both = await Promise.all([decide(anna!.id, 'One'), decide(anna!.id, 'Two')])
  expect(both.filter(({ status }) => String(status) === 'answered')).toHaveLength(1)
  expect(both.find(({ status }) => status === 409)).toMatchObject({ code: 'already_done' })
  expect(lettersTo('anna@example.com')).toHaveLength(1)
  const { entries } = (await desk.call(desk.boss, 'GET', '/api/admin/audit')) as unknown as {
    entries: { action: string; subject: string }[]
  }
  expect(entries[0]).toMatchObject({ action: 'answer_message', subject: anna!.id })
})

test('pages go on where the one before ended, whatever came in between', async () => {
  const at = new Date(now)
  const rows = Array.from({ length: 45 }, (_, n) => {
    const id = newId()
    return { id, name: `N${n}`, email: 'n@example.com', message: 'x', received_at: at }
  })
  await server.database.knex('contact_messages').insert(rows)
  const seen: string[] = []
  for (let after: string | null = ''; after !== null;) {
    const page = await messages(after && `?after=${after}`)
    if (after === '') await write('Late')
    seen.push(...page.messages.map(({ name }) => name))
    after = page.next
  }
  expect(seen.toSorted()).toEqual([...rows.map(({ name }) => name), 'Late'].toSorted())
  expect(seen.at(-1)).toBe('Late')
})

test('what cannot be read is refused by name, and nothing is sent', async () => {
  await write('Max')
  const [max] = (await messages()).messages
  const bad = ['', '   ', 'x'.repeat(5_001), 7, undefined, '\u0000']
  for (const answer of bad) {
    expect((await decide(max!.id, answer)).status, String(answer)).toBe(422)
  }
  expect((await decide(newId(), 'x')).status).toBe(404)
  expect((await decide('x', 'x')).status).toBe(404)
  for (const query of [
    '?state=all',
    '?after=x',
    '?after=1-2',
    '?after=99999999999999999-' + newId(),
  ]) {
    const answer = await desk.call(desk.boss, 'GET', `/api/admin/messages${query}`)
    expect(answer.status, query).toBe(422)
  }
  expect(lettersTo('max@example.com')).toEqual([])
  expect(await namesOf()).toEqual(['Max'])
})
