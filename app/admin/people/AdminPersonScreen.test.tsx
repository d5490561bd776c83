import type { Person, PersonRow } from '#shared/admin/person.ts'

import { cleanup, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { newId } from '#shared/ids.ts'
import { openDevice } from '../../data/device/device.ts'
import { DANA, json, stubApi } from '../../testApi.ts'
import { enter, leave, open, shownToast } from '../../forms/testScreen.tsx'
import { AdminPersonScreen } from './AdminPersonScreen.tsx'

const at = Date.now()
const BOSS = newId()

beforeEach(async () => {
  leave()
  await openDevice()
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const person = (id: string, changes: Partial<Person> = {}): Person => ({
  id,
  username: 'maria',
  email: 'maria@example.com',
  isVerified: true,
  isAdmin: false,
  role: null,
  isNamedAdmin: false,
  createdAt: at,
  passwordChangedAt: at,
  suspendedAt: null,
  suspendedUntil: null,
  isLeaving: false,
  ...changes,
})
const row = (id: string, changes: Partial<PersonRow> = {}): PersonRow => ({
  id,
  at,
  title: `Row ${id}`,
  text: '',
  state: '',
  path: '',
  ...changes,
})

async function openPerson(
  changes: Partial<Person> = {},
  answers: Parameters<typeof stubApi>[0] = {},
  id = newId(),
) {
  await enter({ ...DANA, id: BOSS, username: 'boss', isAdmin: true })
  const root = `/api/admin/people/${id}`
  const calls = stubApi({
    [`POST ${root}`]: () => json(200, person(id, changes)),
    [`GET ${root}`]: () => json(200, person(id, changes)),
    ...Object.fromEntries(
      Object.entries(answers).map(([list, answer]) => [`GET ${root}/${list}`, answer]),
    ),
    [`GET ${root}/*`]: () => json(200, { rows: [], next: null }),
  })
  open(`/admin/accounts/${id}`, <AdminPersonScreen id={id} />)
  await screen.findByRole('heading', { level: 1, name: 'maria' })
  return calls
}

const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }))
const sent = (calls: ReturnType<typeof stubApi>) =>
  calls.filter(({ method }) => method === 'POST').map(({ body }) => body)

test('others are refused', async () => {
  await enter()
  open('/admin/accounts/x', <AdminPersonScreen id="x" />)
  expect(screen.getByRole('heading', { name: 'Access Denied' })).toBeTruthy()
})

test('an account is suspended for a reason and a time', async () => {
  const calls = await openPerson()
  await press('Suspend')
  const question = await screen.findByRole('alertdialog', { name: 'Suspend the account?' })
  await userEvent.click(within(question).getByRole('button', { name: 'Suspend the account' }))
  expect(within(question).getByText('Reason is required')).toBeTruthy()
  await userEvent.type(within(question).getByLabelText('Reason'), 'Advertising')
  await userEvent.selectOptions(within(question).getByLabelText('How long'), 'A week')
  await userEvent.click(within(question).getByRole('button', { name: 'Suspend the account' }))
  await vi.waitFor(() =>
    expect(sent(calls)).toEqual([{ action: 'suspend', reason: 'Advertising', days: 7 }]),
  )
  expect(shownToast()[0]).toBe('Account suspended')
})

test('a suspension is lifted with one press, and what was done is read anew', async () => {
  let acts = 0
  const calls = await openPerson(
    { suspendedAt: at },
    {
      acts: () => {
        acts += 1
        return json(200, { rows: [], next: null })
      },
    },
  )
  expect(screen.queryByRole('button', { name: 'Suspend' })).toBeNull()
  await vi.waitFor(() => expect(acts).toBe(1))
  await press('Lift suspension')
  await vi.waitFor(() => expect(sent(calls)).toEqual([{ action: 'unsuspend' }]))
  expect(shownToast()[0]).toBe('Suspension lifted')
  await vi.waitFor(() => expect(acts).toBe(2))
})

