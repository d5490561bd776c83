import { act, cleanup, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'

import { signIn } from '../../data/sessions/signIn.ts'
import { db } from '../../data/device/db.ts'
import { openDevice, setSignedIn, signedIn } from '../../data/device/device.ts'
import { setCells, settled } from '../../data/sync/write/writeQueue.ts'
import { drawKit } from '../../data/kits/open/testBuild.ts'
import { LogOutDialog } from './LogOut.tsx'
import { recorded } from '../../testRecorded.ts'
import { DANA, json, stubApi } from '../../testApi.ts'

beforeEach(async () => {
  await openDevice()
  await db.pending.clear()
  stubApi({
    'POST /api/auth/login': () => json(200, recorded('POST /api/auth/login', { user: DANA })),
  })
  const { complete } = await signIn({ username: 'dana_k', password: 'x' })
  await complete([])
  // Offline from here on.
  stubApi({})
  vi.spyOn(location, 'assign').mockImplementation(() => undefined)
})
afterEach(() => {
  cleanup()
  localStorage.clear()
  setSignedIn(null)
})

async function work() {
  const { kitId } = await drawKit()
  setCells('kit', kitId, kitId, { name: 'Only here' })
  await settled()
}

const pendingCount = () => db.pending.count()

test('without unsent work there is no question', async () => {
  render(<LogOutDialog isOpen onClose={() => undefined} />)
  await waitFor(() => expect(location.assign).toHaveBeenCalledWith('/'))
  expect(signedIn()).toBeNull()
})

test('of an account that was deleted asks first: nobody else has its kits', async () => {
  const account = signedIn()
  act(() => setSignedIn(account && { ...account, isExpired: true, ended: 'deleted' }))
  const onClose = vi.fn()
  render(
    <MemoryRouter>
      <LogOutDialog isOpen onClose={onClose} />
    </MemoryRouter>,
  )
  const dialog = await screen.findByRole('alertdialog', { name: 'Your account was deleted.' })
  within(dialog).getByText(/nobody else has them all/)
  expect(location.assign).not.toHaveBeenCalled()
  const save = within(dialog).getByRole('link', { name: 'Save a backup' })
  expect(save.getAttribute('href')).toBe('/my-account')
  await userEvent.click(save)
  expect(onClose).toHaveBeenCalled()
  expect(signedIn()).not.toBeNull()
})

describe('with work that only this device has', () => {
  const onClose = vi.fn()

  async function ask() {
    onClose.mockClear()
    await work()
    render(<LogOutDialog isOpen onClose={onClose} />)
    return screen.findByRole('alertdialog', { name: /only on this device/ })
  }
  const press = async (name: string) =>
    userEvent.click(within(screen.getByRole('alertdialog')).getByRole('button', { name }))

  test('one can stay signed in', async () => {
    await ask()
    await press('Stay signed in')
    expect(onClose).toHaveBeenCalled()
    expect(signedIn()).not.toBeNull()
  })

  test('it can be kept, locked', async () => {
    await ask()
    const before = await pendingCount()
    await press('Log out, keep them locked on this device')
    await waitFor(() => expect(signedIn()).toBeNull())
    expect(await pendingCount()).toBe(before)
  })

  test('it is discarded after a second question only', async () => {
    await ask()
    await press('Discard them')
    expect(screen.getByRole('alertdialog', { name: /^Discard/ })).toBeTruthy()
    expect(signedIn()).not.toBeNull()
    await press('Go back')
    await press('Discard them')
    await press('Discard and log out')
    await waitFor(() => expect(signedIn()).toBeNull())
    expect(await pendingCount()).toBe(0)
  })
})
