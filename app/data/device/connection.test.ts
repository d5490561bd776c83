import { beforeEach, expect, test } from 'vitest'

import { connected } from './connection.ts'
import { db } from './db.ts'
import { env, openDevice } from './device.ts'
import { loseConnection } from './testLost.ts'
import { putMeta } from './store.ts'

beforeEach(async () => {
  await openDevice()
  await db.meta.clear()
})

test('what is read and written on a lost connection is done on a new one', async () => {
  const lost = loseConnection()
  await env.store.transact((tx) => putMeta(tx, 'one', 1))
  expect(db.backendDB()).not.toBe(lost)
  loseConnection()
  const both = [1, 2].map(() => connected(() => db.meta.get('one')))
  expect(await Promise.all(both)).toEqual([1, 2].map(() => ({ key: 'one', value: 1 })))
})

test('any other failure is told at once, and the connection stays', async () => {
  const connection = db.backendDB()
  let tries = 0
  const fail = () => {
    tries++
    throw new TypeError('a fault of ours')
  }
  await expect(connected(fail)).rejects.toThrow('a fault of ours')
  expect([tries, db.backendDB() === connection]).toEqual([1, true])
})
