import { act, cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'

import { useSync } from '../../data/device/syncState.ts'
import { openDevice, setSignedIn, signedIn } from '../../data/device/device.ts'
import { useLogOut } from '../../data/sessions/logOut.ts'
import { chooseTheme } from '../../ui/look/theme.ts'
import { MyAccountScreen } from './MyAccountScreen.tsx'
import { recorded } from '../../testRecorded.ts'
import { DANA, done, json, stubApi } from '../../testApi.ts'
import { enter, leave, open, shownToast } from '../../forms/testScreen.tsx'

const at = (hours: number) => {
  const time = new Date()
  time.setHours(hours, 5, 0, 0)
  return time.toISOString()
}
const device = (id: string, isCurrent: boolean, more = {}) => ({
  id,
  label: isCurrent ? 'Chrome on Android' : `Firefox on Linux ${id}`,
  createdAt: at(0),
  lastSeenAt: new Date().toISOString(),
  isCurrent,
  ...more,
})
const server = {
  'GET /api/auth/user': () => json(200, DANA),
  'GET /api/auth/sessions': () => json(200, [device('a', true), device('b', false)]),
}
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }))

beforeEach(async () => {
  leave()
  await openDevice()
})
afterEach(cleanup)

test('somebody who is not signed in is asked to log in', () => {
  open('/my-account', <MyAccountScreen />)
  const link = screen.getByRole('link', { name: 'Log In' })
  expect(link.getAttribute('href')).toBe('/login?next=%2Fmy-account')
})

test('shows who is signed in, also without a signal', async () => {
  await enter()
  open('/my-account', <MyAccountScreen />)
  expect(screen.getByText('dana_k')).toBeTruthy()
  expect(screen.getByText('dana.k@example.com')).toBeTruthy()
  expect(screen.getByText('Verified')).toBeTruthy()
  const link = screen.getByRole('link', { name: 'Change Password' })
  expect(link.getAttribute('href')).toBe('/reset-password')
  expect(await screen.findByText('Failed to load devices')).toBeTruthy()
})

test.each([
  ['deleted', 'Your account was deleted.', null],
  ['suspended', 'Your account is suspended.', 'Sign in again'],
] as const)(
  'an account that is %s says so, with what can still be done',
  async (ended, words, again) => {
    await enter()
    const account = signedIn()
    act(() => setSignedIn(account && { ...account, isExpired: true, ended }))
    open('/my-account', <MyAccountScreen />)
    const told = screen.getByText(words).closest('[role=status]') as HTMLElement
    expect(within(told).getByRole('link', { name: 'Write to us' }).getAttribute('href')).toBe(
      '/contact',
    )
    expect(within(told).queryByRole('link', { name: 'Sign in again' }) === null).toBe(
      again === null,
    )
    expect(screen.queryByRole('link', { name: 'Change Password' }) === null).toBe(
      ended === 'deleted',
    )
    await screen.findByText('Backup of everything on this device')
  },
)

test('an address that is not verified can be mailed to again', async () => {
  const user = { ...DANA, emailVerified: false }
  await enter(user)
  const calls = stubApi({
    ...server,
    'GET /api/auth/user': () => json(200, user),
    'POST /api/auth/resend-verification': () => json(200, { message: 'ok' }),
  })
  open('/my-account', <MyAccountScreen />)
  expect(screen.getByText('Not verified yet')).toBeTruthy()
  await press('Send the mail again')
  await screen.findByText('The mail is on its way. Its link works for 3 days.')
  expect(calls.some(({ path }) => path === '/api/auth/resend-verification')).toBe(true)
})

test('the colours chosen hold for this device', async () => {
  open('/my-account', <MyAccountScreen />)
  await userEvent.click(screen.getByRole('radio', { name: 'Dark' }))
  expect(document.documentElement.dataset['theme']).toBe('dark')
  expect(localStorage.getItem('theme')).toBe('dark')
  await userEvent.click(screen.getByRole('radio', { name: 'Auto' }))
  expect(localStorage.getItem('theme')).toBeNull()
})

test('high contrast is chosen beside them, and brings its colours', async () => {
  open('/my-account', <MyAccountScreen />)
  const contrast = within(screen.getByRole('radiogroup', { name: 'Contrast' }))
  await userEvent.click(contrast.getByRole('radio', { name: 'High' }))
  expect(document.documentElement.dataset['contrast']).toBe('high')
  expect(localStorage.getItem('contrast')).toBe('high')
  expect(document.querySelectorAll('link[href="/contrast.css"]')).toHaveLength(1)
  await userEvent.click(contrast.getByRole('radio', { name: 'Normal' }))
  expect(document.documentElement.dataset['contrast']).toBe('normal')
  // The system's choice is not stored: it may change later.
  expect(localStorage.getItem('contrast')).toBeNull()
})

