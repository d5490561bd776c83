import { act, cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'

import type { CalendarAnswer } from '#shared/kinds/dueCalendar.ts'

import { openDevice } from '../../data/device/device.ts'
import { useSync } from '../../data/device/syncState.ts'
import { CalendarFeed } from './CalendarFeed.tsx'
import { json, stubFetch } from '../../testApi.ts'

const ADDRESS = 'https://wrenchlist.example/calendar/secret.ics'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

/** Fake server: it tells the address only in the answer that creates it. */
function stubCalendar(): { reads: number } {
  const asked = { reads: 0 }
  let since: string | null = null
  stubFetch(({ method }) => {
    const isMade = method === 'POST'
    if (isMade) since = '2026-05-01T08:00:00.000Z'
    else asked.reads++
    const answer: CalendarAnswer = { since, ...(isMade && { address: ADDRESS }) }
    return json(200, answer)
  })
  return asked
}

test('an address that was just made stays when the signal goes and comes back', async () => {
  await openDevice()
  const asked = stubCalendar()
  render(<CalendarFeed />)
  await userEvent.click(await screen.findByRole('button', { name: 'Make a private address' }))
  const field = await screen.findByLabelText<HTMLInputElement>('Your calendar’s address')
  expect(field.value).toBe(ADDRESS)
  const before = asked.reads
  act(() => useSync.setState({ isOnline: false }))
  act(() => useSync.setState({ isOnline: true }))
  await expect.poll(() => asked.reads).toBeGreaterThan(before)
  await act(() => new Promise((resolve) => setTimeout(resolve, 20)))
  expect(screen.getByLabelText<HTMLInputElement>('Your calendar’s address').value).toBe(ADDRESS)
})
