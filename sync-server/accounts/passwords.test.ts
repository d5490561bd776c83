import { hash as argonHash, verify as argonVerify } from '@node-rs/argon2'
import { expect, test } from 'vitest'

import type { Hasher } from './passwords.ts'

import { createPasswords } from './passwords.ts'

const argon2: Hasher = { hash: argonHash, verify: argonVerify }

/** Binds both calls to one party. */
const ofOne = (...how: Parameters<typeof createPasswords>) => {
  const { hash, verify, isOutdated } = createPasswords(...how)
  return {
    hash: (password: string) => hash(password, 'a'),
    verify: (stored: string | null, password: string) => verify(stored, password, 'a'),
    isOutdated,
  }
}

test('hashes are Argon2id with 19 MiB, 2 passes and a salt of their own', async () => {
  const { hash, verify } = ofOne()
  const [a, b] = await Promise.all([hash('Torque 30 Nm!'), hash('Torque 30 Nm!')])
  expect(a).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  expect(a).not.toBe(b)
  expect(await verify(a, 'Torque 30 Nm!')).toBe(true)
  expect(await verify(a, 'Torque 30 Nm')).toBe(false)
  expect(await verify(null, 'Torque 30 Nm!')).toBe(false)
})

test('nothing is cut off, and composed letters are the same letters', async () => {
  const { hash, verify } = ofOne()
  const long = 'é'.repeat(255)
  expect(await verify(await hash(`${long}1`), `${long}2`)).toBe(false)
  expect(await verify(await hash(long), long.normalize('NFD'))).toBe(true)
  expect(await verify(await hash('ﬁxer①'), 'fixer1')).toBe(true)
})

test('a hash of other costs is told, so that it can be renewed', async () => {
  const { hash, isOutdated } = ofOne()
  expect(isOutdated(await hash('x'))).toBe(false)
  expect(isOutdated(await argonHash('x', { memoryCost: 9_728, timeCost: 2, parallelism: 1 }))).toBe(
    true,
  )
  expect(
    isOutdated(await argonHash('x', { memoryCost: 19_456, timeCost: 3, parallelism: 1 })),
  ).toBe(true)
})

test('at most two at once; a line that is too long answers 503, and then goes on', async () => {
  let running = 0
  let peak = 0
  const counting: Hasher = {
    ...argon2,
    async hash(...args) {
      peak = Math.max(peak, ++running)
      return argon2.hash(...args).finally(() => running--)
    },
  }
  const { hash, verify } = ofOne(counting, { atOnce: 2, maxWaiting: 4 })
  const results = await Promise.allSettled(Array.from({ length: 10 }, () => hash('x')))
  const refused = results.filter((result) => result.status === 'rejected')
  expect(refused).toHaveLength(4)
  for (const { reason } of refused) {
    expect(reason).toMatchObject({ status: 503, code: 'busy', retryAfter: 5 })
  }
  expect(peak).toBe(2)
  await expect(verify('not a hash', 'x')).rejects.toThrow()
  expect(await verify(await hash('x'), 'x')).toBe(true)
  expect(running).toBe(0)
})

function noted(order: string[]) {
  const work = async (name: string) => {
    await new Promise(setImmediate)
    order.push(name)
    return name
  }
  return createPasswords({ hash: work, verify: async () => false }, { atOnce: 2, maxWaiting: 200 })
}

// T85
test('a flood of one IPv6 /48 fills no line but its own: others and known devices are next', async () => {
  const order: string[] = []
  const { hash } = noted(order)
  const flood = Promise.allSettled(
    Array.from({ length: 300 }, (_, n) => hash('flood', `2001:db8:7:${n.toString(16)}::/64`)),
  )
  const others = [hash('other', '2001:db8:8:1::/64'), hash('known', 'user:maria')]
  expect(await Promise.all(others)).toEqual(['other', 'known'])
  expect(order.filter((name) => name === 'flood').length).toBeLessThan(10)
  const refused = (await flood).filter(({ status }) => status === 'rejected')
  expect(refused).toHaveLength(98)
})

test.each([
  ['networks', 'known', (n: number) => `2001:db8:${n.toString(16)}:1::/64`, 'user:maria'],
  ['accounts', 'stranger', (n: number) => `user:${n}`, '10.0.0.1'],
  // T85
])('a flood of a thousand %s holds no %s party', async (_flood, name, partyOf, honest) => {
  const order: string[] = []
  const { hash } = noted(order)
  const flood = Array.from({ length: 1_000 }, (_, n) => hash('flood', partyOf(n)))
  await hash(name, honest)
  expect(order.length).toBeLessThan(10)
  await Promise.all(flood)
})
