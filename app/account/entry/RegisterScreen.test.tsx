import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'

import { openDevice } from '../../data/device/device.ts'
import { RegisterScreen } from './RegisterScreen.tsx'
import { json, stubApi, type Answer } from '../../testApi.ts'
import { address, enter, field, leave, open, shownToast } from '../../forms/testScreen.tsx'

beforeEach(async () => {
  await openDevice()
})
afterEach(cleanup)

const FREE: Answer = () => json(200, { available: true, reason: '' })
const CHECK = 'GET /api/auth/check-username/*'
const availability = () => screen.getByRole('status', { name: 'Username availability' }).textContent

async function fill(values: Partial<Record<string, string>> = {}) {
  const typed: Record<string, string | undefined> = {
    Username: 'dana_k',
    Email: 'dana@example.com',
    'Confirm email': 'dana@example.com',
    Password: 'Wrench-9-Torque',
    'Confirm password': 'Wrench-9-Torque',
    ...values,
  }
  for (const [label, text] of Object.entries(typed)) {
    if (text) await userEvent.type(field(label), text)
  }
  await userEvent.click(screen.getByRole('checkbox'))
}

const submit = () => userEvent.click(screen.getByRole('button', { name: 'Create Account' }))

describe('the username', () => {
  test('is checked 500 ms after typing stops, and only from 3 letters on', async () => {
    const calls = stubApi({ [CHECK]: FREE })
    open('/register', <RegisterScreen />)
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const type = (value: string) => fireEvent.change(field('Username'), { target: { value } })
    const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
    type('da')
    await pass(5_000)
    type('dana_k')
    await pass(499)
    expect(calls).toEqual([])
    await pass(1)
    expect(calls).toHaveLength(1)
    vi.useRealTimers()
    await waitFor(() => expect(availability()).toContain('Available'))
    expect(calls.map(({ path }) => path)).toEqual(['/api/auth/check-username/dana_k'])
  })

  test('an answer for an earlier name never stands beside a later one', async () => {
    let answerFirst: (response: Response) => void = () => undefined
    const calls = stubApi({
      'GET /api/auth/check-username/dana': () =>
        new Promise((resolve) => {
          answerFirst = resolve
        }),
      'GET /api/auth/check-username/dana_k': FREE,
    })
    open('/register', <RegisterScreen />)
    fireEvent.change(field('Username'), { target: { value: 'dana' } })
    await waitFor(() => expect(calls).toHaveLength(1))
    fireEvent.change(field('Username'), { target: { value: 'dana_k' } })
    await waitFor(() => expect(availability()).toContain('Available'))
    const late = json(200, { available: false, reason: 'Username already exists' })
    answerFirst(late)
    await waitFor(() => expect(late.bodyUsed).toBe(true))
    await act(async () => undefined)
    expect(availability()).toContain('Available')
  })

  test('without a signal says when it is checked, and checks then', async () => {
    open('/register', <RegisterScreen />)
    await userEvent.type(field('Username'), 'dana_k')
    await waitFor(() => expect(availability()).toBe('The name is checked when there is a signal.'))
    stubApi({ [CHECK]: FREE })
    act(() => void dispatchEvent(new Event('online')))
    await waitFor(() => expect(availability()).toContain('Available'))
  })

  test('is checked again right before sending, and a taken one is not sent', async () => {
    let isFree = true
    const calls = stubApi({
      [CHECK]: () =>
        json(200, { available: isFree, reason: isFree ? '' : 'Username already exists' }),
    })
    open('/register', <RegisterScreen />)
    await fill()
    await waitFor(() => expect(availability()).toContain('Available'))
    isFree = false
    await submit()
    await waitFor(() => expect(availability()).toContain('Username already exists'))
    expect(calls.some(({ method }) => method === 'POST')).toBe(false)
    await waitFor(() => expect(document.activeElement).toBe(field('Username')))
  })
})

