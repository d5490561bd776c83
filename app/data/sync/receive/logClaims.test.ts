/** Maintenance log of an anonymous device, on its way into an account. */
import { beforeEach, describe, expect, test } from 'vitest'

import { newId } from '#shared/ids.ts'
import { entriesOf } from '#shared/kinds/maintenance.ts'
import { MemoryServer } from '../../../../lab/simulation/memoryServer.ts'
import { Desk, now } from '../../../../lab/simulation/testDesk.ts'

let server: MemoryServer
beforeEach(() => {
  server = new MemoryServer(() => now)
})

const logsOf = (principal: string) =>
  entriesOf(
    [...server.rows.values()].flatMap(({ row }) =>
      row.kind === 'log' && row.owner === principal ? [row] : [],
    ),
  ).map(({ task, mileage }) => [task, mileage?.value])

async function log(desk: Desk, task: string, mileage: number): Promise<string> {
  const id = newId()
  await desk.set('log', id, '', { kit: null, task, day: '2026-11-22', mileage })
  return id
}

describe('signing in with a draft', () => {
  test('takes the log along, sent before or not, once and without what was removed', async () => {
    const desk = await Desk.open(server)
    const kit = await desk.draft('AAAAAA', 'Oil')
    await log(desk, 'Oil', 1_000)
    const gone = await log(desk, 'Wrong', 1)
    await desk.set('log', gone, '', { del: true })
    await desk.flush()
    await log(desk, 'Brakes', 2_000)
    const device = (await desk.device()).principal
    const u = await desk.signIn('alice', [kit])
    await desk.flush()
    expect(logsOf(u)).toEqual([
      ['Brakes', 2_000],
      ['Oil', 1_000],
    ])
    await desk.signOut()
    const other = await desk.draft('BBBBBB', 'Later')
    await desk.signIn('alice', [other])
    await desk.flush()
    expect(logsOf(u)).toHaveLength(2)
    expect(logsOf(device)).toEqual([])
  })

  test('leaves it where it is when no draft is taken', async () => {
    const desk = await Desk.open(server)
    await log(desk, 'Oil', 1_000)
    await desk.flush()
    const u = await desk.signIn('alice')
    await desk.flush()
    expect(logsOf(u)).toEqual([])
    expect(logsOf((await desk.device()).principal)).toEqual([['Oil', 1_000]])
  })

  test('two devices of an account have one log', async () => {
    const desk = await Desk.open(server)
    const id = await log(desk, 'Oil', 1_000)
    await desk.flush()
    const twin = await desk.twin()
    await twin.flush()
    await twin.set('log', id, '', { mileage: 1_100 })
    await twin.flush()
    await desk.flush()
    expect((await desk.cells('log', id))['mileage']?.[0]).toBe(1_100)
  })
})
