import { act, cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'

import type { Announced } from '#shared/admin/announced.ts'
import type { SyncSummary } from '../../data/sync/send/useSyncStatus.ts'

import { useSync } from '../../data/device/syncState.ts'
import { drawerText } from './drawerWords.ts'
import { readAnnounced } from './announced.ts'
import { Strips } from '../frame/Strips.tsx'

const sync: SyncSummary = {
  status: 'synced',
  waiting: 0,
  locked: 0,
  problems: 0,
  lastOk: 1,
  isOffline: false,
  ended: null,
  isStorageFailing: false,
  isUnused: false,
}
const failing: SyncSummary = { ...sync, status: 'waiting', waiting: 2, isOffline: true }
const written = (word: Announced) => encodeURIComponent(JSON.stringify(word))
const hear = (word: Announced | null) => useSync.setState({ word: word && written(word) })

beforeEach(() => {
  localStorage.clear()
  // Missing in this DOM.
  vi.stubGlobal('isSecureContext', true)
  useSync.setState({ word: null, isOnline: true })
})
afterEach(cleanup)

const show = (shown = sync) =>
  render(
    <MemoryRouter>
      <Strips sync={shown} />
    </MemoryRouter>,
  )

describe('an announcement', () => {
  const say = { id: 'a1', text: 'Neu: „Kits“ am Freitag' }

  test('stands below the header until the server says it no more', () => {
    hear({ say })
    show()
    expect(screen.getByText(say.text)).toBeTruthy()
    act(() => hear(null))
    expect(screen.queryByText(say.text)).toBeNull()
  })

  test('is put away once and for all on this device, but for the next one', async () => {
    hear({ say })
    show()
    await userEvent.click(screen.getByRole('button', { name: 'Close the announcement' }))
    expect(screen.queryByText(say.text)).toBeNull()
    cleanup()
    show()
    expect(screen.queryByText(say.text)).toBeNull()
    act(() => hear({ say: { id: 'a2', text: 'Another' } }))
    expect(screen.getByText('Another')).toBeTruthy()
  })

  test('is not shown without an answer of the server: it may be over', () => {
    hear({ say })
    show(failing)
    expect(screen.queryByText(say.text)).toBeNull()
    cleanup()
    useSync.setState({ isOnline: false })
    show()
    expect(screen.queryByText(say.text)).toBeNull()
  })
})

describe('a server that rests', () => {
  const rest = 'Back at noon.'

  test('says its sentence in the place of a failure', () => {
    hear({ rest })
    show(failing)
    expect(screen.getByText(rest)).toBeTruthy()
    expect(screen.queryByText('No answer from the server.')).toBeNull()
  })

  test('is not blamed for a signal that is gone', () => {
    hear({ rest })
    useSync.setState({ isOnline: false })
    show(failing)
    expect(screen.queryByText(rest)).toBeNull()
    expect(screen.getByText('No signal.')).toBeTruthy()
  })

  test('is why changes wait, in the drawer', () => {
    const options = { sendsWhenClosed: false, isShared: false, rest }
    expect(drawerText(failing, options)).toBe('2 changes are safe on this device. Back at noon.')
    expect(drawerText(sync, options)).toBe('The server has everything that is on this device.')
  })
})

test('what cannot be read says nothing', () => {
  for (const header of [
    '',
    '%',
    'null',
    '1',
    '{',
    written({}),
    '%7B%22say%22%3A1%2C%22rest%22%3A2%7D',
  ])
    expect(readAnnounced(header)).toEqual({})
})