test('a password, sessions and a role are taken after a question only', async () => {
  const calls = await openPerson({ isAdmin: true })
  for (const [name, idle] of [
    ['Have the password set anew', 'Take it away'],
    ['Sign out everywhere', 'Sign out everywhere'],
    ['Take the administrator’s role away', 'Take the role away'],
  ] as const) {
    await press(name)
    const question = await screen.findByRole('alertdialog')
    await userEvent.click(within(question).getByRole('button', { name: idle }))
    await vi.waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  }
  expect(sent(calls)).toEqual([
    { action: 'reset' },
    { action: 'signOut' },
    { action: 'unmakeAdmin' },
  ])
})

test('one’s own role, and one that the configuration gives, are not to be taken here', async () => {
  await openPerson({ isAdmin: true }, {}, BOSS)
  expect(screen.queryByRole('button', { name: /role away/ })).toBeNull()
  expect(screen.queryByRole('button', { name: 'Suspend' })).toBeNull()
  cleanup()
  await openPerson({ isAdmin: true, isNamedAdmin: true })
  expect(screen.getByText('By ADMIN_EMAILS')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Suspend' })).toBeNull()
  expect(screen.queryByRole('button', { name: 'Sign out everywhere' })).toBeNull()
  expect(screen.queryByRole('button', { name: /role away/ })).toBeNull()
})

test('a role is given after a question that says what it is for', async () => {
  const calls = await openPerson({ role: 'catalogue' })
  expect(screen.queryByRole('button', { name: 'Give it the catalogue' })).toBeNull()
  await press('Make it a moderator')
  const question = await screen.findByRole('alertdialog')
  expect(within(question).getByText(/comments, kits, tasks and messages/)).toBeTruthy()
  await userEvent.click(within(question).getByRole('button', { name: 'Make it a moderator' }))
  await vi.waitFor(() => expect(sent(calls)).toEqual([{ action: 'makeModerator' }]))
})

test('a note is kept, and removed after a question', async () => {
  const calls = await openPerson(
    {},
    { notes: () => json(200, { rows: [row('5', { title: 'Called', text: 'boss' })], next: null }) },
  )
  expect(await screen.findByText('Called')).toBeTruthy()
  await press('Keep the note')
  expect(screen.getByText('Note is required')).toBeTruthy()
  await userEvent.type(screen.getByLabelText('New note'), 'Wants a refund')
  await press('Keep the note')
  await userEvent.click(await screen.findByRole('button', { name: /^Remove the note of/ }))
  await press('Remove the note')
  await vi.waitFor(() =>
    expect(sent(calls)).toEqual([
      { action: 'note', text: 'Wants a refund' },
      { action: 'removeNote', note: '5' },
    ]),
  )
})

test('what it did is listed one list at a time, page by page', async () => {
  const calls = await openPerson(
    {},
    {
      acts: () => json(200, { rows: [row('1', { title: 'suspend', text: 'boss' })], next: null }),
      kits: () => json(200, { rows: [row('k1', { path: '/kit/abc123' })], next: '7.k1' }),
      'kits?after=7.k1': () => json(200, { rows: [row('k2')], next: null }),
    },
  )
  expect(await screen.findByText('Suspended the account')).toBeTruthy()
  await userEvent.selectOptions(screen.getByLabelText('What is listed'), 'Kits')
  const link = await screen.findByRole('link', { name: 'Row k1' })
  expect(link.getAttribute('href')).toBe('/kit/abc123')
  await press('Show more')
  expect(await screen.findByText('Row k2')).toBeTruthy()
  expect(calls.some(({ path }) => path.endsWith('/comments'))).toBe(false)
})

test('an account that is not there says so', async () => {
  await enter({ ...DANA, id: BOSS, username: 'boss', isAdmin: true })
  stubApi({ 'GET /api/admin/people/x': () => json(404, { error: 'x', code: 'not_found' }) })
  open('/admin/accounts/x', <AdminPersonScreen id="x" />)
  expect(await screen.findByText('It was deleted, or never there.')).toBeTruthy()
})
