import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { openDevice } from '../../data/device/device.ts'
import { json, stubApi } from '../../testApi.ts'
import { UnsubscribeScreen } from './UnsubscribeScreen.tsx'

beforeEach(() => openDevice())
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const open = (address: string) =>
  render(
    <MemoryRouter initialEntries={[address]}>
      <UnsubscribeScreen />
    </MemoryRouter>,
  )

test('opening the way out of mail does nothing; its button does, and says for whom', async () => {
  const calls = stubApi({
    'POST /api/unsubscribe': () => json(200, { email: 'd…@example.com' }),
  })
  open('/unsubscribe#token=abc')
  const button = await screen.findByRole('button', { name: 'No more of these mails' })
  expect(calls).toEqual([])
  await userEvent.click(button)
  await screen.findByRole('heading', { name: 'No more of these mails' })
  expect(screen.getByText(/d…@example\.com gets no notifications by mail any more/)).toBeTruthy()
  expect(calls.map(({ body }) => body)).toEqual([{ token: 'abc' }])
})

test('a link that is not whole says so, and one the server does not know keeps the button', async () => {
  stubApi({
    'POST /api/unsubscribe': () =>
      json(404, { code: 'not_found', error: 'This link is not whole, or its account is gone.' }),
  })
  open('/unsubscribe')
  await screen.findByRole('heading', { name: 'This link is not whole' })
  cleanup()
  open('/unsubscribe#token=wrong')
  await userEvent.click(await screen.findByRole('button', { name: 'No more of these mails' }))
  expect(await screen.findByText('This link is not whole, or its account is gone.')).toBeTruthy()
})
