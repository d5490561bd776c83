import { act, cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Suspense } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import type { Overview } from '#shared/admin/status.ts'
import { newId } from '#shared/ids.ts'
import { openDevice } from '../../data/device/device.ts'
import { DANA, json, stubApi, type Answer } from '../../testApi.ts'
import { recorded } from '../../testRecorded.ts'
import { AccountScreen } from '../../AccountScreen.tsx'
import { enter, field, leave, open, shownToast } from '../../forms/testScreen.tsx'

beforeEach(async () => {
  leave()
  await openDevice()
})
afterEach(cleanup)

const SENTENCE = 'This needs your password again.'
const refused = (second: object | null) =>
  json(403, { code: 'proof_needed', error: SENTENCE, second })
const backup = { ...recorded<Overview>('GET /api/admin/status').backups[0], id: 'b1' }
const BACKUP = 'POST /api/admin/backups/b1'
const CONFIRM = 'POST /api/auth/confirm'

/** The desk's backups; each act needs its own single-use proof. */
async function openBackups(second: object | null, confirm: Answer, done: Answer) {
  await enter({ ...DANA, id: newId(), isAdmin: true })
  const calls = stubApi({
    'GET /api/admin/status': () =>
      json(200, { ...recorded<Overview>('GET /api/admin/status'), backups: [backup] }),
    [BACKUP]: (call) => (call.headers['X-Proof'] === 'p1' ? done(call) : refused(second)),
    [CONFIRM]: confirm,
  })
  await openStatus()
  await screen.findByRole('heading', { name: 'Backups' })
  return () => calls.filter(({ method }) => method === 'POST')
}

// Loaded on demand.
const openStatus = () =>
  act(async () =>
    open(
      '/admin/status',
      <Suspense>
        <AccountScreen id="admin/status" />
      </Suspense>,
    ),
  )

const dialog = async () =>
  within(await screen.findByRole('alertdialog', { name: 'Confirm that it is you' }))
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }))

/** Records submitted forms. */
function watchForms() {
  const sent: { method: string; action: string; fields: object }[] = []
  vi.spyOn(HTMLFormElement.prototype, 'submit').mockImplementation(function (
    this: HTMLFormElement,
  ) {
    const { method, action } = this
    sent.push({ method, action, fields: Object.fromEntries(new FormData(this)) })
  })
  return sent
}

test('a dangerous call asks for the password, and goes on with the proof', async () => {
  const forms = watchForms()
  const tries = [
    () => json(403, { code: 'wrong_password', field: 'currentPassword', error: 'Not that one.' }),
  ]
  const posts = await openBackups(
    null,
    () => (tries.shift() ?? (() => json(200, { proof: 'p1' })))(),
    () => json(200, { ticket: 't1' }),
  )
  await press('Download')
  expect((await dialog()).getByText(/^This asks for your password/)).toBeTruthy()
  await waitFor(() => expect(document.activeElement).toBe(field('Password')))
  // A real browser also submits on Enter: a story covers that.
  await userEvent.type(field('Password'), 'Torque 30 Nm, dry!')
  await press('Confirm')
  await screen.findByText('Not that one.')
  expect(field('Password').value).toBe('Torque 30 Nm, dry!')
  await press('Confirm')
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  await waitFor(() =>
    expect(forms).toEqual([
      {
        method: 'post',
        action: expect.stringMatching(/\/api\/backups\/b1$/),
        fields: { ticket: 't1' },
      },
    ]),
  )
  expect(posts().map(({ path, headers }) => [path, headers['X-Proof']])).toEqual([
    ['/api/admin/backups/b1', undefined],
    ['/api/auth/confirm', undefined],
    ['/api/auth/confirm', undefined],
    ['/api/admin/backups/b1', 'p1'],
  ])
  expect(posts()[1]?.body).toEqual({ currentPassword: 'Torque 30 Nm, dry!' })
})

test('who has a second factor is asked for that instead', async () => {
  const posts = await openBackups(
    { codes: true, passkey: null },
    () => json(200, { proof: 'p1' }),
    () => json(200, { status: 'removed' }),
  )
  await press('Remove')
  const question = within(await screen.findByRole('alertdialog', { name: 'Remove this backup?' }))
  await userEvent.click(question.getByRole('button', { name: 'Remove' }))
  const code = (await dialog()).getByRole('textbox', { name: 'Code' })
  expect(screen.queryByLabelText('Password')).toBeNull()
  await waitFor(() => expect(document.activeElement).toBe(code))
  await userEvent.type(code, '123456{Enter}')
  await waitFor(() => expect(shownToast()[0]).toBe('Backup removed'))
  expect(posts()[1]?.body).toEqual({ second: { code: '123456' } })
})

test('without a proof nothing is done, and nothing is said of it', async () => {
  const posts = await openBackups(
    null,
    () => json(200, { proof: 'p1' }),
    () => json(200, { ticket: 't1' }),
  )
  await press('Download')
  await userEvent.click((await dialog()).getByRole('button', { name: 'Cancel' }))
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  expect(posts()).toHaveLength(1)
  expect(shownToast()[0]).toBeUndefined()
  expect(screen.queryByText(SENTENCE)).toBeNull()
  const button = screen.getByRole('button', { name: 'Download' })
  await waitFor(() => expect(button.getAttribute('aria-disabled')).toBe('false'))
  await waitFor(() => expect(document.activeElement).toBe(button))
})

test('a desk that wants a second factor says how to get there', async () => {
  await enter({ ...DANA, id: newId(), isAdmin: true })
  const error = 'Administrators need a second factor.'
  stubApi({ 'GET /api/admin/*': () => json(403, { code: 'second_factor_needed', error }) })
  await openStatus()
  await screen.findByRole('heading', { name: 'Second factor needed' })
  const link = screen.getByRole('link', { name: 'Set it up in My Account' })
  expect(link.getAttribute('href')).toBe('/my-account#two-step')
})
