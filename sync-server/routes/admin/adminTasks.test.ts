import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import type { ModeratedTasks } from '#shared/admin/people.ts'
import type { TestServer } from '../../testServer.ts'

import { newId } from '#shared/ids.ts'
import { TASK_SCOPE } from '#shared/cells/limits.ts'
import { BOSS_EMAIL, TestDesk } from '../../testDesk.ts'
import { registerAccount, startTestServer, TestDevice } from '../../testServer.ts'

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

async function person(): Promise<TestDevice> {
  return new TestDevice(server.url, await registerAccount(server))
}

async function add(device: TestDevice, name: string): Promise<string> {
  const id = newId()
  await device.push({ kind: 'task', id, kit: null, cells: device.cells({ name }) })
  return id
}

async function lists(): Promise<ModeratedTasks> {
  return (await desk.call(desk.boss, 'GET', '/api/admin/tasks')) as never
}
const decide = (id: string, action: string) => desk.post(`/api/admin/tasks/${id}`, { action })

async function isEverybodys(name: string): Promise<boolean> {
  const tasks = (await (await fetch(`${server.url}/api/tasks`)).json()) as { name: string }[]
  return tasks.some((task) => task.name === name)
}

async function actsOn(id: string): Promise<string[]> {
  const { entries } = (await desk.call(desk.boss, 'GET', '/api/admin/audit')) as unknown as {
    entries: { action: string; subject: string; actor: string }[]
  }
  return entries
    .filter(({ subject }) => subject === id)
    .map(({ action, actor }) => `${actor}: ${action}`)
}

describe('a task that somebody added', () => {
  test('waits for a decision, once whoever adds it, with its first author', async () => {
    const anonymous = new TestDevice(server.url)
    const id = await add(anonymous, 'Grease the hinges')
    await add(await person(), ' grease  the HINGES ')
    const { waiting } = await lists()
    const found = waiting.filter(({ name }) => /grease/i.test(name))
    expect(found).toMatchObject([{ id, name: 'Grease the hinges', author: '', owners: 2 }])
    expect(Date.parse(found[0]?.addedAt ?? '')).toBeGreaterThan(Date.now() - 60_000)
    expect(await isEverybodys('Grease the hinges')).toBe(false)
  })

  test('is for everybody once it is approved, also over sync, and that is written down once', async () => {
    const id = await add(await person(), 'Bleed the clutch')
    const reader = new TestDevice(server.url)
    reader.cursors = { ...reader.cursors, [TASK_SCOPE]: 0 }
    await reader.sync()
    expect(await decide(id, 'approve')).toMatchObject({ status: 'approved' })
    expect(await decide(id, 'approve')).toMatchObject({ status: 'approved' })
    expect(await isEverybodys('Bleed the clutch')).toBe(true)
    const answer = await reader.sync()
    expect(answer.rows.map((row) => row.id)).toContain(id)
    expect(await actsOn(id)).toEqual(['boss: approve_task'])
    const { waiting, approved } = await lists()
    expect(waiting.some((task) => task.id === id)).toBe(false)
    expect(approved[0]).toMatchObject({ id, name: 'Bleed the clutch' })
    // From now on the name resolves to this task for everybody.
    const other = await person()
    const cells = other.cells({ name: 'bleed the clutch' })
    expect(await other.push({ kind: 'task', id: newId(), kit: null, cells })).toEqual([
      { same: id },
    ])
  })

  test('stays its author’s alone when it is declined, and is not asked about again', async () => {
    const author = await person()
    const id = await add(author, 'Buy my book')
    expect(await decide(id, 'decline')).toMatchObject({ status: 'declined' })
    await add(await person(), 'buy my book')
    const { waiting } = await lists()
    expect(waiting.some(({ name }) => /book/i.test(name))).toBe(false)
    expect(await isEverybodys('Buy my book')).toBe(false)
    const own = await author.call('GET', '/api/tasks')
    expect(await own.text()).toContain('Buy my book')
    expect(await actsOn(id)).toEqual(['boss: decline_task'])
  })

  test('is taken back from everybody: devices read the list anew', async () => {
    const id = await add(await person(), 'Rotate the moon')
    await decide(id, 'approve')
    const reader = new TestDevice(server.url)
    reader.cursors = { ...reader.cursors, [TASK_SCOPE]: 0 }
    expect((await reader.sync()).rows.map((row) => row.id)).toContain(id)
    expect(await decide(id, 'withdraw')).toMatchObject({ status: 'withdrawn' })
    const answer = await reader.sync()
    expect(answer.reset).toContain(TASK_SCOPE)
    expect(answer.rows.map((row) => row.id)).not.toContain(id)
    expect(await isEverybodys('Rotate the moon')).toBe(false)
    expect(await actsOn(id)).toEqual(['boss: withdraw_task', 'boss: approve_task'])
  })

  test('that does not exist, or a word that is no decision, is refused', async () => {
    expect((await decide(newId(), 'approve')).status).toBe(404)
    expect((await decide('nonsense', 'approve')).status).toBe(404)
    const id = await add(await person(), 'Wash')
    expect((await decide(id, 'burn')).status).toBe(422)
  })
})

describe('a task that three accounts with a confirmed address added', () => {
  test('is everybody’s with the third, and the list of decisions says so', async () => {
    const first = await add(await person(), 'Replace the belt')
    await add(await person(), 'replace the belt')
    await add(new TestDevice(server.url), 'Replace the belt')
    expect(await isEverybodys('Replace the belt')).toBe(false)
    await add(await person(), 'Replace  The Belt')
    expect(await isEverybodys('Replace the belt')).toBe(true)
    expect(await actsOn(first)).toEqual(['system: approve_task'])
  })

  test('but not when an administrator declined it', async () => {
    const id = await add(await person(), 'Cheap watches')
    await decide(id, 'decline')
    await add(await person(), 'Cheap watches')
    await add(await person(), 'Cheap watches')
    await add(await person(), 'Cheap watches')
    expect(await isEverybodys('Cheap watches')).toBe(false)
  })
})
