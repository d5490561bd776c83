// Runs before each test file that needs a page or a store.
import 'fake-indexeddb/auto'
import { afterAll, afterEach, vi } from 'vitest'

import { useSync } from './data/device/syncState.ts'
import { forgetAnswers } from './forms/useServerData.ts'

afterEach(forgetAnswers)

// Waits for pending syncs, which must not end after the document is gone.
afterAll(async () => {
  const isOver = () => useSync.getState().sendingSince === 0
  // One that never ends does no harm either.
  await vi.waitUntil(isOver, { timeout: 2_000 }).catch(() => undefined)
})
