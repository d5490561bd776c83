import { act, cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { newId } from '#shared/ids.ts'
import { openDevice } from '../../data/device/device.ts'
import { useToasts } from '../../ui/browser/toast.ts'
import { AdminAudit, AdminMail } from './AdminAudit.tsx'
import { TodoScreen } from './TodoScreen.tsx'
import { ExportScreen } from './ExportScreen.tsx'
import { DANA, json, stubApi } from '../../testApi.ts'
import { enter, leave, open, shownToast } from '../../forms/testScreen.tsx'

const at = new Date().toISOString()
const entry = (id: number, changes: object = {}) => ({
  id: String(id),
  at,
  actor: 'boss',
  action: 'delete_comment',
  subject: `c${id}`,
  kind: 'comment',
  name: `comment ${id}`,
  details: { kitId: 'hT4kQ9', reports: 2 },
  address: '192.0.2.7',
  device: 'Firefox on Linux',
  ...changes,
})

beforeEach(async () => {
  leave()
  await openDevice()
})
afterEach(cleanup)

async function openAsAdmin(answers: Parameters<typeof stubApi>[0], shown = <TodoScreen />) {
  await enter({ ...DANA, id: newId(), username: 'boss', isAdmin: true })
  const calls = stubApi(answers)
  open('/admin/accounts', shown)
  return calls
}

/** The queue, with these of one kind. */
const queue = (kind: string, ...of: object[]) =>
  json(200, { items: of.map((one) => ({ kind, at, of: one })) })

const choose = async (name: string) =>
  userEvent.selectOptions(screen.getByLabelText('What was decided'), name)

test('others are refused', async () => {
  await enter()
  open('/admin/accounts', <TodoScreen />)
  expect(screen.getByRole('heading', { name: 'Access Denied' })).toBeTruthy()
})

test('a moderator has what people wrote here, and nothing of who they are', async () => {
  await enter({ ...DANA, id: newId(), username: 'mod', role: 'moderator' })
  const calls = stubApi({})
  open('/admin/accounts', <TodoScreen />)
  expect(screen.getByRole('heading', { name: 'Waiting' })).toBeTruthy()
  expect(screen.getByRole('option', { name: 'Answered messages' })).toBeTruthy()
  expect(screen.queryByRole('option', { name: 'Deletion requests' })).toBeNull()
  expect(screen.queryByRole('searchbox')).toBeNull()
  expect(screen.queryByRole('link', { name: 'Installation' })).toBeNull()
  expect(screen.queryByRole('link', { name: 'Catalogue' })).toBeNull()
  const operators = /admin\/(users|audit|mail|deletion-requests)/
  expect(calls.filter(({ path }) => operators.test(path))).toEqual([])
})

test('who looks after the catalogue alone is refused', async () => {
  await enter({ ...DANA, id: newId(), username: 'keeper', role: 'catalogue' })
  open('/admin/accounts', <TodoScreen />)
  expect(screen.getByRole('heading', { name: 'Access Denied' })).toBeTruthy()
})

test('a deletion is processed after a question only', async () => {
  const request = { id: 'r1', username: 'dana_k', email: 'd@example.com', requestedAt: at }
  let isOpen = true
  const calls = await openAsAdmin({
    'GET /api/admin/todo': () =>
      queue('deletion', ...(isOpen ? [{ ...request, status: 'open', decidedAt: null }] : [])),
    'POST /api/admin/deletion-requests/r1': () => {
      isOpen = false
      return json(200, { status: 'processed' })
    },
  })
  await userEvent.click(await screen.findByRole('button', { name: /Process the request/ }))
  const question = await screen.findByRole('alertdialog', { name: /Delete the account of dana_k/ })
  expect(calls.some(({ method }) => method === 'POST')).toBe(false)
  const press = () =>
    userEvent.click(within(question).getByRole('button', { name: 'Delete the account' }))
  await press()
  expect(await within(question).findByText('Reason is required')).toBeTruthy()
  expect(calls.some(({ method }) => method === 'POST')).toBe(false)
  await userEvent.type(within(question).getByRole('textbox', { name: /^Reason/ }), 'As you asked.')
  await press()
  await screen.findByText('Nothing waits for you.')
  expect(calls.find(({ method }) => method === 'POST')?.body).toEqual({
    action: 'process',
    reason: 'As you asked.',
  })
  expect(shownToast()[0]).toBe('Account deleted')
})

test('what does not come can be asked for again', async () => {
  await openAsAdmin({})
  await waitFor(() => expect(screen.getAllByText('Failed to load')).toHaveLength(2))
  stubApi({ 'GET /api/admin/todo': () => queue('task') })
  const [again] = screen.getAllByRole('button', { name: 'Try again' })
  if (again) await userEvent.click(again)
  expect(await screen.findByText('Nothing waits for you.')).toBeTruthy()
})

test('all that waits is one queue, counted, as the server orders it', async () => {
  const task = { id: 't1', name: 'Wash', author: '', addedAt: at, owners: 1, approvedAt: null }
  const elsewhere = (kind: string, name: string, text: string, count: number) => ({
    kind,
    at,
    of: { name, text, count },
  })
  const items = [
    elsewhere('source', 'Winter prices', 'No file.', 2),
    { kind: 'task', at, of: task },
    elsewhere('errors', '', '', 3),
    elsewhere('backup', '', '', 1),
  ]
  await openAsAdmin({ 'GET /api/admin/todo': () => json(200, { items }) })
  await screen.findByRole('heading', { level: 1, name: 'To do (4)' })
  const rows = screen.getAllByRole('listitem').map(({ textContent }) => textContent)
  expect(rows[0]).toMatch(/^A source could not be readWinter prices\. No file\.\. today/)
  expect(rows[1]).toMatch(/^Wash/)
  expect(rows[2]).toMatch(/^Errors \(3\)/)
  expect(rows[3]).toMatch(/^No backup for a week/)
  const ways = screen.getAllByRole('link', { name: /^Look at it: / })
  expect(ways.map((way) => way.getAttribute('href'))).toEqual([
    '/admin',
    '/admin/errors',
    '/admin/status',
  ])
})

const message = (name: string, id = newId()) => ({
  id,
  name,
  email: `${name.toLowerCase()}@example.com`,
  message: 'My kit is gone.',
  receivedAt: at,
  answer: null,
  doneAt: null,
  doneBy: '',
})

test('a message is answered where it stands; what was typed stays when it cannot be sent', async () => {
  const maria = message('Maria')
  let isDown = true
  const calls = await openAsAdmin({
    'GET /api/admin/todo': () => queue('message', ...(isDown ? [maria] : [])),
    [`POST /api/admin/messages/${maria.id}`]: () => {
      if (isDown) return json(503, { error: 'Not now.', code: 'unavailable' })
      return json(200, { status: 'answered' })
    },
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Answer Maria' }))
  await userEvent.click(screen.getByRole('button', { name: 'Send answer' }))
  expect(await screen.findByText('Answer is required')).toBeTruthy()
  const field = screen.getByRole('textbox', { name: /^Answer to Maria/ })
  await userEvent.type(field, ' It is back. ')
  await userEvent.click(screen.getByRole('button', { name: 'Send answer' }))
  await waitFor(() => expect(shownToast()[0]).toBe('Error'))
  expect(field).toHaveProperty('value', ' It is back. ')
  isDown = false
  await userEvent.click(screen.getByRole('button', { name: 'Send answer' }))
  await screen.findByText('Nothing waits for you.')
  expect(calls.filter(({ method }) => method === 'POST').at(-1)?.body).toEqual({
    answer: 'It is back.',
  })
})

test('messages that are done are shown with who answered, and later pages when asked for', async () => {
  const done = (name: string) => ({ ...message(name), answer: 'Done.', doneAt: at, doneBy: 'boss' })
  const calls = await openAsAdmin({
    'GET /api/admin/todo': () => queue('message', message('Maria'), message('Anna')),
    'GET /api/admin/messages?state=done': () =>
      json(200, { messages: [done('Bert')], next: '1-x' }),
    'GET /api/admin/messages?state=done&after=1-x': () =>
      json(200, { messages: [done('Carl')], next: null }),
  })
  await screen.findByRole('button', { name: 'Answer Anna' })
  expect(screen.getByRole('heading', { name: 'To do (2)' })).toBeTruthy()
  await choose('Answered messages')
  await screen.findByText(/^Answered .* by boss$/)
  await userEvent.click(await screen.findByRole('button', { name: 'Show more' }))
  await screen.findByText('Carl')
  expect(screen.queryByRole('button', { name: 'Answer Bert' })).toBeNull()
  expect(calls.some(({ method }) => method === 'POST')).toBe(false)
})

test('a decision is told in words, with its name, its reason and where it leads', async () => {
  const acts = [
    entry(3, { details: { kitId: 'hT4kQ9', reports: 2, reason: 'An advertisement.' } }),
    entry(2, {
      action: 'suspend',
      kind: 'user',
      name: 'dana_k',
      subject: 'dana_k',
      details: { reason: 'Spam.' },
    }),
    entry(1, {
      action: 'hide_kit',
      kind: 'kit',
      name: '',
      subject: 'k1',
      details: { buildId: 'x' },
    }),
  ]
  const calls = await openAsAdmin(
    {
      'GET /api/admin/audit': () => json(200, { entries: acts, next: null }),
      'GET /api/admin/audit?format=csv': () => new Response('at,actor'),
    },
    <AdminAudit />,
  )
  const comment = await screen.findByRole('link', { name: 'comment 3' })
  expect(comment.getAttribute('href')).toBe('/kit/hT4kQ9')
  expect(comment.closest('li')?.textContent).toMatch(
    /^Deleted the comment comment 3By boss .*\. Reports: 2Reason: An advertisement\.$/,
  )
  const account = screen.getByRole('link', { name: 'dana_k' })
  expect(account.getAttribute('href')).toBe('/admin/accounts?q=dana_k')
  expect(account.closest('li')?.textContent).toContain('Suspended the account of dana_k')
  expect(screen.getByRole('link', { name: 'a kit without a name' })).toBeTruthy()
  cleanup()
  open('/admin/export', <ExportScreen />)
  const saved = vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:x')
  const name = 'Export as CSV: What administrators did'
  await userEvent.click(screen.getByRole('button', { name }))
  await waitFor(() => expect(saved).toHaveBeenCalled())
  expect(calls.at(-1)?.path).toBe('/api/admin/audit?format=csv')
  saved.mockRestore()
})

test('the list of decisions goes on past the latest fifty', async () => {
  const page = (from: number, count: number) =>
    json(200, {
      entries: Array.from({ length: count }, (_, index) => entry(from - index)),
      next: from > count ? String(from - count + 1) : null,
    })
  await openAsAdmin(
    {
      'GET /api/admin/audit': () => page(60, 50),
      'GET /api/admin/audit?after=11': () => page(10, 10),
    },
    <AdminAudit />,
  )
  await userEvent.click(await screen.findByRole('button', { name: 'Show more' }))
  await screen.findByText('comment 1')
  expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull()
})

const user = (username: string, suspendedAt: string | null = null) => ({
  id: newId(),
  username,
  email: `${username}@example.com`,
  isVerified: true,
  isAdmin: false,
  role: null,
  suspendedAt,
  createdAt: at,
})

test('people are found by name, by themselves where they are suspended, and page by page', async () => {
  const calls = await openAsAdmin({
    'GET /api/admin/users?q=a&state=all': () => json(200, { users: [user('anna')], next: 'anna' }),
    'GET /api/admin/users?q=a&state=all&after=anna': () =>
      json(200, { users: [user('bert', at)], next: null }),
    'GET /api/admin/users?q=car&state=all': () => json(200, { users: [user('carl')], next: null }),
    'GET /api/admin/users?q=car&state=suspended': () => json(200, { users: [], next: null }),
  })
  const search = await screen.findByRole('searchbox', { name: 'Find an account' })
  await userEvent.type(search, 'a')
  const anna = await screen.findByRole('link', { name: 'anna' })
  expect(anna.getAttribute('href')).toMatch(/^\/admin\/accounts\/[\w-]{22}$/)
  await userEvent.click(screen.getByRole('button', { name: 'Show more' }))
  const bert = await screen.findByText('bert')
  expect(bert.closest('li')?.textContent).toContain('Suspended')
  expect(screen.getByText('anna')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull()
  await userEvent.clear(search)
  await waitFor(() => expect(screen.queryByText('anna')).toBeNull())
  await userEvent.type(search, 'car')
  await screen.findByText('carl')
  await userEvent.click(screen.getByRole('radio', { name: 'Suspended' }))
  await screen.findByText('No such accounts')
  expect(calls.filter(({ path }) => path.includes('users?q=&'))).toEqual([])
})

test('a hidden kit is shown again from the list', async () => {
  let kits = [{ kitId: 'k1', buildId: 'hT4kQ9', kitName: 'Brakes', hiddenAt: at }]
  const calls = await openAsAdmin({
    'GET /api/admin/hidden-kits': () => json(200, { kits, next: null }),
    'POST /api/admin/kits/k1': () => {
      kits = []
      return json(200, { kitId: 'k1', hidden: false })
    },
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Show again Brakes' }))
  await screen.findByText('No hidden kits')
  expect(shownToast()).toEqual(['Kit shown again', 'Brakes'])
  expect(calls.find(({ method }) => method === 'POST')?.body).toEqual({ hidden: false })
})

test('mail that became files can be read, and nothing is said where it is sent', async () => {
  const letter = { id: 'l1', to: 'dana_k@example.com', subject: 'Verify', text: 'Hello', at: 0 }
  await openAsAdmin(
    { 'GET /api/admin/mail': () => json(200, { isOutbox: true, letters: [letter] }) },
    <AdminMail />,
  )
  expect(await screen.findByText('Verify')).toBeTruthy()
  expect(screen.getByText(/^To dana_k@example\.com/)).toBeTruthy()
  await userEvent.click(screen.getByText('Read'))
  expect(screen.getByText('Hello')).toBeTruthy()
  cleanup()
  await openAsAdmin(
    { 'GET /api/admin/mail': () => json(200, { isOutbox: false, letters: [] }) },
    <AdminMail />,
  )
  await waitFor(() => expect(screen.queryByText('Mail outbox')).toBeNull())
})

test('a decided request is no more to do, and stands among what was decided', async () => {
  const request = { id: 'r1', username: 'deleted user', email: 'd@example.com', requestedAt: at }
  await openAsAdmin({
    'GET /api/admin/todo': () => queue('deletion'),
    'GET /api/admin/deletion-requests': () =>
      json(200, { requests: [{ ...request, status: 'processed', decidedAt: at }], next: null }),
  })
  await screen.findByText('Nothing waits for you.')
  await choose('Deletion requests')
  await screen.findByText('processed')
  expect(screen.getByRole('heading', { level: 1, name: 'To do' })).toBeTruthy()
})

test('a reported kit is hidden after a question, and shown again by Undo', async () => {
  const report = { kitId: 'k1', buildId: 'hT4kQ9', kitName: 'Brakes', hidden: false, count: 2 }
  let isOpen = true
  const calls = await openAsAdmin({
    'GET /api/admin/todo': () =>
      queue('kit', ...(isOpen ? [{ ...report, reasons: ['An advert'], reportedAt: at }] : [])),
    'POST /api/admin/kit-reports/k1': () => {
      isOpen = false
      return json(200, { kitId: 'k1', hidden: true })
    },
    'POST /api/admin/kits/k1': () => json(200, { kitId: 'k1', hidden: false }),
  })
  expect((await screen.findByRole('link', { name: 'Brakes' })).getAttribute('href')).toBe(
    '/kit/hT4kQ9',
  )
  expect(screen.getByText('2 reports')).toBeTruthy()
  expect(screen.getByText(/An advert/)).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Hide Brakes' }))
  const question = await screen.findByRole('alertdialog', { name: 'Hide this kit?' })
  expect(calls.some(({ method }) => method === 'POST')).toBe(false)
  await userEvent.type(within(question).getByRole('textbox', { name: /^Reason/ }), 'An advert')
  await userEvent.click(within(question).getByRole('button', { name: 'Hide the kit' }))
  await screen.findByText('Nothing waits for you.')
  expect(shownToast()).toEqual(['Kit hidden', 'Brakes'])
  act(() => useToasts.getState().shown?.action?.onPress())
  await waitFor(() => expect(shownToast()[0]).toBe('Kit shown again'))
  const bodies = calls.filter(({ method }) => method === 'POST').map(({ body }) => body)
  expect(bodies).toEqual([{ action: 'hide', reason: 'An advert' }, { hidden: false }])
})

test('the report of a kit is dismissed with one press', async () => {
  const report = { kitId: 'k1', buildId: 'hT4kQ9', kitName: '', hidden: true, count: 1 }
  let isOpen = true
  const calls = await openAsAdmin({
    'GET /api/admin/todo': () =>
      queue('kit', ...(isOpen ? [{ ...report, reasons: [], reportedAt: at }] : [])),
    'POST /api/admin/kit-reports/k1': () => {
      isOpen = false
      return json(200, { kitId: 'k1', hidden: true })
    },
  })
  await screen.findByText('Hidden already')
  expect(screen.queryByRole('button', { name: 'Hide Untitled kit' })).toBeNull()
  const name = 'Dismiss the report of Untitled kit'
  await userEvent.click(screen.getByRole('button', { name }))
  await screen.findByText('Nothing waits for you.')
  expect(calls.find(({ method }) => method === 'POST')?.body).toEqual({ action: 'dismiss' })
})

test('a task is approved with one press, taken back by Undo, and withdrawn after a question', async () => {
  const task = { id: 't1', name: 'Bleed the clutch', author: 'dana_k', addedAt: at, owners: 2 }
  let approvedAt: string | null = null
  const calls = await openAsAdmin({
    'GET /api/admin/todo': () => queue('task', ...(approvedAt ? [] : [{ ...task, approvedAt }])),
    'GET /api/admin/tasks': () =>
      json(200, { waiting: [], approved: approvedAt ? [{ ...task, approvedAt }] : [] }),
    'POST /api/admin/tasks/t1': ({ body }) => {
      approvedAt = (body as { action: string }).action === 'approve' ? at : null
      return json(200, { status: 'approved' })
    },
  })
  await choose('Tasks of everybody')
  await userEvent.click(await screen.findByRole('button', { name: 'Approve Bleed the clutch' }))
  await screen.findByText('Offered to everybody')
  expect(shownToast()[0]).toBe('Task approved')
  act(() => useToasts.getState().shown?.action?.onPress())
  await screen.findByText('Waits for a decision')
  expect(shownToast()[0]).toBe('Task withdrawn')
  await userEvent.click(await screen.findByRole('button', { name: 'Approve Bleed the clutch' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Withdraw Bleed the clutch' }))
  const question = await screen.findByRole('alertdialog', { name: 'Withdraw this task?' })
  await userEvent.click(within(question).getByRole('button', { name: 'Withdraw the task' }))
  await screen.findByText('Waits for a decision')
  const actions = calls.filter(({ method }) => method === 'POST').map(({ body }) => body)
  expect(actions).toEqual(
    ['approve', 'withdraw', 'approve', 'withdraw'].map((action) => ({ action })),
  )
})

test('more hidden kits than a page holds come when asked for, and all of them as a file', async () => {
  const kit = (n: number) => ({
    kitId: `k${n}`,
    buildId: `b${n}`,
    kitName: `Kit ${n}`,
    hiddenAt: '2026-11-20T10:00:00Z',
  })
  await openAsAdmin({
    'GET /api/admin/hidden-kits': () => json(200, { kits: [kit(1)], next: '7-k1' }),
    'GET /api/admin/hidden-kits?after=7-k1': () => json(200, { kits: [kit(2)], next: null }),
  })
  expect(await screen.findByText('Kit 1')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Show more' }))
  expect(await screen.findByText('Kit 2')).toBeTruthy()
  expect(screen.getByText('Kit 1')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull()
  cleanup()
  open('/admin/export', <ExportScreen />)
  expect(screen.getByRole('button', { name: 'Export as CSV: Hidden kits' })).toBeTruthy()
})
