/** Sign-in and sign-out on the real store: nothing stays behind, nothing comes back. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { newId } from '#shared/ids.ts'
import { ApiError, callApi } from '../api/api.ts'
import { drawBuild, findHere } from '../kits/open/builds.ts'
import { db } from '../device/db.ts'
import { openDevice, setSignedIn, signedIn } from '../device/device.ts'
import { nameBuild, setCells, setDraft, settled } from '../sync/write/writeQueue.ts'
import { adoptToken, refreshAccount, signIn } from './signIn.ts'
import { signOut } from './signOut.ts'

const user = {
  id: 'oG3J-0POSHGaTUtY5l3kiA',
  username: 'dana_k',
  email: 'dana.k@example.com',
  emailVerified: true,
  isAdmin: false,
  deletionRequestedAt: null,
}
const principal = `u:${user.id}`

const headers = { 'Content-Type': 'application/json' }
const answering = (body: unknown) => async () => new Response(JSON.stringify(body), { headers })
const noSignal = () => Promise.reject(new TypeError('No network in this test'))
const storedSession = async () =>
  (await db.meta.get('session'))?.value as { account: { token: string } | null }

beforeEach(async () => {
  await openDevice()
  await Promise.all([db.pending.clear(), db.rows.clear(), db.calls.clear()])
  vi.stubGlobal('fetch', answering({ token: 'first-token', user }))
  await (await signIn({ username: 'dana_k', password: 'x' })).complete([])
  vi.stubGlobal('fetch', noSignal)
  vi.spyOn(location, 'assign').mockImplementation(() => undefined)
})
afterEach(() => {
  localStorage.clear()
  setSignedIn(null)
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

test('a page that dies while it signs out leaves the account whole or not at all', async () => {
  await db.rows.put({ p: principal, kind: 'kit', id: newId(), kit: 'x', mine: true, cells: {} })
  vi.spyOn(db.calls, 'add').mockImplementation(() => {
    throw new Error('the page is gone')
  })
  await expect(signOut('discard')).rejects.toThrow('gone')
  expect((await storedSession()).account?.token).toBe('first-token')
  expect(await db.rows.count()).toBe(1)
})

test('nothing says whose this device was when nothing of it waits here', async () => {
  const told = async () => JSON.stringify([await db.meta.toArray(), localStorage.getItem('user')])
  setCells('kit', 'oG3J-0POSHGaTUtY5l3kiQ', 'oG3J-0POSHGaTUtY5l3kiQ', { notes: 'waits' })
  await settled()
  await signOut('keep')
  expect(await told()).toContain('dana_k')
  setSignedIn({ token: 'first-token', user, isExpired: false })
  await db.rows.put({ p: principal, kind: 'kit', id: newId(), kit: 'x', mine: true, cells: {} })
  await signOut('discard')
  expect(await told()).not.toContain('dana_k')
  for (const table of [db.rows, db.pending, db.drafts]) expect(await table.count()).toBe(0)
})

test('a token that waits for its revocation is not signed in with again', async () => {
  await signOut('keep')
  expect(await db.calls.toArray()).toMatchObject([{ kind: 'logout', body: 'first-token' }])
  // The page died before it could remove the token.
  localStorage.setItem('authToken', 'first-token')
  vi.stubGlobal('fetch', answering(user))
  await adoptToken('first-token')
  expect(localStorage.getItem('authToken')).toBeNull()
  expect((await storedSession()).account).toBeNull()
})

test('an account that is looked up while somebody signs out does not come back', async () => {
  let answer: () => void = () => undefined
  const asked = new Promise<void>((resolve) => (answer = resolve))
  vi.stubGlobal('fetch', async () => {
    await asked
    return answering(user)()
  })
  const looking = refreshAccount()
  // As another tab would.
  const session = await storedSession()
  await db.meta.put({ key: 'session', value: { ...session, account: null } })
  localStorage.clear()
  answer()
  await looking
  expect(localStorage.getItem('authToken')).toBeNull()
})

test('after signing out a link of the account asks the server, and is not an empty build', async () => {
  const [buildId, kitId] = [await drawBuild(), newId()]
  await db.meta.put({ key: `drawn:${buildId}`, value: { kitId, at: 1 } })
  nameBuild(kitId, buildId)
  setCells('kit', kitId, kitId, { name: 'of dana' })
  await settled()
  expect(await findHere(buildId)).toBe(kitId)
  await signOut('keep')
  expect(signedIn()).toBeNull()
  expect(await findHere(buildId)).toBeNull()
  vi.stubGlobal('fetch', answering({ token: 'second-token', user }))
  await (await signIn({ username: 'dana_k', password: 'x' })).complete([])
  expect(await findHere(buildId)).toBe(kitId)
})

test('a page that shows one account calls nothing with the token of another', async () => {
  let calls = 0
  vi.stubGlobal('fetch', () => {
    calls++
    return answering({})()
  })
  // As another tab would; this one reloads in a moment.
  localStorage.setItem('authToken', 'token-of-somebody-else')
  await expect(callApi('POST', '/api/auth/sessions/revoke-others')).rejects.toBeInstanceOf(ApiError)
  expect(calls).toBe(0)
})

test('a login asks about every draft that somebody has written into', async () => {
  await signOut('keep')
  vi.stubGlobal('fetch', answering({ token: 'second-token', user }))
  const draft = async (write: (kitId: string) => void) => {
    const buildId = await drawBuild()
    const kitId = (await findHere(buildId)) ?? ''
    nameBuild(kitId, buildId)
    write(kitId)
    await settled()
    return kitId
  }
  const steps = await draft((kit) => {
    setCells('step', newId(), kit, { ord: 'a0', what: 'torque', text: 'Drain plug', value: '30' })
  })
  const begun = await draft((kit) => {
    setCells('kit', kit, kit, {})
    setDraft(kit, 'adding', 'Oil filter 12')
  })
  const price = await draft((kit) => {
    const line = newId()
    setCells('line', line, kit, { ord: 'a0' })
    setDraft(line, 'price', '8,')
  })
  await draft((kit) => setCells('line', newId(), kit, { ord: 'a0' }))
  const { drafts } = await signIn({ username: 'dana_k', password: 'x' })
  expect(drafts.map(({ kitId }) => kitId).toSorted()).toEqual([steps, begun, price].toSorted())
})