describe('what is missing', () => {
  test('is said all at once, at its fields, and the first one takes the focus', async () => {
    stubApi({ [CHECK]: FREE })
    open('/register', <RegisterScreen />)
    await submit()
    for (const message of [
      'Username must be at least 3 characters',
      'Password must be at least 8 characters',
      'Password must contain at least one lowercase letter',
      'Password must contain at least one uppercase letter',
      'Password must contain at least one number',
      'Password must contain at least one special character',
      'You must accept the Terms of Service',
    ]) {
      expect(screen.getByText(message)).toBeTruthy()
    }
    expect(screen.getAllByText('Please enter a valid email address')).toHaveLength(2)
    expect(document.activeElement).toBe(field('Username'))
    expect(field('Password').getAttribute('aria-invalid')).toBe('true')
  })

  test('differing addresses and passwords are told while other fields are wrong too', async () => {
    stubApi({ [CHECK]: FREE })
    open('/register', <RegisterScreen />)
    await userEvent.type(field('Email'), 'a@example.com')
    await userEvent.type(field('Confirm email'), 'b@example.com')
    await userEvent.type(field('Password'), 'short')
    await userEvent.type(field('Confirm password'), 'other')
    await userEvent.tab()
    expect(await screen.findByText("Email addresses don't match")).toBeTruthy()
    expect(await screen.findByText("Passwords don't match")).toBeTruthy()
    expect(field('Confirm email').getAttribute('aria-describedby')).toBeTruthy()
  })

  test('the parts of the password rule tick off while it is typed', async () => {
    stubApi({ [CHECK]: FREE })
    open('/register', <RegisterScreen />)
    const part = (text: string) => screen.getByText(text, { exact: false }).textContent
    expect(part('One number')).toBe('One number')
    await userEvent.type(field('Password'), '9')
    expect(part('One number')).toBe('Done: One number')
  })

  test.each(['My dana_k 30!', 'Torque garage.7 Nm', 'Password1!'])(
    'a password that is easy to guess is refused before it is sent: %s',
    async (password) => {
      const calls = stubApi({ [CHECK]: FREE })
      open('/register', <RegisterScreen />)
      const address = 'garage.7@example.com'
      await userEvent.type(field('Password'), 'Torque 30 Nm')
      expect(screen.getByText(/Hard to guess/).textContent).toMatch(/^Done/)
      await userEvent.clear(field('Password'))
      const typed = { Password: password, 'Confirm password': password }
      await fill({ Email: address, 'Confirm email': address, ...typed })
      await submit()
      expect(screen.queryByText(/Hard to guess/)).toBeNull()
      expect(screen.getByText(/Password must not contain|first that guessers try/)).toBeTruthy()
      expect(field('Password').getAttribute('aria-invalid')).toBe('true')
      expect(calls.filter(({ method }) => method === 'POST')).toEqual([])
    },
  )
})

describe('sending', () => {
  test('goes to the login with a word on the mail', async () => {
    const calls = stubApi({
      [CHECK]: FREE,
      'POST /api/auth/register': () => json(201, { message: 'ok' }),
    })
    open('/register', <RegisterScreen />)
    await fill()
    await submit()
    await waitFor(() => expect(address()).toBe('/login'))
    expect(shownToast()).toEqual([
      'Registration successful',
      'Please check your email to verify your account.',
    ])
    // An availability check may follow it.
    expect(calls.find(({ method }) => method === 'POST')?.body).toEqual({
      username: 'dana_k',
      email: 'dana@example.com',
      password: 'Wrench-9-Torque',
    })
  })

  test('a name that was taken meanwhile is told at its field and asked for anew', async () => {
    const calls = stubApi({
      [CHECK]: FREE,
      'POST /api/auth/register': () =>
        json(409, { code: 'username_taken', error: 'Username already exists', field: 'username' }),
    })
    open('/register', <RegisterScreen />)
    await fill()
    // Otherwise the check could arrive after the submit.
    await waitFor(() => expect(availability()).toContain('Available'))
    await submit()
    await waitFor(() =>
      expect(shownToast()).toEqual(['Registration failed', 'Username already exists']),
    )
    await waitFor(() => expect(document.activeElement).toBe(field('Username')))
    expect(field('Username').value).toBe('dana_k')
    expect(field('Password').value).toBe('Wrench-9-Torque')
    const sent = calls.findIndex(({ method }) => method === 'POST')
    await waitFor(() => expect(calls.slice(sent + 1).map(({ method }) => method)).toEqual(['GET']))
  })

  test('without words of the server it says that an error occurred', async () => {
    stubApi({ [CHECK]: FREE, 'POST /api/auth/register': () => new Response('', { status: 500 }) })
    open('/register', <RegisterScreen />)
    await fill()
    await submit()
    await waitFor(() =>
      expect(shownToast()).toEqual([
        'Registration failed',
        'An error occurred during registration',
      ]),
    )
  })
})

test('the way back to a builder goes on through the login', async () => {
  stubApi({ [CHECK]: FREE, 'POST /api/auth/register': () => json(201, { message: 'ok' }) })
  open('/register?next=%2Fbuilder%3Fbuild%3DhT4kQ9', <RegisterScreen />)
  const signIn = screen.getByRole('link', { name: 'Sign In' })
  expect(signIn.getAttribute('href')).toBe('/login?next=%2Fbuilder%3Fbuild%3DhT4kQ9')
  await fill()
  await submit()
  await waitFor(() => expect(address()).toBe('/login?next=%2Fbuilder%3Fbuild%3DhT4kQ9'))
})

test('somebody who is signed in is told so in place of the form', async () => {
  await enter()
  open('/register', <RegisterScreen />)
  expect(screen.getByText('dana_k')).toBeTruthy()
  expect(screen.queryByLabelText('Email')).toBeNull()
  leave()
})

test('what is wrong with a name is said once', async () => {
  stubApi({ [CHECK]: () => json(200, { available: false, reason: 'Username already exists' }) })
  open('/register', <RegisterScreen />)
  await fill()
  await submit()
  await waitFor(() => expect(screen.getAllByText('Username already exists')).toHaveLength(1))
  expect(document.activeElement).toBe(field('Username'))
})
