import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import type { SyncStatus } from '../../data/sync/send/useSyncStatus.ts'

import { SyncAnnouncer } from './SyncAnnouncer.tsx'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

function mount() {
  const { rerender } = render(<SyncAnnouncer status="synced" problems={0} />)
  return (status: SyncStatus, problems = 0) => {
    rerender(<SyncAnnouncer status={status} problems={problems} />)
  }
}
const pass = (ms: number) => act(async () => vi.advanceTimersByTimeAsync(ms))
const said = () => screen.getByRole('status').textContent
const alerted = () => screen.getByRole('alert').textContent

test('trouble is said at once, and the good news five seconds later at the earliest', async () => {
  const become = mount()
  become('waiting')
  await pass(0)
  expect(said()).toBe('Waiting for signal')
  become('synced')
  await pass(4_900)
  expect(said()).toBe('Waiting for signal')
  await pass(200)
  expect(said()).toBe('Synced')
})

test('a signal that comes and goes is not said each time', async () => {
  const become = mount()
  const heard: (string | null)[] = []
  for (let round = 0; round < 20; round++) {
    become(round % 2 === 0 ? 'waiting' : 'synced')
    await pass(500)
    if (heard.at(-1) !== said()) heard.push(said())
  }
  expect(heard.length).toBeLessThanOrEqual(3)
})

test('refused values are counted aloud every five seconds, not one by one', async () => {
  const become = mount()
  become('attention', 1)
  await pass(0)
  expect(alerted()).toBe('1 needs attention')
  for (let problems = 2; problems <= 8; problems++) {
    become('attention', problems)
    await pass(500)
    expect(alerted()).toBe('1 needs attention')
  }
  await pass(1_600)
  expect(alerted()).toBe('8 need attention')
  expect(said()).toBe('')
})

test('what was refused and is dealt with is not said any more', async () => {
  const become = mount()
  become('attention', 1)
  await pass(0)
  become('device')
  await pass(0)
  expect(alerted()).toBe('')
})

test('the usual round of an edit is not worth a word', async () => {
  const become = mount()
  for (const status of ['device', 'syncing', 'synced'] as const) {
    become(status)
    await pass(6_000)
  }
  expect(said()).toBe('')
})
