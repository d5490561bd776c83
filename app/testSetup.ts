// Runs before each test file of the app. An unexpected console error fails its test.
import 'fake-indexeddb/auto'
import { afterAll, afterEach, beforeEach, expect, vi } from 'vitest'

import { useSync } from './data/device/syncState.ts'
import { forgetAnswers } from './forms/useServerData.ts'

const spyOnErrors = () => vi.spyOn(console, 'error').mockImplementation(() => undefined)
let errors = spyOnErrors()

// The default fetch fails: unanswered requests must not reach a real port, even after a test has
// removed its stubs.
globalThis.fetch = () => Promise.reject(new TypeError('No network in this test'))

beforeEach(() => {
  errors = spyOnErrors()
})

// Tests that expect an error assert it on vi.spyOn(console, 'error') and then call mockClear().
afterEach(() => {
  forgetAnswers()
  const unexpected = [...errors.mock.calls]
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  expect(unexpected, 'unexpected console.error').toEqual([])
})

// Waits for pending syncs, which must not end after the document is gone.
afterAll(async () => {
  const isOver = () => useSync.getState().sendingSince === 0
  // One that never ends does no harm either.
  await vi.waitUntil(isOver, { timeout: 2_000 }).catch(() => undefined)
})
