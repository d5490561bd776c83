// Runs before each test file of the app. An error nobody expected on the console fails its test.
import 'fake-indexeddb/auto'
import { afterEach, beforeEach, expect, vi } from 'vitest'

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  // A request that a test did not answer must not reach out to a real port.
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('No network in this test')))
})

// A test that expects an error on the console asserts it and then calls mockClear() on the spy.
afterEach(() => {
  const spy = vi.mocked(console.error)
  const calls = vi.isMockFunction(spy) ? [...spy.mock.calls] : []
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  expect(calls, 'unexpected console.error').toEqual([])
})
