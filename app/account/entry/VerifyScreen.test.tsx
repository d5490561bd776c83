import { act, cleanup, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { StrictMode } from 'react'
import { Link } from 'react-router-dom'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'

import { useSync } from '../../data/device/syncState.ts'
import { openDevice, signedIn } from '../../data/device/device.ts'
import { setCells, settled } from '../../data/sync/write/writeQueue.ts'
import { drawKit } from '../../data/kits/open/testBuild.ts'
import { DANA, done, json, stubApi, type Call } from '../../testApi.ts'
import { address, enter, field, leave, open, shownToast } from '../../forms/testScreen.tsx'
import { VerifyScreen } from './VerifyScreen.tsx'

beforeEach(async () => {
  leave()
  await openDevice()
})
afterEach(() => {
  cleanup()
  useSync.setState({ isOnline: true })
  history.replaceState(null, '', '/')
})

const VERIFY = 'POST /api/auth/verify-email'
const heading = (name: string) => screen.findByRole('heading', { level: 1, name })
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }))

function show(link: string) {
  history.replaceState(null, '', `/verify-email${link}`)
  open(
    `/verify-email${link}`,
    <StrictMode>
      <VerifyScreen />
      <Link to="/verify-email#token=newer">a newer link</Link>
    </StrictMode>,
  )
}

/** The server's answer to the right password. */
const verified = (user: object = DANA) =>
  json(200, { message: 'Email verified!', token: 'fresh-token', user })

async function confirmWith(password: string) {
  await userEvent.type(field('Password'), `${password}{Enter}`)
}

describe('opening a verification link', () => {
  test.each(['#token=one', '?token=one'])(
    // T27
    'asks the server nothing, whatever the page: %s',
    async (link) => {
      const calls: Call[] = stubApi({ [VERIFY]: () => verified() })
      show(link)
      await heading('Verify your email')
      expect(location.pathname + location.search + location.hash).toBe('/verify-email')
      await press('Set a new password')
      await heading('Set a new password')
      await press('Set Password and Verify')
      await press('I know the password')
      await press('Verify Email')
      expect(screen.getByText('Password is required')).toBeTruthy()
      expect(calls).toEqual([])
    },
  )

  test('without a token is told to be invalid', async () => {
    show('')
    await heading('Verification Failed')
    expect(screen.getByText('Invalid verification link. No token provided.')).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Go to Login' })).toBeTruthy()
  })

  test('in a tab that shows another one goes on with the newer', async () => {
    const calls = stubApi({ [VERIFY]: () => verified() })
    show('#token=older')
    await userEvent.click(await screen.findByRole('link', { name: 'a newer link' }))
    await confirmWith('Torque 30 Nm!')
    await heading('Email Verified!')
    expect(calls.map(({ body }) => body)).toEqual([{ token: 'newer', password: 'Torque 30 Nm!' }])
  })

  test('without a signal says what it needs, and for how long the link is good', async () => {
    useSync.setState({ isOnline: false })
    show('#token=one')
    expect(await screen.findByText(/The link works for 3 days/)).toBeTruthy()
    await confirmWith('Torque 30 Nm!')
    expect(
      await screen.findByText('The server did not answer. Check your signal and try again.'),
    ).toBeTruthy()
    expect(field('Password').value).toBe('Torque 30 Nm!')
    stubApi({ [VERIFY]: () => verified() })
    await press('Verify Email')
    await heading('Email Verified!')
  })
})

