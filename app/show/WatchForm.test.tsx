import { cleanup, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { newId } from '#shared/ids.ts'
import { openDevice, setSignedIn } from '../data/device/device.ts'
import { useSync } from '../data/device/syncState.ts'
import { useToasts } from '../ui/browser/toast.ts'
import { WatchForm } from './WatchForm.tsx'

const user = {
  id: newId(),
  username: 'dana_k',
  email: 'd@example.com',
  emailVerified: true,
  isAdmin: false,
  deletionRequestedAt: null,
}

beforeEach(async () => {
  await openDevice()
  useToasts.setState({ shown: null, next: null })
})
afterEach(() => {
  vi.restoreAllMocks()
  cleanup()
  setSignedIn(null)
  useSync.setState({ isOnline: true, isFailing: false })
})

/** Message after the press. */
async function told(isTaken = true, typed?: string): Promise<string | undefined> {
  render(
    <MemoryRouter>
      <WatchForm
        noun="price"
        watch={undefined}
        fromCents={1_250}
        hint=""
        onWatch={() => Promise.resolve(isTaken)}
        onStop={() => undefined}
        onClose={() => undefined}
      />
    </MemoryRouter>,
  )
  if (typed !== undefined) {
    const field = screen.getByRole('textbox', { name: 'Tell me at this total, in dollars' })
    await userEvent.clear(field)
    await userEvent.type(field, typed)
  }
  await userEvent.click(screen.getByRole('button', { name: 'Watch' }))
  if (isTaken) await waitFor(() => expect(useToasts.getState().shown).not.toBeNull())
  return useToasts.getState().shown?.text
}

test('without an account this device looks', async () => {
  expect(await told()).toBe('Wrenchlist looks when it is open and says so at $12.50 or less.')
})

test('an account tells, and says so only where it can know of it', async () => {
  setSignedIn({ token: 't', user, isExpired: false })
  expect(await told()).toBe('Your account tells you at $12.50 or less.')
  cleanup()
  useToasts.setState({ shown: null, next: null })
  useSync.setState({ isOnline: false })
  expect(await told()).toBe(
    'It waits for signal. From then on your account tells you at $12.50 or less.',
  )
})

test('a total is read as whoever types writes it, and is of dollars whatever they count in', async () => {
  vi.spyOn(navigator, 'language', 'get').mockReturnValue('de-DE')
  expect(await told(true, '12,50')).toBe(
    'Wrenchlist looks when it is open and says so at $12.50 or less.',
  )
})

test.each([
  ['12,50 €', 'Enter an amount in dollars, such as 12.50'],
  ['1,234', '“1,234” can be read in two ways. Write 1234, or 1.23 for the smaller amount.'],
  ['0', 'Enter an amount in dollars, such as 12.50'],
])('%s is taken for no amount of dollars', async (typed, sentence) => {
  vi.spyOn(navigator, 'language', 'get').mockReturnValue('de-DE')
  expect(await told(false, typed)).toBeUndefined()
  screen.getByText(sentence)
})

test('one too many is said in the form, and nothing else', async () => {
  expect(await told(false)).toBeUndefined()
  expect(await screen.findByText(/prices are watched already/)).toBeTruthy()
})
