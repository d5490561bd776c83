/** Who is signed in at page start, from localStorage and the stored session. */
import { beforeEach, expect, test, vi } from 'vitest'

import type { StoredAccount } from './session.ts'

const user = {
  id: 'oG3J-0POSHGaTUtY5l3kiA',
  username: 'dana_k',
  email: 'dana.k@example.com',
  emailVerified: true,
  isAdmin: false,
  deletionRequestedAt: null,
}
const account: StoredAccount = { token: 'this-login', user, isExpired: false }

async function startPage() {
  vi.resetModules()
  const { env, openDevice, signedIn } = await import('./device.ts')
  await openDevice()
  return { env, token: signedIn()?.token }
}

/** Second login on this device. */
beforeEach(async () => {
  localStorage.clear()
  const { env } = await startPage()
  const { putSession, showSession } = await import('./session.ts')
  await env.store.transact((tx) => putSession(tx, { epoch: 2, account }))
  showSession({ epoch: 2, account })
})

test('a login stays', async () => {
  expect((await startPage()).token).toBe('this-login')
})

test('a login stays when the battery is flat before localStorage is on the disk', async () => {
  localStorage.clear()
  expect((await startPage()).token).toBe('this-login')
  expect(localStorage.getItem('authToken')).toBe('this-login')
  expect(JSON.parse(localStorage.getItem('user') ?? '')).toEqual(user)
})

test('so does one whose localStorage is that of the login before', async () => {
  localStorage.setItem('authToken', 'the-login-before')
  localStorage.setItem('session', '1')
  expect((await startPage()).token).toBe('this-login')
})

test('who takes the token away is signed out, and stays so', async () => {
  localStorage.removeItem('authToken')
  expect((await startPage()).token).toBeUndefined()
  expect((await startPage()).token).toBeUndefined()
})

test('another token in its place is not this login', async () => {
  localStorage.setItem('authToken', 'of-another-program')
  expect((await startPage()).token).toBeUndefined()
})
