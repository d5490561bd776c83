import { hash as argonHash, verify as argonVerify } from '@node-rs/argon2'
import { expect, test } from 'vitest'

import type { Hasher } from './passwords.ts'

import { password as passwordRule } from '#shared/account.ts'
import { isCommonPassword } from './commonPasswords.ts'
import { createPasswords } from './passwords.ts'
import { checkNewPassword } from './passwordRules.ts'

const argon2: Hasher = { hash: argonHash, verify: argonVerify }

test('hashes are Argon2id with 19 MiB, 2 passes and a salt of their own', async () => {
  const { hash, verify } = createPasswords()
  const [a, b] = await Promise.all([hash('Torque 30 Nm!'), hash('Torque 30 Nm!')])
  expect(a).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  expect(a).not.toBe(b)
  expect(await verify(a, 'Torque 30 Nm!')).toBe(true)
  expect(await verify(a, 'Torque 30 Nm')).toBe(false)
  expect(await verify(null, 'Torque 30 Nm!')).toBe(false)
})

test('nothing is cut off, and composed letters are the same letters', async () => {
  const { hash, verify } = createPasswords()
  const long = 'é'.repeat(255)
  expect(await verify(await hash(`${long}1`), `${long}2`)).toBe(false)
  expect(await verify(await hash(long), long.normalize('NFD'))).toBe(true)
  expect(await verify(await hash('ﬁxer①'), 'fixer1')).toBe(true)
})

test('a hash of other costs is told, so that it can be renewed', async () => {
  const { hash, isOutdated } = createPasswords()
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
  const { hash, verify } = createPasswords(counting, { atOnce: 2, maxWaiting: 4 })
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

test('common passwords are refused whatever their case, and only as a whole', () => {
  const listed = ['Password1!', 'P@ssw0rd', 'Qwerty123!', 'Welcome1!', 'Summer2025!', '1qaz@WSX']
  for (const common of listed) {
    expect(passwordRule.safeParse(common).success).toBe(true)
    expect(isCommonPassword(common)).toBe(true)
    expect(isCommonPassword(common.toUpperCase())).toBe(true)
    expect(isCommonPassword(`${common} and a wrench`)).toBe(false)
  }
})

test('so are those made of the name, the address or the product', () => {
  const account = { username: 'Rosa', email: 'garage.seven@example.com' }
  const check = (password: string) => () => checkNewPassword(password, account)
  expect(check('xxROSAxx 1!')).toThrow('must not contain')
  expect(check('Garage.Seven 1!')).toThrow('must not contain')
  expect(check('My WrenchList 1!')).toThrow('must not contain')
  expect(check('Torque 30 Nm, dry!')).not.toThrow()
  expect(() =>
    checkNewPassword('Bob and al 1!', { username: 'bob', email: 'al@example.com' }),
  ).not.toThrow()
})
