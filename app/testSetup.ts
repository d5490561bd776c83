// Runs before each test file of the app. An error nobody expected on the console fails its test.
import 'fake-indexeddb/auto'
import { configure } from '@testing-library/react'
import { afterEach, beforeEach, expect, vi } from 'vitest'

// How long a busy machine takes says nothing about the screen.
configure({ asyncUtilTimeout: 10_000 })

const spyOnErrors = () => vi.spyOn(console, 'error').mockImplementation(() => undefined)
let errors = spyOnErrors()

beforeEach(() => {
  errors = spyOnErrors()
  // A request that a test did not answer must not reach out to a real port.
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('No network in this test')))
})

// A test that expects an error asserts it on vi.spyOn(console, 'error') and then calls mockClear().
afterEach(() => {
  const unexpected = [...errors.mock.calls]
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  expect(unexpected, 'unexpected console.error').toEqual([])
})
