import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'

import { db } from '../../data/device/db.ts'
import { openDevice, setSignedIn, signedIn } from '../../data/device/device.ts'
import { setCells, settled } from '../../data/sync/write/writeQueue.ts'
import { drawKit } from '../../data/kits/open/testBuild.ts'
import { LoginScreen } from './LoginScreen.tsx'
import { nextPath } from './nextPath.ts'
import { DANA, json, stubApi } from '../../testApi.ts'
import { address, enter, field, leave, open, shownToast } from '../../forms/testScreen.tsx'

beforeEach(async () => {
  leave()
  await openDevice()
})
afterEach(cleanup)

const LOGIN = 'POST /api/auth/login'
const accepted = { [LOGIN]: () => json(200, { token: 'secret-token', user: DANA }) }

async function login() {
  await userEvent.type(field('Username or email'), 'dana_k')
  await userEvent.type(field('Password'), 'Wrench-9-Torque{Enter}')
}

/** A local draft with one line. */
async function draft(name: string): Promise<string> {
  const { kitId } = await drawKit()
  setCells('kit', kitId, kitId, { name })
  await settled()
  return kitId
}

describe('signing in', () => {
  test('says what is missing', async () => {
    open('/login', <LoginScreen />)
    await userEvent.click(screen.getByRole('button', { name: 'Sign In' }))
    expect(screen.getByText('Username is required')).toBeTruthy()
    expect(screen.getByText('Password is required')).toBeTruthy()
    expect(document.activeElement).toBe(field('Username or email'))
  })

  test('stores the token and goes where it was asked for', async () => {
    stubApi(accepted)
    open('/login?next=%2Fbuilder%3Fbuild%3DhT4kQ9', <LoginScreen />)
    await login()
    await waitFor(() => expect(address()).toBe('/builder?build=hT4kQ9'))
    expect(localStorage.getItem('authToken')).toBe('secret-token')
    expect(shownToast()[0]).toBe('Welcome back!')
  })

  test('a wrong password is told below the form, which keeps what was typed', async () => {
    stubApi({ [LOGIN]: () => json(401, { code: 'bad_login', error: '' }) })
    open('/login', <LoginScreen />)
    await login()
    await waitFor(() =>
      expect(shownToast()).toEqual(['Login failed', 'Invalid username or password']),
    )
    expect(
      within(screen.getByRole('status')).getByText('Invalid username or password'),
    ).toBeTruthy()
    expect(field('Password').value).toBe('Wrench-9-Torque')
    // The error belongs to that password only.
    await userEvent.type(field('Password'), '!')
    expect(screen.queryByText('Invalid username or password')).toBeNull()
    expect(shownToast()[0]).toBeUndefined()
  })

  test('too many tries are told with the time to wait', async () => {
    stubApi({
      [LOGIN]: () =>
        json(429, { code: 'too_many', error: 'Too many tries.' }, { 'Retry-After': '40' }),
    })
    open('/login', <LoginScreen />)
    await login()
    await waitFor(() => expect(shownToast()[1]).toBe('Too many tries. Try again in 40 seconds.'))
    await userEvent.type(field('Password'), '!')
    expect(screen.getByText('Too many tries. Try again in 40 seconds.')).toBeTruthy()
  })

  test('without a signal it does not blame the password', async () => {
    open('/login', <LoginScreen />)
    await login()
    await waitFor(() => expect(shownToast()[0]).toBe('Login failed'))
    expect(shownToast()[1]).toBe('The server did not answer. Check your signal and try again.')
  })

  test('what fails for another reason does not blame the password', async () => {
    stubApi({ [LOGIN]: () => json(500, { code: 'internal', error: '' }) })
    open('/login', <LoginScreen />)
    await login()
    await waitFor(() => expect(shownToast()[0]).toBe('Login failed'))
    expect(shownToast()[1]).toBe('This did not work. Please try again.')
  })

  test('the password can be seen and hidden again', async () => {
    open('/login', <LoginScreen />)
    await userEvent.click(screen.getByRole('button', { name: 'Show password' }))
    expect(field('Password').type).toBe('text')
    await userEvent.click(screen.getByRole('button', { name: 'Hide password' }))
    expect(field('Password').type).toBe('password')
  })

  test('who is signed in already is told so', async () => {
    await enter()
    open('/login', <LoginScreen />)
    expect(screen.getByText('dana_k')).toBeTruthy()
    expect(screen.queryByLabelText('Password')).toBeNull()
  })

  test('an ended session asks for the password only', async () => {
    await enter()
    const account = signedIn()
    setSignedIn(account && { ...account, isExpired: true })
    open('/login', <LoginScreen />)
    expect(field('Username or email').value).toBe('dana_k')
  })
})

