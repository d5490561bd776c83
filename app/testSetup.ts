// Runs before each test file of the app. An error nobody expected on the console fails its test.
import 'fake-indexeddb/auto'
import { configure, getConfig } from '@testing-library/react'
import { afterAll, afterEach, beforeEach, expect, vi } from 'vitest'

import { PATIENCE_MS } from '#shared/testPatience.ts'
import { useSync } from './device/syncState.ts'

const { asyncWrapper } = getConfig()
configure({
  asyncUtilTimeout: PATIENCE_MS,
  // Radix lets a dialog take presses a render after it has taken them from the page: no finger is so quick.
  asyncWrapper: async (act) => {
    while (isBetween()) await new Promise((resolve) => setTimeout(resolve))
    return asyncWrapper(act)
  },
})

const isBetween = () =>
  globalThis.document?.body.style.pointerEvents === 'none' &&
  document.querySelector('[role][data-state=open][style*="pointer-events: auto"]') === null

const spyOnErrors = () => vi.spyOn(console, 'error').mockImplementation(() => undefined)
let errors = spyOnErrors()

// A request that a test did not answer must not reach out to a real port, nor may one that comes
// when its test is over: what a test stubs is taken away then, and this is what there was before.
globalThis.fetch = () => Promise.reject(new TypeError('No network in this test'))

beforeEach(() => {
  errors = spyOnErrors()
})

// A test that expects an error asserts it on vi.spyOn(console, 'error') and then calls mockClear().
afterEach(() => {
  const unexpected = [...errors.mock.calls]
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  expect(unexpected, 'unexpected console.error').toEqual([])
})

// Answers that a screen still waits for must not come when there is no document any more.
afterAll(async () => {
  const isOver = () => useSync.getState().sendingSince === 0
  // One that is never answered does no harm either.
  await vi.waitUntil(isOver, { timeout: 2_000 }).catch(() => undefined)
})
