import type { Context } from 'koa'

import { afterAll, beforeAll, expect, test } from 'vitest'

import type { Database } from '../db/connect.ts'

import { Problem } from '#shared/problem.ts'
import { openTestDatabase } from '../testDatabase.ts'
import { addressOf, createRateLimits } from './rateLimit.ts'

let database: Database
let at = Date.parse('2026-05-01T12:00:00Z')
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())

const limits = () => createRateLimits(database.knex, () => at)
const rule = { burst: 3, perMs: 10_000 }

test('a burst passes, then one each so often', async () => {
  const { tryTake } = limits()
  const waits = []
  for (let n = 0; n < 5; n++) waits.push(await tryTake('a', rule))
  expect(waits).toEqual([0, 0, 0, 10, 10])
  at += 4_000
  expect(await tryTake('a', rule)).toBe(6)
  at += 6_000
  expect([await tryTake('a', rule), await tryTake('a', rule)]).toEqual([0, 10])
  at += 3_600_000
  for (let n = 0; n < 3; n++) expect(await tryTake('a', rule)).toBe(0)
  expect(await tryTake('a', rule)).toBe(10)
})

test('keys are counted apart, and a refused call is not counted', async () => {
  const { tryTake } = limits()
  for (let n = 0; n < 10; n++) await tryTake('b', rule)
  expect(await tryTake('c', rule)).toBe(0)
  at += 10_000
  expect(await tryTake('b', rule)).toBe(0)
})

test('a call may cost more than one, and one that costs more than all never passes', async () => {
  const { tryTake } = limits()
  expect(await tryTake('d', rule, 2)).toBe(0)
  expect(await tryTake('d', rule, 2)).toBe(10)
  expect(await tryTake('d', rule, 1)).toBe(0)
  expect(await tryTake('e', rule, 4)).toBeGreaterThan(0)
  expect(await tryTake('e', rule, 3)).toBe(0)
})

test('take() throws what people can read, and giveBack() undoes it', async () => {
  const { take, giveBack } = limits()
  for (let n = 0; n < 3; n++) await take('f', rule)
  const refusal = await take('f', rule).catch((error: unknown) => error)
  expect(refusal).toBeInstanceOf(Problem)
  expect(refusal).toMatchObject({
    status: 429,
    code: 'too_many',
    retryAfter: 10,
    message: 'Too many attempts. Please try again in 10 seconds.',
  })
  await giveBack('f', rule)
  await take('f', rule)
  await expect(take('f', rule)).rejects.toThrow('Too many')
})

test('many calls at once, by two servers, never overdraw', async () => {
  const [one, other] = [limits(), limits()]
  const waits = await Promise.all(
    Array.from({ length: 40 }, (_, n) =>
      (n % 2 === 0 ? one : other).tryTake('g', { burst: 7, perMs: 60_000 }),
    ),
  )
  expect(waits.filter((wait) => wait === 0)).toHaveLength(7)
})

test('a server started anew counts on; a clock set back does not close for long', async () => {
  for (let n = 0; n < 3; n++) await limits().tryTake('h', rule)
  expect(await limits().tryTake('h', rule)).toBe(10)
  at -= 86_400_000
  // The stored time is in the future: it restarts, instead of waiting a day.
  for (let n = 0; n < 3; n++) expect(await limits().tryTake('h', rule)).toBe(0)
  expect(await limits().wait('h', rule)).toBe(10)
  at += 10_000
  expect(await limits().tryTake('h', rule)).toBe(0)
})

test('a network is an IPv4 address or the first half of an IPv6 one', () => {
  const of = (ip: string) => addressOf({ ip } as Context)
  expect(of('192.0.2.7')).toBe('192.0.2.7')
  expect(of('::ffff:192.0.2.7')).toBe('192.0.2.7')
  expect(of('2001:DB8:0:0042:1::9')).toBe('2001:db8:0:42::/64')
  expect(of('2001:db8::9')).toBe('2001:db8:0:0::/64')
  expect(of('::1')).toBe('0:0:0:0::/64')
  expect(of('fe80::1%eth0')).toBe('fe80:0:0:0::/64')
  expect(of('2001:db8:1:2:3:4:5:6')).toBe(of('2001:db8:1:2:ffff::'))
})

// T86
test('who has a whole /48 or /56 has sixteen and four times what a /64 has, and others have theirs', async () => {
  const { tryTake, giveBack, wait } = limits()
  const passed = async (networks: string[]) => {
    let count = 0
    for (const network of networks) count += Number((await tryTake(`v6:${network}`, rule)) === 0)
    return count
  }
  const subnets = (from: number, step: number) =>
    Array.from({ length: 60 }, (_, n) => `2001:db8:7:${(from + n * step).toString(16)}::/64`)
  expect(await passed(subnets(0x100, 1))).toBe(4 * rule.burst)
  expect(await passed(subnets(0x1000, 0x100))).toBe(12 * rule.burst)
  expect(await wait('v6:2001:db8:7:ffff::/64', rule)).toBeGreaterThan(0)
  await giveBack('v6:2001:db8:7:1000::/64', rule)
  expect(await passed(['2001:db8:7:ffff::/64', '2001:db8:7:fffe::/64'])).toBe(1)
  expect(await passed(['2001:db8:8:ffff::/64'])).toBe(1)
})