test('at the desk rows of tables may be compact', async () => {
  open('/my-account', <MyAccountScreen />)
  await userEvent.click(screen.getByRole('radio', { name: 'Compact' }))
  expect(document.documentElement.dataset['density']).toBe('compact')
  expect(localStorage.getItem('density')).toBe('compact')
  await userEvent.click(screen.getByRole('radio', { name: 'Roomy' }))
  expect(document.documentElement.dataset['density']).toBe('roomy')
  expect(localStorage.getItem('density')).toBeNull()
})

test('what is chosen elsewhere, such as in another tab, is what the screen says', () => {
  open('/my-account', <MyAccountScreen />)
  act(() => chooseTheme('dark'))
  expect(screen.getByRole<HTMLInputElement>('radio', { name: 'Dark' }).checked).toBe(true)
  act(() => chooseTheme('auto'))
})

test('an address leads to a setting by its name', async () => {
  open('/my-account#backup', <MyAccountScreen />)
  await screen.findByRole('button', { name: 'Save a backup' })
  await waitFor(() =>
    expect(document.activeElement?.textContent).toMatch(/^Backup of everything on this device/),
  )
})

test('another device is signed out at once, all others after a question', async () => {
  await enter()
  // The list is reloaded afterwards, with the server's new state.
  let here = [device('a', true), device('b', false)]
  const calls = stubApi({
    ...server,
    'GET /api/auth/sessions': () => json(200, here),
    'DELETE /api/auth/sessions/b': () => {
      here = [device('a', true)]
      return done()
    },
    'POST /api/auth/sessions/revoke-others': () => json(200, { revoked: 1 }),
  })
  open('/my-account', <MyAccountScreen />)
  await screen.findByText('Firefox on Linux b')
  await press('Sign out the others')
  const question = await screen.findByRole('alertdialog')
  expect(calls.some(({ method }) => method === 'POST')).toBe(false)
  await userEvent.click(within(question).getByRole('button', { name: 'Cancel' }))
  await press('Sign out Firefox on Linux b, signed in today at 00:05')
  await waitFor(() => expect(screen.queryByText('Firefox on Linux b')).toBeNull())
  expect(screen.getByText('Chrome on Android')).toBeTruthy()
})

const OTHERS = 'POST /api/auth/sessions/revoke-others'
async function signOutOthers() {
  await press('Sign out the others')
  const question = await screen.findByRole('alertdialog')
  await userEvent.click(within(question).getByRole('button', { name: 'Sign out the others' }))
}

test('a list that was asked for before the others were signed out does not bring them back', async () => {
  await enter()
  const both = [device('a', true), device('b', false)]
  let here = both
  stubApi({ ...server, 'GET /api/auth/sessions': () => json(200, both) })
  open('/my-account', <MyAccountScreen />)
  await screen.findByText('Firefox on Linux b')
  // Back online: the list reloads over a slow connection.
  let give = (_response: Response) => {}
  const slow = new Promise<Response>((resolve) => (give = resolve))
  let asked = 0
  stubApi({
    ...server,
    'GET /api/auth/sessions': () => (asked++ === 0 ? slow : json(200, here)),
    [OTHERS]: () => {
      here = [device('a', true)]
      return json(200, { revoked: 1 })
    },
  })
  act(() => useSync.setState({ isOnline: false }))
  await waitFor(() => expect(asked).toBe(1))
  await signOutOthers()
  await waitFor(() => expect(screen.queryByText('Firefox on Linux b')).toBeNull())
  await act(async () => {
    give(json(200, both))
    await slow
  })
  await waitFor(() => expect(asked).toBe(2))
  expect(screen.queryByText('Firefox on Linux b')).toBeNull()
  useSync.setState({ isOnline: true })
})

test('all others are signed out also while one of them is being', async () => {
  await enter()
  const calls = stubApi({
    ...server,
    'DELETE /api/auth/sessions/b': () => new Promise<Response>(() => {}),
    [OTHERS]: () => json(200, { revoked: 1 }),
  })
  open('/my-account', <MyAccountScreen />)
  await screen.findByText('Firefox on Linux b')
  await press('Sign out Firefox on Linux b, signed in today at 00:05')
  await signOutOthers()
  await waitFor(() => expect(calls.some(({ path }) => path.endsWith('/revoke-others'))).toBe(true))
})