describe('confirming an address', () => {
  test('with the password signs in, and leads to the account', async () => {
    const calls = stubApi({ [VERIFY]: () => verified() })
    show('#token=one')
    await confirmWith('Torque 30 Nm!')
    const title = await heading('Email Verified!')
    expect(document.activeElement).toBe(title)
    expect(shownToast()[0]).toBe('Email verified!')
    const link = screen.getByRole('link', { name: 'Go to Account' })
    expect(link.getAttribute('href')).toBe('/my-account')
    expect(calls.map(({ body }) => body)).toEqual([{ token: 'one', password: 'Torque 30 Nm!' }])
    // Known devices have their own guess counter.
    expect(calls[0]?.headers['X-Device-Key']).toMatch(/^[\w-]{43}$/)
    expect(signedIn()).toMatchObject({ token: 'fresh-token', isExpired: false })
    expect(address()).toBe('/verify-email')
  })

  test('on a device where the account is signed in already goes on with the new session', async () => {
    await enter({ ...DANA, emailVerified: false })
    stubApi({ [VERIFY]: () => verified() })
    show('#token=one')
    await confirmWith('Torque 30 Nm!')
    await heading('Email Verified!')
    expect(signedIn()).toMatchObject({ token: 'fresh-token', user: { emailVerified: true } })
    expect(localStorage.getItem('authToken')).toBe('fresh-token')
  })

  test('where somebody else is signed in leaves the device theirs, and keeps no session', async () => {
    await enter()
    const other = { ...DANA, id: 'aG3J-0POSHGaTUtY5l3kiB', username: 'rosa' }
    const calls = stubApi({ [VERIFY]: () => verified(other), 'POST /api/auth/logout': done })
    show('#token=one')
    await confirmWith('Torque 30 Nm!')
    await heading('Email Verified!')
    expect(signedIn()).toMatchObject({ token: 'secret-token', user: { username: 'dana_k' } })
    expect(screen.getByText('dana_k')).toBeTruthy()
    expect(calls[1]).toMatchObject({ headers: { Authorization: 'Bearer fresh-token' } })
  })

  test('with a wrong password says so at the field, which keeps what was typed', async () => {
    const error = 'This is not the password of this account.'
    stubApi({ [VERIFY]: () => json(403, { code: 'wrong_password', field: 'password', error }) })
    show('#token=one')
    await confirmWith('Torque 3O Nm!')
    await waitFor(() => expect(document.activeElement).toBe(field('Password')))
    expect(field('Password').getAttribute('aria-invalid')).toBe('true')
    expect(screen.getByText(error)).toBeTruthy()
    expect(field('Password').value).toBe('Torque 3O Nm!')
    expect(shownToast()).toEqual(['Verification Failed', error])
  })

  test.each([
    [429, { code: 'too_many', error: 'This is a lot at once. Please try again later.' }],
    [403, { code: 'suspended', error: 'This account is suspended. Please write to us.' }],
    [400, { code: 'invalid', error: '' }],
    [500, { code: 'unexpected', error: '' }],
  ])('that fails with %s says what is known, and keeps what was typed', async (status, body) => {
    stubApi({ [VERIFY]: () => json(status, body) })
    show('#token=one')
    await confirmWith('Torque 30 Nm!')
    const otherwise =
      status === 500
        ? 'An error occurred during verification. Please try again.'
        : 'Email verification failed.'
    expect(await screen.findByText(body.error || otherwise)).toBeTruthy()
    expect(field('Password').value).toBe('Torque 30 Nm!')
  })

  test('by a link that has expired fails in the words of the server', async () => {
    const error = 'This verification link is invalid or has expired.'
    stubApi({ [VERIFY]: () => json(400, { code: 'bad_token', error }) })
    show('#token=one')
    await confirmWith('Torque 30 Nm!')
    await heading('Verification Failed')
    expect(screen.getByText(error)).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Go to Login' })).toBeTruthy()
  })
})

test('a page that is loaded anew while it asks about drafts goes on with that question', async () => {
  const { kitId } = await drawKit()
  setCells('kit', kitId, kitId, { name: 'Oil change' })
  await settled()
  stubApi({ [VERIFY]: () => verified() })
  show('#token=one')
  await confirmWith('Torque 30 Nm!')
  await screen.findByRole('dialog')
  cleanup()
  stubApi({})
  show('')
  await userEvent.click(await screen.findByRole('button', { name: 'Add to my account' }))
  await heading('Email Verified!')
  expect(signedIn()).toMatchObject({ token: 'fresh-token' })
})

describe('who did not make the account', () => {
  const type = async (password: string) => {
    await userEvent.type(field('New password'), password)
    await userEvent.type(field('Confirm new password'), `${password}{Enter}`)
  }

  test('sets a password of their own, by the keyboard alone', async () => {
    const calls = stubApi({ [VERIFY]: () => verified() })
    show('#token=one')
    await heading('Verify your email')
    act(() => screen.getByRole('button', { name: 'Set a new password' }).focus())
    await userEvent.keyboard('{Enter}')
    expect(document.activeElement).toBe(await heading('Set a new password'))
    await type('Wrench-9-Torque')
    await heading('Email Verified!')
    expect(calls.map(({ body }) => body)).toEqual([
      { token: 'one', newPassword: 'Wrench-9-Torque' },
    ])
  })

  test('is told at the field what is wrong with it', async () => {
    const error = 'This password is among the first that guessers try. Add another word.'
    stubApi({
      [VERIFY]: () => json(422, { code: 'weak_password', field: 'newPassword', error }),
    })
    show('#token=one')
    await press('Set a new password')
    await type('Wrench-9-Torque')
    expect(await screen.findByText(error)).toBeTruthy()
    await waitFor(() => expect(document.activeElement).toBe(field('New password')))
  })

  test('of a changed address can set none: it may have been mistyped', async () => {
    show('#token=one&new-address')
    await heading('Verify your email')
    expect(screen.getByText(/Close the page, and nothing changes/)).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Set a new password' })).toBeNull()
  })
})
