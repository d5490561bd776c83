// Runs before each test file of app and shared. An unexpected console error fails its test.
import { afterEach, beforeEach, expect, vi } from 'vitest'

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
  const unexpected = [...errors.mock.calls]
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  expect(unexpected, 'unexpected console.error').toEqual([])
})
