import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { openDevice, signedIn } from '../../data/device/device.ts'
import { DANA, json, stubApi, type Answer } from '../../testApi.ts'
import { LoginScreen } from '../entry/LoginScreen.tsx'
import { VerifyScreen } from '../entry/VerifyScreen.tsx'
import { address, field, leave, open, shownToast } from '../../forms/testScreen.tsx'

beforeEach(async () => {
  leave()
  await openDevice()
})
afterEach(() => {
  cleanup()
  history.replaceState(null, '', '/')
})

const LOGIN = 'POST /api/auth/login'
const CODES = { codes: true, passkey: null }
const PASSKEY = { challenge: 'AAAA', rpId: 'localhost', allowCredentials: [] }
const asked = (second: object = CODES) =>
  json(401, { code: 'second_factor', error: 'A second factor is needed.', second })
const wrong = () =>
  json(403, { code: 'wrong_second', field: 'code', error: 'This code is wrong.', second: CODES })
const entered = () => json(200, { token: 'secret-token', user: DANA })
const verified = () => json(200, { message: 'Email verified!', token: 'secret-token', user: DANA })
const step = () => screen.findByRole('group', { name: 'Second factor' })

async function login(answers: Answer[]) {
  const calls = stubApi({ [LOGIN]: (call) => (answers.shift() ?? entered)(call) })
  open('/login?next=%2Fcreate-kits', <LoginScreen />)
  await userEvent.type(field('Username or email'), 'dana_k')
  await userEvent.type(field('Password'), 'Wrench-9-Torque{Enter}')
  return calls
}

/** Fakes the browser's passkey API. */
function holdPasskey(get: () => Promise<unknown>) {
  vi.stubGlobal('PublicKeyCredential', class {})
  Object.defineProperty(navigator, 'credentials', { value: { get }, configurable: true })
}

const bytes = new Uint8Array([1, 2, 3]).buffer
const credential = {
  id: 'AQID',
  rawId: bytes,
  type: 'public-key',
  response: { authenticatorData: bytes, clientDataJSON: bytes, signature: bytes },
  getClientExtensionResults: () => ({}),
}

test('a login asks for the code in the same card, which keeps what was typed', async () => {
  const calls = await login([() => asked(), wrong])
  const code = await within(await step()).findByRole('textbox', { name: 'Code' })
  expect(document.activeElement).toBe(code)
  expect([code.getAttribute('autocomplete'), code.getAttribute('inputmode')]).toEqual([
    'one-time-code',
    'text',
  ])
  expect(shownToast()[0]).toBeUndefined()
  expect(screen.queryByText('A second factor is needed.')).toBeNull()

  await userEvent.type(code, '{Enter}')
  expect(screen.getByText('Code is required')).toBeTruthy()
  await userEvent.type(code, '123 456{Enter}')
  await screen.findByText('This code is wrong.')
  expect(code.getAttribute('aria-invalid')).toBe('true')
  expect(document.activeElement).toBe(code)
  expect([field('Password').value, field('Code').value]).toEqual(['Wrench-9-Torque', '123 456'])

  await userEvent.clear(code)
  await userEvent.type(code, 'abcd-efgh{Enter}')
  await waitFor(() => expect(address()).toBe('/create-kits'))
  const form = { username: 'dana_k', password: 'Wrench-9-Torque' }
  expect(calls.map(({ body }) => body)).toEqual([
    form,
    { ...form, second: { code: '123 456' } },
    { ...form, second: { code: 'abcd-efgh' } },
  ])
})

test('of another username nothing is asked before its password was right', async () => {
  const calls = await login([() => asked()])
  await step()
  await userEvent.type(field('Username or email'), '2')
  expect(screen.queryByRole('group', { name: 'Second factor' })).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'Sign In' }))
  await waitFor(() => expect(address()).toBe('/create-kits'))
  expect(calls[1]?.body).toEqual({ username: 'dana_k2', password: 'Wrench-9-Torque' })
})

test('a passkey signs in at one press, and one that is not given is no wrong code', async () => {
  const given = [() => Promise.reject(new DOMException('No.', 'NotAllowedError'))]
  holdPasskey(() => (given.shift() ?? (async () => credential))())
  const calls = await login([() => asked({ codes: true, passkey: PASSKEY })])
  const button = await within(await step()).findByRole('button', { name: 'Use your passkey' })
  await waitFor(() => expect(document.activeElement).toBe(button))
  await userEvent.keyboard('{Enter}')
  await waitFor(() =>
    expect(shownToast()).toEqual([
      'Login failed',
      'Your browser gave no passkey. Try again, or use a code.',
    ]),
  )
  expect(calls).toHaveLength(1)
  await userEvent.click(button)
  await waitFor(() => expect(address()).toBe('/create-kits'))
  expect(calls[1]?.body).toMatchObject({ second: { passkey: { id: 'AQID' } } })
})

test('a browser without passkeys says so where there is nothing else', async () => {
  await login([() => asked({ codes: false, passkey: PASSKEY })])
  expect(within(await step()).getByText(/This browser has no passkeys/)).toBeTruthy()
})

test.each([
  ['the password', async () => userEvent.type(field('Password'), 'Torque 30 Nm!{Enter}')],
  [
    'a new one',
    async () => {
      await userEvent.click(screen.getByRole('button', { name: 'Set a new password' }))
      await userEvent.type(field('New password'), 'Torque 30 Nm, dry!')
      await userEvent.type(field('Confirm new password'), 'Torque 30 Nm, dry!{Enter}')
    },
  ],
])('confirming an address with %s asks for it as well', async (_, confirm) => {
  const answers = [() => asked(), wrong]
  const calls = stubApi({ 'POST /api/auth/verify-email': () => (answers.shift() ?? verified)() })
  history.replaceState(null, '', '/verify-email#token=one')
  open('/verify-email#token=one', <VerifyScreen />)
  await confirm()
  await step()
  await userEvent.type(field('Code'), '123456{Enter}')
  await within(await step()).findByText('This code is wrong.')
  await userEvent.type(field('Code'), '7{Enter}')
  await screen.findByRole('heading', { level: 1, name: 'Email Verified!' })
  expect(calls.at(-1)?.body).toMatchObject({ token: 'one', second: { code: '1234567' } })
  expect(signedIn()?.token).toBe('secret-token')
})