test('of one browser that is signed in more than once, each is told from the others', async () => {
  await enter()
  const label = 'Chrome on Android'
  const older = { label, createdAt: '2024-03-05T12:00:00.000Z', lastSeenAt: at(0) }
  stubApi({
    ...server,
    'GET /api/auth/sessions': () => json(200, [device('b', false, older), device('a', true)]),
  })
  open('/my-account', <MyAccountScreen />)
  await waitFor(() => expect(screen.getAllByText(label)).toHaveLength(2))
  const [here, other] = screen
    .getAllByRole('listitem')
    .filter((item) => item.textContent?.startsWith(label))
  expect(here!.textContent).toBe(`${label}This deviceSigned in today at 00:05, in use now`)
  expect(other!.textContent).toMatch(/Signed in on Mar 5, 2024, last used /)
  expect(within(other!).getByRole('button').getAttribute('aria-label')).toBe(
    'Sign out Chrome on Android, signed in on Mar 5, 2024',
  )
})

test('two that began within a minute are told by their seconds', async () => {
  await enter()
  const label = 'Chrome on Android'
  const second = (at: number) => ({ label, createdAt: `2024-03-05T12:00:0${at}.000Z` })
  stubApi({
    ...server,
    'GET /api/auth/sessions': () =>
      json(200, [device('a', true), device('b', false, second(3)), device('c', false, second(7))]),
  })
  open('/my-account', <MyAccountScreen />)
  await waitFor(() => expect(screen.getAllByText(label)).toHaveLength(3))
  for (const name of [/:03$/, /:07$/]) screen.getByRole('button', { name })
})

test('logging out is asked for, not done, by the button', async () => {
  await enter()
  open('/my-account', <MyAccountScreen />)
  await press('Log Out')
  expect(useLogOut.getState().isAsked).toBe(true)
  useLogOut.setState({ isAsked: false })
})

describe('deleting the account', () => {
  const REQUEST = 'POST /api/request-account-deletion'

  async function ask(name: string) {
    await enter()
    open('/my-account', <MyAccountScreen />)
    await press('Delete Account')
    const dialog = await screen.findByRole('alertdialog', { name: 'Delete your account?' })
    await userEvent.type(within(dialog).getByLabelText(/Type your username/), name)
    await userEvent.click(within(dialog).getByRole('button', { name: 'Request deletion' }))
    return dialog
  }

  test('wants the username typed', async () => {
    const dialog = await ask('dana')
    expect(within(dialog).getByText('Type dana_k to confirm')).toBeTruthy()
  })

  test('is requested, shown with its date, and can be withdrawn', async () => {
    let at: string | null = null
    const calls = () =>
      stubApi({
        ...server,
        'GET /api/auth/user': () => json(200, { ...DANA, deletionRequestedAt: at }),
        [REQUEST]: () => {
          at = new Date().toISOString()
          return json(200, { message: 'ok', deletionRequestedAt: at })
        },
        'DELETE /api/request-account-deletion': () => {
          at = null
          return done()
        },
      })
    await enter()
    const made = calls()
    open('/my-account', <MyAccountScreen />)
    await press('Delete Account')
    const dialog = await screen.findByRole('alertdialog')
    await userEvent.type(within(dialog).getByLabelText(/Type your username/), 'dana_k{Enter}')
    await screen.findByText(/You asked for deletion today at/)
    expect(shownToast()[0]).toBe('Account deletion requested')
    // Everything beside an open dialog is hidden from roles; the answer may come before it closes.
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
    expect(made.find(({ method }) => method === 'POST')?.body).toEqual({
      username: 'dana_k',
      email: 'dana.k@example.com',
    })
    await press('Withdraw request')
    await screen.findByRole('button', { name: 'Delete Account' })
  })

  test('that fails says so', async () => {
    await ask('dana_k')
    await waitFor(() =>
      expect(shownToast()).toEqual([
        'Error',
        'Failed to submit account deletion request. Please try again.',
      ]),
    )
  })
})

describe('what the server has of the account', () => {
  const file = (text: string) => () =>
    new Response(text, { status: 200, headers: { 'Content-Type': 'application/json' } })

  test('is saved as a file', async () => {
    const { complete: _, ...data } = recorded<{ complete: true }>('GET /api/account/data')
    await enter()
    const calls = stubApi({
      ...server,
      'GET /api/account/data': file(`${JSON.stringify(data).slice(0, -1)},\n"complete": true}\n`),
    })
    open('/my-account', <MyAccountScreen />)
    await press('Download my data')
    await screen.findByText(/^Saved among your downloads: wrenchlist-dana_k-\d{4}-\d\d-\d\d\.json$/)
    const call = calls.find(({ path }) => path === '/api/account/data')
    expect(call?.headers['Authorization']).toMatch(/^Bearer ./)
  })

  test('is not saved when the file was cut off on its way', async () => {
    await enter()
    stubApi({ ...server, 'GET /api/account/data': file('{"rows": [{"kind":"kit"') })
    open('/my-account', <MyAccountScreen />)
    await press('Download my data')
    await screen.findByText('The server did not answer. Check your signal and try again.')
    expect(screen.queryByText(/^Saved among/)).toBeNull()
  })
})
