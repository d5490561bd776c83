import { act, cleanup, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Route, Routes } from 'react-router-dom'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'

import { openDevice } from '../../data/device/device.ts'
import { ForgotScreen } from './ForgotScreen.tsx'
import { ResetScreen } from './ResetScreen.tsx'
import { json, stubApi } from '../../testApi.ts'
import { address, enter, field, leave, open, shownToast } from '../../forms/testScreen.tsx'

beforeEach(async () => {
  leave()
  await openDevice()
})
afterEach(() => {
  cleanup()
  history.replaceState(null, '', '/')
})

const heading = (name: string) => screen.findByRole('heading', { level: 1, name })

describe('a forgotten password', () => {
  async function ask() {
    open('/forgot-password', <ForgotScreen />)
    await userEvent.type(field('Email'), 'dana@example.com{Enter}')
  }

  test.each([
    ['success', 200],
    ['an unknown address', 404],
    ['too many tries', 429],
    ['a fault of the server', 500],
  ])('is answered alike on %s', async (_, status) => {
    const body = status === 200 ? { message: 'ok' } : { error: 'whatever', code: 'any' }
    stubApi({ 'POST /api/auth/forgot-password': () => json(status, body) })
    await ask()
    await heading('Check your email')
    expect(screen.getByRole('link', { name: 'Back to Sign In' }).getAttribute('href')).toBe(
      '/login',
    )
    expect(screen.queryByText('whatever')).toBeNull()
    expect(shownToast()[0]).toBeUndefined()
  })

  test('without a signal nothing is claimed and the form stays', async () => {
    await ask()
    expect(
      await screen.findByText('The server did not answer. Check your signal and try again.'),
    ).toBeTruthy()
    expect(field('Email').value).toBe('dana@example.com')
  })

  test('wants an address', async () => {
    open('/forgot-password', <ForgotScreen />)
    await userEvent.type(field('Email'), 'dana{Enter}')
    expect(screen.getByText('Please enter a valid email address')).toBeTruthy()
  })
})