describe('the drafts of this device', () => {
  test('are asked for, and only the ticked ones come along', async () => {
    const mine = await draft('S4 B7 oil change')
    const other = await draft('Truck brakes')
    stubApi(accepted)
    open('/login', <LoginScreen />)
    await login()
    const dialog = await screen.findByRole('dialog', { name: /2 drafts on this device: add them/ })
    expect(localStorage.getItem('authToken')).toBeNull()
    await userEvent.click(within(dialog).getByRole('checkbox', { name: /Truck brakes/ }))
    await userEvent.click(within(dialog).getByRole('button', { name: 'Add to my account' }))
    await waitFor(() => expect(address()).toBe('/'))
    const owners = await db.pending.toArray()
    const ownerOf = (id: string) => owners.find((row) => row.id === id)?.p
    expect(ownerOf(mine)).toBe(`u:${DANA.id}`)
    expect(ownerOf(other)).toMatch(/^d:/)
  })

  test('are asked for again when the page is loaded anew meanwhile, and the login is not lost', async () => {
    const mine = await draft('S4 B7 oil change')
    stubApi(accepted)
    open('/login?next=%2Fcreate-kits', <LoginScreen />)
    await login()
    await screen.findByRole('dialog', { name: /add (it|them)/ })
    // The tab resumes from its stored state, without another request.
    cleanup()
    stubApi({})
    open('/login?next=%2Fcreate-kits', <LoginScreen />)
    const dialog = await screen.findByRole('dialog', { name: /add (it|them)/ })
    expect(within(dialog).getByText('dana_k')).toBeTruthy()
    await userEvent.click(within(dialog).getByRole('button', { name: 'Add to my account' }))
    await waitFor(() => expect(address()).toBe('/create-kits'))
    expect(localStorage.getItem('authToken')).toBe('secret-token')
    const rows = await db.pending.toArray()
    expect(rows.find((row) => row.id === mine)?.p).toBe(`u:${DANA.id}`)
    expect(sessionStorage.length).toBe(0)
  })
})

describe('where a login leads', () => {
  test('is kept on the way to registering and to a forgotten password', () => {
    open('/login?next=%2Fbuilder%3Fbuild%3DhT4kQ9', <LoginScreen />)
    const leadsTo = (name: string) => screen.getByRole('link', { name }).getAttribute('href')
    expect(leadsTo('Create Account')).toBe('/register?next=%2Fbuilder%3Fbuild%3DhT4kQ9')
    expect(leadsTo('Forgot Password?')).toBe('/forgot-password?next=%2Fbuilder%3Fbuild%3DhT4kQ9')
  })

  test.each([
    ['?next=%2Fkit%2FhT4kQ9%3Fa%3D1%23b', '/kit/hT4kQ9?a=1#b'],
    ['', '/'],
    ['?next=https%3A%2F%2Fevil.example', '/'],
    ['?next=%2F%2Fevil.example', '/'],
    ['?next=%2F%5Cevil.example', '/'],
    ['?next=%2F%09%2Fevil.example', '/'],
    ['?next=%2F%0A%5Cevil.example', '/'],
    ['?next=%2F.%2F%2Fevil.example%2Fx', '/'],
    ['?next=%2F%2E%2F%2Fevil.example', '/'],
    ['?next=%2Fkit%2F..%2F%2Fevil.example', '/'],
    ['?next=%2F.%5C%5Cevil.example', '/'],
    ['?next=%2F%252E%2F%2Fevil.example', '/'],
    ['?next=%2Fkit%2F%2Fevil.example', '/kit//evil.example'],
    ['?next=javascript%3Aalert(1)', '/'],
    ['?next=my-account', '/'],
    ['?next=%2Flogin%3Fnext%3D%2Flogin', '/'],
    // T64
  ])('%s leads to %s', (search, path) => {
    expect(nextPath(search)).toBe(path)
  })
})
