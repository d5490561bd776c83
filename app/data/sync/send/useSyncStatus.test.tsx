import { act, cleanup, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'

import { db } from '../../device/db.ts'
import { openDevice, shownPrincipal } from '../../device/device.ts'
import { noteEdit } from '../../device/syncState.ts'
import { useSyncStatus } from './useSyncStatus.ts'

beforeEach(async () => {
  await openDevice()
  await db.meta.put({ key: `lastOk:${shownPrincipal()}`, value: Date.now() })
})
afterEach(cleanup)

function Status() {
  const { status, waiting } = useSyncStatus()
  return <output>{`${status}, ${waiting}`}</output>
}
const said = () => screen.getByRole('status').textContent

test('from the moment something is stored until it is counted nobody is told that all is synced', async () => {
  render(<Status />)
  await waitFor(() => expect(said()).toBe('synced, 0'))
  for (const _edit of [1, 2, 3]) {
    act(noteEdit)
    expect(said()).toBe('device, 1')
    // Counted: the stored edit left nothing pending.
    await waitFor(() => expect(said()).toBe('synced, 0'))
  }
})

test('what waits for an account that is signed out is nothing that is synced', async () => {
  const row = {
    kind: 'line',
    id: 'x',
    kit: 'k',
    cells: {},
    shape: 1,
    tries: 0,
    next: 0,
    at: 0,
  } as const
  await db.pending.put({ ...row, p: 'u:maria' })
  render(<Status />)
  await waitFor(() => expect(said()).toBe('device, 0'))
  await act(() => db.pending.clear())
  await waitFor(() => expect(said()).toBe('synced, 0'))
})
