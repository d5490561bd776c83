import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'

import type { Build } from '../../data/kits/open/builds.ts'

import { newBuildId, newId } from '#shared/ids.ts'
import { readBuild } from '../../data/kits/open/builds.ts'
import { openDevice } from '../../data/device/device.ts'
import { useSync } from '../../data/device/syncState.ts'
import { clockTime } from '../../ui/text/time.ts'
import { BuildStatus } from './BuildStatus.tsx'

afterEach(cleanup)

const savedAt = new Date().setHours(8, 5)
const changedAt = new Date().setHours(9, 30)

async function statusOf(changes: Partial<Build>) {
  await openDevice()
  const blank = await readBuild(newId(), newBuildId())
  const kit = { ...blank.kit, updatedAt: changedAt }
  const build = { ...blank, kit, isBlank: false, isLive: true, ...changes }
  render(<BuildStatus build={build} />)
  return screen.getByRole('status').textContent
}

test.each([
  ['a draft that is only here', { isLive: false }, 'Draft saved on this device at 09:30'],
  ['a draft the server has', {}, 'Draft saved and synced at 09:30'],
  ['a draft with a change on its way', { waiting: 1 }, 'Draft saved on this device at 09:30'],
  ['a saved kit', { savedAt }, 'Saved and synced at 08:05'],
  ['a saved kit without a signal', { savedAt, waiting: 1 }, 'Saved on this device at 08:05'],
  [
    'changes of a saved kit',
    { savedAt, hasUnsharedChanges: true },
    'Not shared yet, kept on the server at 09:30',
  ],
  [
    'changes of a saved kit without a signal',
    { savedAt, hasUnsharedChanges: true, waiting: 2 },
    'Not shared yet, kept on this device at 09:30',
  ],
  ['a price that is no number yet', { isUnfinished: true }, 'Draft saved on this device at 09:30'],
  [
    'a kit that an administrator has hidden',
    { savedAt, isHidden: true },
    'Hidden from others. Saved and synced at 08:05',
  ],
])('%s', async (_, changes, text) => {
  expect(await statusOf(changes)).toBe(text)
})

test('a key that is not stored yet is not said to have synced', async () => {
  await statusOf({})
  act(() => useSync.setState({ isTyping: true }))
  expect(screen.getByRole('status').textContent).toBe('Draft saved on this device at 09:30')
  act(() => useSync.setState({ isTyping: false }))
  expect(screen.getByRole('status').textContent).toBe('Draft saved and synced at 09:30')
})

test('what was saved on another day names the day', async () => {
  const yesterday = savedAt - 86_400_000
  expect(await statusOf({ savedAt: yesterday })).toBe(
    `Saved and synced yesterday at ${clockTime(yesterday)}`,
  )
})