describe('a new password', () => {
  async function type(label: string) {
    await userEvent.type(field(label), 'Wrench-9-Torque')
    await userEvent.type(field(`Confirm ${label.toLowerCase()}`), 'Wrench-9-Torque{Enter}')
  }

  test.each([
    ['by the link of a mail', '/reset-password#token=abc'],
    ['by one from before', '/reset-password?token=abc'],
    // T31
  ])('%s: its secret leaves the address bar and is used', async (_, link) => {
    const calls = stubApi({ 'POST /api/auth/reset-password': () => json(200, { message: 'ok' }) })
    history.replaceState(null, '', link)
    open(link, <ResetScreen />)
    await heading('Reset Password')
    expect(location.search + location.hash).toBe('')
    await type('New password')
    await waitFor(() => expect(address()).toBe('/login'))
    expect(shownToast()[0]).toBe('Password reset successful!')
    expect(calls[0]?.body).toEqual({ token: 'abc', password: 'Wrench-9-Torque' })
  })

  test('by a link that has expired: the reason stands below the form', async () => {
    const sentence = 'This reset link is invalid or has expired.'
    stubApi({
      'POST /api/auth/reset-password': () => json(400, { code: 'bad_token', error: sentence }),
    })
    open('/reset-password#token=abc', <ResetScreen />)
    await type('New password')
    expect(await screen.findByText(sentence)).toBeTruthy()
    expect(shownToast()).toEqual(['Error', 'Failed to update password'])
    expect(screen.getByRole('link', { name: 'Request New Reset Link' })).toBeTruthy()
  })

  const LINK = 'POST /api/auth/mailed-link'
  const owner = { username: 'rosa', email: 'garage.seven@example.com' }

  test.each([
    ['used', owner, 'Reset link used already'],
    ['over', owner, 'Reset link expired'],
    ['over', null, 'Invalid Reset Link'],
  ])(
    'by a link that is %s: it says so before anything is typed, and offers another',
    async (state, whose, title) => {
      stubApi({ [LINK]: () => json(200, { state, owner: whose }) })
      open(
        `/reset-password#token=${title}`,
        <Routes>
          <Route path="/reset-password" element={<ResetScreen />} />
          <Route path="/forgot-password" element={<ForgotScreen />} />
        </Routes>,
      )
      await heading(title)
      await waitFor(() => expect(document.activeElement?.textContent).toBe(title))
      expect(screen.queryByLabelText('New password')).toBeNull()
      await userEvent.click(screen.getByRole('link', { name: 'Request New Reset Link' }))
      expect(field('Email').value).toBe(whose?.email ?? '')
    },
  )

  test('by a link that was used elsewhere meanwhile: it says that, too', async () => {
    let state = 'open'
    const error = 'This reset link is invalid or has expired.'
    stubApi({
      [LINK]: () => json(200, { state, owner }),
      'POST /api/auth/reset-password': () => json(400, { code: 'bad_token', error }),
    })
    open('/reset-password#token=link-2', <ResetScreen />)
    await heading('Reset Password')
    state = 'used'
    await type('New password')
    await heading('Reset link used already')
  })

  test('by a link: one with the name of its account in it is not even sent', async () => {
    const calls = stubApi({ [LINK]: () => json(200, { state: 'open', owner }) })
    open('/reset-password#token=link-3', <ResetScreen />)
    await waitFor(() => expect(calls).toHaveLength(1))
    await userEvent.type(field('New password'), 'My Garage.Seven 1!')
    await userEvent.type(field('Confirm new password'), 'My Garage.Seven 1!{Enter}')
    expect(screen.getByText(/Password must not contain/)).toBeTruthy()
    expect(calls).toHaveLength(1)
  })

  test('being signed in: the current one is asked for where the server wants it', async () => {
    await enter()
    let isNeeded = true
    const calls = stubApi({
      'POST /api/auth/change-password': () =>
        isNeeded
          ? json(403, {
              code: 'current_password_required',
              field: 'currentPassword',
              error: 'Please enter your current password.',
            })
          : json(200, { message: 'ok' }),
    })
    open('/reset-password', <ResetScreen />)
    await heading('Change Password')
    // The label is timeless; the hint says how long the field may stay empty.
    expect(field('Current password').getAttribute('required')).toBeNull()
    expect(screen.getByText('May stay empty within 10 minutes of signing in.')).toBeTruthy()
    await type('New password')
    expect(await screen.findByText('Please enter your current password.')).toBeTruthy()
    const current = screen.getByLabelText(/^Current password/)
    await waitFor(() => expect(document.activeElement).toBe(current))
    isNeeded = false
    await userEvent.type(current, 'Old-1-Password{Enter}')
    await waitFor(() => expect(address()).toBe('/my-account'))
    expect(shownToast()[0]).toBe('Password changed successfully!')
    expect(calls.at(-1)?.body).toEqual({
      password: 'Wrench-9-Torque',
      currentPassword: 'Old-1-Password',
    })
  })

  test('a login that ended meanwhile is access denied', async () => {
    await enter()
    open('/reset-password', <ResetScreen />)
    await heading('Change Password')
    act(leave)
    await type('New password')
    const denied =
      'Access denied: You must be logged in or have a valid reset link to change your password.'
    expect(await screen.findByText(denied)).toBeTruthy()
    expect(shownToast()).toEqual(['Error', denied])
  })

  test('with neither: an invalid link, and where to get another', async () => {
    open('/reset-password', <ResetScreen />)
    await heading('Invalid Reset Link')
    const link = screen.getByRole('link', { name: 'Request New Reset Link' })
    expect(link.getAttribute('href')).toBe('/forgot-password')
  })

  test('both have to be the same', async () => {
    open('/reset-password#token=link-4', <ResetScreen />)
    await userEvent.type(field('New password'), 'Wrench-9-Torque')
    await userEvent.type(field('Confirm new password'), 'Wrench-9-Torqe{Enter}')
    expect(screen.getByText("Passwords don't match")).toBeTruthy()
  })
})
